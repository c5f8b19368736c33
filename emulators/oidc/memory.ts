/** Keeps the state of a provider between requests (codes, sign-ins in progress) in memory, until the process ends. */
import type { Adapter, AdapterPayload } from 'oidc-provider';

const SWEEP_ABOVE_ENTRIES = 5_000;

interface Entry {
	payload: AdapterPayload;
	expiresAt: number;
}

/** Creates the store of one provider, as an adapter of `oidc-provider`. */
export function memoryAdapter(): (kind: string) => Adapter {
	const entries = new Map<string, Entry>();

	function read(key: string): AdapterPayload | undefined {
		const entry = entries.get(key);
		return entry && entry.expiresAt > Date.now() ? entry.payload : undefined;
	}

	function search(kind: string, fits: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
		for (const key of entries.keys()) {
			const payload = key.startsWith(`${kind}:`) ? read(key) : undefined;
			if (payload && fits(payload)) return payload;
		}
		return undefined;
	}

	function sweep(): void {
		if (entries.size < SWEEP_ABOVE_ENTRIES) return;
		for (const [key, entry] of entries) if (entry.expiresAt <= Date.now()) entries.delete(key);
	}

	return (kind) => ({
		async upsert(id, payload, expiresIn = Infinity) {
			sweep();
			entries.set(`${kind}:${id}`, { payload, expiresAt: Date.now() + expiresIn * 1000 });
		},
		async find(id) {
			return read(`${kind}:${id}`);
		},
		async findByUid(uid) {
			return search(kind, (payload) => payload.uid === uid);
		},
		async findByUserCode(userCode) {
			return search(kind, (payload) => payload.userCode === userCode);
		},
		async consume(id) {
			const payload = read(`${kind}:${id}`);
			if (payload) payload.consumed = Math.floor(Date.now() / 1000);
		},
		async destroy(id) {
			entries.delete(`${kind}:${id}`);
		},
		async revokeByGrantId(grantId) {
			for (const [key, entry] of entries) if (entry.payload.grantId === grantId) entries.delete(key);
		},
	});
}
