/** How gems are counted. Pure: facts in, decision out. */

/** Gems by where they came from. Refunds and the supply report need the two apart. */
export interface Gems {
	earned: number;
	purchased: number;
}

export function sum({ earned, purchased }: Gems): number {
	return earned + purchased;
}
