/**
 * A set of equally long byte strings, numbered in the order in which they came. It is exact, and small: the bytes
 * themselves and at most sixteen bytes beside them.
 */
import { randomInt } from 'node:crypto';

const CHUNK = 32_768;

export class TokenSet {
	readonly #width: number;
	readonly #chunks: Uint8Array[] = [];
	readonly #seed = randomInt(2 ** 32);
	/** Open addressing. 0: free; else the token's number plus one. */
	#slots = new Uint32Array(1024);
	#size = 0;

	constructor(width: number) {
		this.#width = width;
	}

	get size(): number {
		return this.#size;
	}

	/**
	 * Adds the bytes of `token` unless the set holds them.
	 * @returns their number, from 0; `size` before the call, if they are new
	 */
	add(token: Uint8Array): number {
		if (this.#size * 2 >= this.#slots.length) this.#grow();
		const slot = this.#find(token, 0);
		const known = this.#slots[slot] as number;
		if (known > 0) return known - 1;
		const number = this.#size;
		const chunk = (this.#chunks[Math.floor(number / CHUNK)] ??= new Uint8Array(CHUNK * this.#width));
		const start = (number % CHUNK) * this.#width;
		for (let at = 0; at < this.#width; at += 1) chunk[start + at] = token[at] as number;
		this.#size += 1;
		this.#slots[slot] = this.#size;
		return number;
	}

	/** The bytes of a token by its number. */
	at(number: number): Uint8Array {
		const [chunk, start] = this.#place(number);
		return chunk.subarray(start, start + this.#width);
	}

	/** Removes all tokens, and keeps the memory for the next ones. */
	clear(): void {
		this.#size = 0;
		this.#slots.fill(0);
	}

	#grow(): void {
		this.#slots = new Uint32Array(this.#slots.length * 2);
		for (let number = 0; number < this.#size; number += 1) {
			const [chunk, start] = this.#place(number);
			// All are different: the first free slot is the right one.
			let slot = this.#hash(chunk, start) % this.#slots.length;
			while (this.#slots[slot] !== 0) slot = (slot + 1) % this.#slots.length;
			this.#slots[slot] = number + 1;
		}
	}

	/** The slot that holds the token, or the free one where it belongs. */
	#find(token: Uint8Array, start: number): number {
		let slot = this.#hash(token, start) % this.#slots.length;
		for (;;) {
			const known = this.#slots[slot] as number;
			if (known === 0 || this.#holds(known - 1, token)) return slot;
			slot = (slot + 1) % this.#slots.length;
		}
	}

	#holds(number: number, token: Uint8Array): boolean {
		const [chunk, start] = this.#place(number);
		for (let at = 0; at < this.#width; at += 1) if (chunk[start + at] !== token[at]) return false;
		return true;
	}

	#place(number: number): [Uint8Array, number] {
		return [this.#chunks[Math.floor(number / CHUNK)] as Uint8Array, (number % CHUNK) * this.#width];
	}

	#hash(bytes: Uint8Array, start: number): number {
		return tokenHash(this.#seed, bytes, start, this.#width);
	}
}

/** Returns 32 bits. The seed is of the run: voters choose their tags, and must not be able to make a look-up slow. */
export function tokenHash(seed: number, bytes: Uint8Array, start: number, width: number): number {
	let hash = seed;
	for (let at = start; at < start + width; at += 1) {
		hash = Math.imul(hash ^ (bytes[at] as number), 0x5bd1e995);
		hash ^= hash >>> 15;
	}
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	return (hash ^ (hash >>> 13)) >>> 0;
}
