/** Finds who was overtaken between two looks at a chart. Pure. */

export interface Overtake {
	artistId: number;
	/** Now. */
	rank: number;
	/** The artist who was behind and is ahead now; of several, the nearest. */
	rivalId: number;
}

/** Both lists are artist ids in rank order. An artist who was not listed before has overtaken everybody behind. */
export function overtakesBetween(before: readonly number[], now: readonly number[]): Overtake[] {
	const formerRank = new Map(before.map((artistId, index) => [artistId, index]));
	const formerOf = (artistId: number) => formerRank.get(artistId) ?? before.length;
	const overtakes: Overtake[] = [];
	for (const [index, artistId] of now.entries()) {
		const former = formerRank.get(artistId);
		if (former === undefined || index <= former) continue;
		const rivalId = now.slice(0, index).findLast((ahead) => formerOf(ahead) > former);
		if (rivalId !== undefined) overtakes.push({ artistId, rank: index + 1, rivalId });
	}
	return overtakes;
}
