/** Values as operators read them: gems with a true minus, countries, fields of a form in a few words. */
import { formatNumber } from '#client/numbers.ts';

/** Says how many: `1 vote`, `1,200 votes`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
	`${formatNumber(count)} ${count === 1 ? one : many}`;

/** Formats a balance, which a debt makes negative: `−20`. */
export function gemCount(gems: number): string {
	return formatNumber(gems).replace('-', '−');
}

const ledgerKinds = new Map([
	['purchase', 'Bought'],
	['bonus', 'Bonus of an order'],
	['check_in', 'Check-in'],
	['vote', 'Vote'],
	['refund', 'Refund'],
	['chargeback', 'Dispute'],
	['adjustment', 'Adjustment'],
	['void_return', 'Returned for a voided vote'],
	['forfeit', 'Given up'],
]);

/** Returns the label of a ledger entry's kind, or the kind itself if it has no label yet. */
export const ledgerKind = (kind: string): string => ledgerKinds.get(kind) ?? kind;

const states = new Map([
	['draft', 'Draft'],
	['paused', 'Paused'],
	['upcoming', 'Upcoming'],
	['ongoing', 'Ongoing'],
	['ended', 'Ended'],
	['hidden', 'Hidden'],
	['suspended', 'Suspended'],
	['created', 'Created'],
	['paying', 'Being paid'],
	['paid', 'Paid, no gems yet'],
	['fulfilled', 'Fulfilled'],
	['expired', 'Expired'],
	['refunded', 'Refunded'],
	['disputed', 'Disputed'],
]);

/** Returns the word for a state of a ranking, a fan or an order, or the state itself. */
export const stateName = (state: string): string => states.get(state) ?? state;

/** Returns whether the entry's cause is an order number. */
export function isOfOrder(kind: string): boolean {
	return ['purchase', 'bonus', 'refund', 'chargeback'].includes(kind);
}

/** Returns a code that names no country as it is. */
export function countryName(code: string): string {
	try {
		return new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code;
	} catch {
		return code;
	}
}

/** Returns the first ten characters of a network's keyed hash as its name. The hash does not reveal the address. */
export function shortNetwork(hash: string): string {
	return hash.slice(0, 10);
}

const SHORT = 60;

/** Says the value of a field in a few words. Null for a picture, an article, a long text. */
export function wordOf(value: unknown): string | null {
	if (value === '' || value === null || value === undefined) return 'nothing';
	if (typeof value === 'boolean') return value ? 'yes' : 'no';
	if (typeof value === 'number') return String(value);
	if (typeof value !== 'string' || value.length > SHORT || value.startsWith('<')) return null;
	return /^\d{4}-\d\d-\d\dT/.test(value) ? value.replace('T', ' ') : value;
}
