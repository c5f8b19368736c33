import { useLingui } from '@lingui/react/macro';

/** Returns the label of a ledger entry's kind, or the kind itself if it has no label yet. */
export function useLedgerKind(): (kind: string) => string {
	const { t } = useLingui();
	const names = new Map([
		['purchase', t`Bought`],
		['bonus', t`Bonus of an order`],
		['check_in', t`Check-in`],
		['vote', t`Vote`],
		['refund', t`Refund`],
		['chargeback', t`Dispute`],
		['adjustment', t`Adjustment`],
		['void_return', t`Returned for a voided vote`],
		['forfeit', t`Given up`],
	]);
	return (kind) => names.get(kind) ?? kind;
}

/** Returns whether the entry's cause is an order number. */
export function isOfOrder(kind: string): boolean {
	return ['purchase', 'bonus', 'refund', 'chargeback'].includes(kind);
}
