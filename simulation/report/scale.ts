/** Where a value stands between the lower and the upper edge of a picture, and at which values lines are drawn. */

export interface Scale {
	/** The part of the height below the value, from 0 to 1. */
	part(value: number): number;
	/** Round numbers, from the lower edge to the upper one. */
	marks: readonly number[];
}

const LINES = 4;

/** About four lines. */
export function linearScale([min, max]: readonly [number, number]): Scale {
	const rough = (max - min) / LINES;
	const power = 10 ** Math.floor(Math.log10(rough));
	const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
	const [top, bottom] = [Math.ceil(max / step) * step, Math.floor(min / step) * step];
	return {
		part: (value) => (value - bottom) / (top - bottom),
		marks: Array.from({ length: Math.round((top - bottom) / step) + 1 }, (_, index) => bottom + step * index),
	};
}

/** A line for each power of ten. Both bounds are above zero. */
export function logarithmicScale([min, max]: readonly [number, number]): Scale {
	const bottom = Math.floor(Math.log10(min));
	const top = Math.max(bottom + 1, Math.ceil(Math.log10(max)));
	return {
		part: (value) => (Math.log10(value) - bottom) / (top - bottom),
		marks: Array.from({ length: top - bottom + 1 }, (_, index) => 10 ** (bottom + index)),
	};
}
