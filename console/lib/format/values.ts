/** Gems with a true minus. */
import { i18n } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';

/** Formats a change with its sign: `+550`, `−20`, `0`. */
export function gemChange(gems: number): string {
	return new Intl.NumberFormat(i18n.locale || 'en', { signDisplay: 'exceptZero' }).format(gems).replace('-', '−');
}

/** Formats a balance, which a debt makes negative: `−20`. */
export function gemCount(gems: number): string {
	return new Intl.NumberFormat(i18n.locale || 'en').format(gems).replace('-', '−');
}

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

/** Returns a code that names no country as it is. */
export function countryName(code: string): string {
	try {
		return new Intl.DisplayNames([i18n.locale || 'en'], { type: 'region' }).of(code) ?? code;
	} catch {
		return code;
	}
}

/** Returns the first ten characters of a network's keyed hash as its name. The hash does not reveal the address. */
export function shortNetwork(hash: string): string {
	return hash.slice(0, 10);
}
