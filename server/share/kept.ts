/** Two small memories: values that were read lately, and bytes up to a sum. The oldest go first. */

/** Reads a value by its key again when it is older than `ageMs`. Requests at the same time share a read. */
export function recently<Rest extends unknown[], Value>(
	most: number,
	ageMs: number,
	read: (key: string, ...rest: Rest) => Promise<Value>,
): (key: string, ...rest: Rest) => Promise<Value> {
	const kept = new Map<string, { value: Promise<Value>; at: number }>();
	return (key, ...rest) => {
		const found = kept.get(key);
		if (found && performance.now() - found.at < ageMs) return found.value;
		const value = read(key, ...rest);
		const entry = { value, at: performance.now() };
		kept.delete(key);
		kept.set(key, entry);
		if (kept.size > most) kept.delete(kept.keys().next().value ?? key);
		// What is not there, or could not be read, takes no place.
		const forget = () => void (kept.get(key) === entry && kept.delete(key));
		value.then((nothing) => void (nothing === null && forget()), forget);
		return value;
	};
}

export interface KeptBytes {
	get(key: string): Buffer | null;
	keep(key: string, bytes: Buffer): void;
}

export function keptBytes(bytesMax: number): KeptBytes {
	const kept = new Map<string, Buffer>();
	let size = 0;

	function forget(key: string): void {
		size -= kept.get(key)?.length ?? 0;
		kept.delete(key);
	}

	return {
		get: (key) => kept.get(key) ?? null,
		keep(key, bytes) {
			forget(key);
			kept.set(key, bytes);
			size += bytes.length;
			for (const oldest of kept.keys()) {
				if (size <= bytesMax) break;
				forget(oldest);
			}
		},
	};
}
