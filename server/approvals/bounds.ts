/** When a change of a price or a reward is large: measured against a day ago, so that many small steps count together. */

/** Whether a number has become more than so many percent greater, or smaller by the same factor. */
export function isFarFrom(before: number, after: number, percent: number): boolean {
	const most = 1 + percent / 100;
	return after > before * most || after * most < before;
}
