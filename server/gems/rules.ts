/** How gems are counted. Pure: facts in, decision out. */

/** Gems by where they came from. Refunds and the supply report need the two apart. */
export interface Gems {
	earned: number;
	purchased: number;
}

export function sum({ earned, purchased }: Gems): number {
	return earned + purchased;
}

/** Votes spend earned gems first, then bought ones; null when there are not enough. */
export function split(cost: number, balance: Gems): Gems | null {
	if (cost > sum(balance)) return null;
	const earned = Math.min(cost, balance.earned);
	return { earned, purchased: cost - earned };
}
