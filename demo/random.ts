/** Chance that always falls the same way: every number of the demo world comes from a seed text. */

export type Random = ReturnType<typeof randomFrom>;

export function randomFrom(seed: string) {
	const next = mulberry32(hash(seed));
	/** A whole number, both ends included. */
	const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
	return {
		/** From 0 inclusive to 1 exclusive. */
		next,
		between: (least: number, most: number) => least + next() * (most - least),
		whole,
		chance: (share: number) => next() < share,
		pick<T>(things: readonly T[]): T {
			const thing = things[whole(0, things.length - 1)];
			if (thing === undefined) throw new Error('nothing to pick from');
			return thing;
		},
	};
}

function hash(text: string): number {
	let sum = 0;
	for (const character of text) sum = (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) | 0;
	return (sum ^ 0x9e3779b9) >>> 0;
}

/** A small generator: 32 bits of state, period 2^32. */
function mulberry32(state: number): () => number {
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}
