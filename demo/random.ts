/** Chance that always falls the same way: every picture and every number of the demo world comes from a seed text. */

export interface Random {
	/** From 0 inclusive to 1 exclusive. */
	next(): number;
	between(least: number, most: number): number;
	/** A whole number, both ends included. */
	whole(least: number, most: number): number;
	chance(share: number): boolean;
	pick<T>(things: readonly T[]): T;
}

export function randomFrom(seed: string): Random {
	const next = mulberry32(hash(seed));
	const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
	const pick = <T>(things: readonly T[]) => {
		const thing = things[whole(0, things.length - 1)];
		if (thing === undefined) throw new Error('nothing to pick from');
		return thing;
	};
	return {
		next,
		between: (least, most) => least + next() * (most - least),
		whole,
		chance: (share) => next() < share,
		pick,
	};
}

function hash(text: string): number {
	let sum = 0;
	for (const character of text) sum = (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) | 0;
	return (sum ^ 0x9e3779b9) >>> 0;
}

/** A small generator, good enough for pictures: 32 bits of state, period 2^32. */
function mulberry32(state: number): () => number {
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}
