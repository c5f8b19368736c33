/** Chance that a seed decides. */

export interface Chance {
	/** From 0 to below 1. */
	next(): number;
	/** Whether something of this probability happens. */
	of(probability: number): boolean;
	below(most: number): number;
	oneOf<Item>(items: readonly Item[]): Item;
}

/** Mulberry32: small, quick, and good enough to choose requests. */
export function chanceOf(seed: number): Chance {
	let state = seed >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const below = (most: number) => Math.floor(next() * most);
	return {
		next,
		below,
		of: (probability) => next() < probability,
		oneOf(items) {
			const item = items[below(items.length)];
			if (item === undefined) throw new Error('There is nothing to choose from');
			return item;
		},
	};
}
