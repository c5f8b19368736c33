/** Values as operators read them: gems with a true minus, countries, fields of a form in a few words. */
import { i18n } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';

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

/** Returns the word for a state of a ranking, a fan or an order, or the state itself. */
export function useStateName(): (state: string) => string {
	const { t } = useLingui();
	const states = new Map([
		['draft', t`Draft`],
		['paused', t`Paused`],
		['upcoming', t`Upcoming`],
		['ongoing', t`Ongoing`],
		['ended', t`Ended`],
		['hidden', t`Hidden`],
		['suspended', t`Suspended`],
		['created', t`Created`],
		['paying', t`Being paid`],
		['paid', t`Paid, no gems yet`],
		['fulfilled', t`Fulfilled`],
		['expired', t`Expired`],
		['refunded', t`Refunded`],
		['disputed', t`Disputed`],
	]);
	return (state) => states.get(state) ?? state;
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

export interface ValueWords {
	empty: string;
	yes: string;
	no: string;
}

export function useValueWords(): ValueWords {
	const { t } = useLingui();
	return { empty: t`nothing`, yes: t`yes`, no: t`no` };
}

const SHORT = 60;

/** Says the value of a field in a few words. Null for a picture, an article, a long text. */
export function wordOf(value: unknown, { empty, yes, no }: ValueWords): string | null {
	if (value === '' || value === null || value === undefined) return empty;
	if (typeof value === 'boolean') return value ? yes : no;
	if (typeof value === 'number') return String(value);
	if (typeof value !== 'string' || value.length > SHORT || value.startsWith('<')) return null;
	return /^\d{4}-\d\d-\d\dT/.test(value) ? value.replace('T', ' ') : value;
}
