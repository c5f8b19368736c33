/** Arithmetic of gems. Pure: facts in, decision out. */

/** Gems by origin. Refunds and the supply report need the two apart. */
export interface Gems {
	earned: number;
	purchased: number;
}

export function sum({ earned, purchased }: Gems): number {
	return earned + purchased;
}
