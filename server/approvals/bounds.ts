/** When a change of a price or a reward is large: measured against a day ago, so that many small steps count together. */

/** Returns true if a number grew by more than `percent`, or shrank by more than the same factor. */
export function isFarFrom(before: number, after: number, percent: number): boolean {
	const most = 1 + percent / 100;
	return after > before * most || after * most < before;
}
