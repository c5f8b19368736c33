/**
 * Finds the primary among the servers of a connection string, as libpq does for `target_session_attrs`. All connections of
 * a thread share what is known: the server that was the primary last is used without a question until somebody finds that
 * it is gone or has become a standby. Then all servers are asked at once.
 */
import { describeServer } from '#server/config/database.ts';
import { addressesOf } from '#server/config/hosts.ts';
import { NotPrimary } from '../lost.ts';
import { askServer, type Said, type Server } from './ask.ts';

export interface Primary {
	/** @throws {NotPrimary} if no server is the primary at this moment */
	find(): Promise<Server>;
	/** The server does not answer, or is a standby by now. */
	forget(server: Server): void;
	/** Calls back when another server than this one has been found to be the primary. Returns the way out. */
	onMoved(from: Server, moved: () => void): () => void;
}

/** A search without a result is not repeated for this long: each connection that is wanted would ask all servers. */
const FRUITLESS_MS = 200;

const known = new Map<string, Primary>();

/** Null for a string with one server: there is nothing to choose. */
export function primaryOf(url: string): Primary | null {
	const addresses = addressesOf(url);
	if (addresses.length === 1) return null;
	const primary = known.get(url) ?? openPrimary((): Promise<Said[]> => Promise.all(addresses.map(askServer)));
	known.set(url, primary);
	return primary;
}

function openPrimary(askAll: () => Promise<Said[]>): Primary {
	let current: Server | null = null;
	let asking: Promise<Server> | null = null;
	let fruitless: { error: NotPrimary; at: number } | null = null;
	const connected = new Set<{ to: Server; moved: () => void }>();

	async function search(): Promise<Server> {
		if (fruitless && performance.now() - fruitless.at < FRUITLESS_MS) throw fruitless.error;
		const said = await askAll();
		const found = choose(said);
		if (found) return settle(found);
		fruitless = { error: new NotPrimary(describe(said)), at: performance.now() };
		throw fruitless.error;
	}

	function settle(found: Server): Server {
		current = found;
		for (const { to, moved } of connected) if (describeServer(to) !== describeServer(found)) moved();
		return found;
	}

	return {
		async find() {
			if (current) return current;
			asking ??= search().finally(() => (asking = null));
			return asking;
		},
		forget(server) {
			if (current === server) current = null;
		},
		onMoved(from, moved) {
			const entry = { to: from, moved };
			connected.add(entry);
			return () => void connected.delete(entry);
		},
	};
}

/**
 * A server that was the primary before and was started again by mistake calls itself one too: the later timeline is right.
 * A primary that only reads, as one that is being taken out of use does, is better than none.
 */
export function choose(said: readonly Said[]): Server | null {
	const primaries = said.filter(({ is }) => is === 'primary' || is === 'read-only primary');
	const [best] = primaries.toSorted(
		(a, b) => b.timeline - a.timeline || Number(a.is !== 'primary') - Number(b.is !== 'primary'),
	);
	return best?.server ?? null;
}

function describe(said: readonly Said[]): string {
	const each = said.map(({ server, is }) => `${describeServer(server)} ${is === 'standby' ? 'is a standby' : is}`);
	return `No server is the primary: ${each.join('; ')}`;
}
