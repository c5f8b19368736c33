/** A column of numbers that grows without copying what it holds: a log may have more leaves than arrays of objects can take. */

const CHUNK = 65_536;

type Chunk = Float64Array | Uint8Array;

export class Column {
	readonly #make: new (length: number) => Chunk;
	readonly #chunks: Chunk[] = [];

	/** `make`: Uint8Array for numbers below 256. */
	constructor(make: new (length: number) => Chunk = Float64Array) {
		this.#make = make;
	}

	/** 0 if nothing was set. */
	get(index: number): number {
		return this.#chunks[Math.floor(index / CHUNK)]?.[index % CHUNK] ?? 0;
	}

	set(index: number, value: number): void {
		const at = Math.floor(index / CHUNK);
		const chunk = (this.#chunks[at] ??= new this.#make(CHUNK));
		chunk[index % CHUNK] = value;
	}
}
