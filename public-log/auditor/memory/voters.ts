/** The pseudonyms of a log, numbered in the order in which they came. Exact: all of them are kept. */
export class Voters {
	/** By their first character: a Map holds 16 million keys at most. */
	readonly #known = new Map<string, Map<string, number>>();
	size = 0;

	numberOf(voter: string): number {
		const first = voter.slice(0, 1);
		const some = this.#known.get(first) ?? new Map<string, number>();
		if (some.size === 0) this.#known.set(first, some);
		const known = some.get(voter);
		if (known !== undefined) return known;
		// A copy: a part of a line would keep the whole line in memory.
		some.set(Buffer.from(voter).toString(), this.size);
		this.size += 1;
		return this.size - 1;
	}

	/** For the few that are told of: it looks through all. */
	at(wanted: number): string | undefined {
		for (const some of this.#known.values()) for (const [voter, number] of some) if (number === wanted) return voter;
		return undefined;
	}
}
