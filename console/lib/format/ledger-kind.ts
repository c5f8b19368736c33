import { useLingui } from '@lingui/react/macro';

/** What moved gems, in words; its own name where it has none yet. */
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
		['void_return', t`Back from a voided vote`],
		['forfeit', t`Given up`],
	]);
	return (kind) => names.get(kind) ?? kind;
}

/** Whether the entry's cause is an order's number. */
export function isOfOrder(kind: string): boolean {
	return ['purchase', 'bonus', 'refund', 'chargeback'].includes(kind);
}
