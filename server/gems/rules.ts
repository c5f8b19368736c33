/** Kinds and arithmetic of gems. Pure: facts in, decision out. */

/** Gems by origin. Refunds and the supply report need the two apart. */
export interface Gems {
	earned: number;
	purchased: number;
}

export type LedgerKind =
	| 'purchase'
	| 'bonus'
	| 'check_in'
	| 'vote'
	| 'refund'
	| 'chargeback'
	| 'adjustment'
	| 'void_return'
	| 'forfeit';

export function sum({ earned, purchased }: Gems): number {
	return earned + purchased;
}
