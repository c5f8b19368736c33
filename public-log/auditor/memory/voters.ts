/** The pseudonyms of a log, numbered in the order in which they came. Exact: all of them are kept. */
export class Voters {
	/** By their first character: a Map holds 16 million keys at most. */
	readonly #known = new Map<string, Map<string, number>>();
	readonly #names: string[] = [];

	get size(): number {
		return this.#names.length;
	}

	numberOf(voter: string): number {
		const first = voter.slice(0, 1);
		const some = this.#known.get(first) ?? new Map<string, number>();
		if (some.size === 0) this.#known.set(first, some);
		const known = some.get(voter);
		if (known !== undefined) return known;
		// A copy: a part of a line would keep the whole line in memory.
		const name = Buffer.from(voter).toString();
		some.set(name, this.#names.length);
		return this.#names.push(name) - 1;
	}

	/** At once: a log that is made to fail can hold as many double votes as votes. */
	at(number: number): string | undefined {
		return this.#names[number];
	}
}
