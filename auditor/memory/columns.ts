/** A column of numbers that grows without copying what it holds: a log may have more leaves than arrays of objects can take. */

const CHUNK = 65_536;

export class Column {
	readonly #chunks: Float64Array[] = [];

	/** 0 if nothing was set. */
	get(index: number): number {
		return this.#chunks[Math.floor(index / CHUNK)]?.[index % CHUNK] ?? 0;
	}

	set(index: number, value: number): void {
		const at = Math.floor(index / CHUNK);
		const chunk = (this.#chunks[at] ??= new Float64Array(CHUNK));
		chunk[index % CHUNK] = value;
	}
}
