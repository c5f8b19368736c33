/** Values as operators read them: gems with a true minus, countries, fields of a form in a few words. */
import { formatNumber } from '#client/numbers.ts';
import { presentSeconds } from '#client/server-clock.ts';
import { formatMoment } from '#client/time.ts';
import type { ApprovalKind } from '#contract/operator/approvals.ts';
import { localTimeOf, nearestInstant, readLocal } from '#contract/values/local-time.ts';
import { type Money } from '#client/money.ts';
import { currencyOf, minorDigits, toMajor } from '#contract/values/money.ts';
import { asciiDigits } from '#contract/values/digits.ts';

/** Says how many: `1 vote`, `1,200 votes`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
	`${formatNumber(count)} ${count === 1 ? one : many}`;

/** Formats a balance, which a debt makes negative: `−20`. */
export const gemCount = (gems: number): string => formatNumber(gems).replace('-', '−');

/** Formats how much more or less it is, in percent: `−20 %`. */
export function percentChange(now: number, before: number): string {
	const percent = Math.round((now / before - 1) * 100);
	return `${percent < 0 ? '' : '+'}${gemCount(percent)} %`;
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
export const isOfOrder = (kind: string): boolean => ['purchase', 'bonus', 'refund', 'chargeback'].includes(kind);

/** Returns a code that names no country as it is. */
export function countryName(code: string): string {
	try {
		return new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code;
	} catch {
		return code;
	}
}

/** Returns the first ten characters of a network's keyed hash as its name. The hash does not reveal the address. */
export const shortNetwork = (hash: string): string => hash.slice(0, 10);

const SHORT = 60;

/** Says the value of a field in a few words. Null for a picture, an article, a long text. */
export function wordOf(value: unknown): string | null {
	if (value === '' || value === null || value === undefined) return 'nothing';
	if (typeof value === 'boolean') return value ? 'yes' : 'no';
	if (typeof value === 'number') return String(value);
	if (typeof value !== 'string' || value.length > SHORT || value.startsWith('<')) return null;
	return /^\d{4}-\d\d-\d\dT/.test(value) ? value.replace('T', ' ') : value;
}

/** Formats the day of the minute before a local time, because ends are exclusive: `Nov 30, 2026` for `2026-12-01T00:00`. */
export const lastDayBefore = (local: string): string | null => shortDay(minuteBefore(local) ?? '');

/** Formats a period by its first and last day. */
export const periodOf = (row: { starts_local: string; ends_local: string }): string =>
	`${shortDay(row.starts_local)} to ${lastDayBefore(row.ends_local)}`;

/**
 * Says what a local time of the site means, by the server's rule: whether clocks are set forward over it, which one is meant of
 * two, and the time on the operator's own clock, unless that is the same or not known.
 */
export function hintOf(local: string, siteZone: string) {
	const reading = readLocal(local, siteZone);
	if (reading === null) return null;
	const instant = nearestInstant(reading, presentSeconds());
	if (instant === undefined) return { isSkipped: true, ofTwo: null, own: null };
	const [first, second] = reading.instants;
	const ofTwo = second === undefined ? null : instant === first ? ('first' as const) : ('second' as const);
	const own = localTimeOf(instant, ownZone());
	const isSame = own === null || own === local;
	return { isSkipped: false, ofTwo, own: isSame ? null : formatMoment(instant * 1000, ownZone()) };
}

/** Returns the zone of the device. Some browsers know none. */
function ownZone(): string {
	const { timeZone = '' } = new Intl.DateTimeFormat().resolvedOptions() as { timeZone?: string };
	return timeZone;
}

/** Returns the time of now in a zone. Empty if the browser does not know the zone. */
export const localNow = (timeZone: string): string => localTimeOf(presentSeconds(), timeZone) ?? '';

/** Formats a local time: `Dec 1, 2026, 00:00`. */
export function localText(local: string): string | null {
	const time = utcOf(local);
	return time && localFormat.format(time).replace(', 24:', ', 00:');
}

/** Formats the day of a local time: `Dec 1, 2026`. */
export function shortDay(local: string): string | null {
	const time = utcOf(`${local.slice(0, 10)}T00:00`);
	return time && dayFormat.format(time);
}

/** Returns the minute before: ends are exclusive. */
export const minuteBefore = (local: string): string | null => moved(local, -60_000);

/** Returns the day after `YYYY-MM-DD`. */
export const dayAfter = (day: string): string | null => moved(`${day}T00:00`, 86_400_000)?.slice(0, 10) ?? null;

const LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/** Reads a local time as if it were UTC. Null for what is not on the calendar. */
function utcOf(local: string): Date | null {
	const time = new Date(LOCAL.test(local) ? `${local}Z` : Number.NaN);
	return Number.isNaN(time.getTime()) || !time.toISOString().startsWith(local) ? null : time;
}

function moved(local: string, milliseconds: number): string | null {
	const time = utcOf(local);
	const text = time && new Date(time.getTime() + milliseconds).toISOString().slice(0, 16);
	return text !== null && LOCAL.test(text) ? text : null;
}

const day = { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
const dayFormat = new Intl.DateTimeFormat('en', day);
const localFormat = new Intl.DateTimeFormat('en', { ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

const names: Record<ApprovalKind, string> = {
	gem_adjustment: 'Adjust the gems of a fan',
	refund: 'Refund an order',
	vote_void: 'Void the votes of a case',
	vote_restore: 'Restore the votes of a case',
	role_change: 'Grant a higher role',
	goods_change: 'Change what is sold',
	economy_change: 'Change what a vote costs',
	reward_change: 'Change the check-in’s rewards',
	ranking_price: 'Give a ranking its own price',
	make_good: 'Make good for votes that failed',
	artist_rename: 'Rename an artist during a vote',
	entry_visibility: 'Hide or show an artist of a running ranking',
	early_result: 'Certify a result before its review is over',
	fan_suspension: 'Suspend fans, or end their suspension',
};

/** Returns what a request of the kind would do. */
export const approvalName = (kind: string): string => names[kind as ApprovalKind] ?? kind.replaceAll('_', ' ');

/** Returns the text of a price field: `4.99`. */
export const majorText = ({ currency, minor }: Money): string =>
	toMajor(minor, currency).toFixed(minorDigits(currency));

/** Returns the smallest and largest price, and the step if it is more than the last digit. */
export function priceLimits(currency: string): { min: string; max: string; step: string | null } | null {
	const known = currencyOf(currency);
	if (!known) return null;
	const [min, max, step] = [known.min, known.max, known.step].map((minor) => majorText({ currency, minor }));
	return { min: min ?? '', max: max ?? '', step: known.step > 1 ? (step ?? null) : null };
}

/** Reads a price field. Returns null if the text is no price of the currency, such as one with half a cent. */
export function minorOf(text: string, currency: string): number | null {
	const digits = minorDigits(currency);
	const [, whole, part = ''] = /^(\d{1,10})(?:\.(\d*))?$/.exec(asciiDigits(text)) ?? [];
	if (whole === undefined || part.length > digits) return null;
	return Number(whole + part.padEnd(digits, '0'));
}
