/** A hash with a seed of the run: tags are chosen by voters, and must not be able to make a look-up slow. */

/** Returns 32 bits. */
export function tokenHash(seed: number, bytes: Uint8Array, start: number, width: number): number {
	let hash = seed;
	for (let at = start; at < start + width; at += 1) {
		hash = Math.imul(hash ^ (bytes[at] as number), 0x5bd1e995);
		hash ^= hash >>> 15;
	}
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	return (hash ^ (hash >>> 13)) >>> 0;
}
