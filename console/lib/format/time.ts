/**
 * Local times as forms hold them: `YYYY-MM-DDTHH:MM`, without a zone. They sort as texts. A field may hold anything while
 * somebody types, so every function here returns null for what is no time, and none throws.
 */
import { presentSeconds } from '#client/server-clock.ts';
import { formatMoment } from '#client/time.ts';
import { localTimeOf, nearestInstant, readLocal } from '#contract/values/local-time.ts';

/** Formats the day of the minute before a local time, because ends are exclusive: `Nov 30, 2026` for `2026-12-01T00:00`. */
export function lastDayBefore(local: string): string | null {
	return shortDay(minuteBefore(local) ?? '');
}

interface Hint {
	/** True if the site's clocks are set forward over the time: it does not exist. */
	isSkipped: boolean;
	/** Which one is meant, if the site's clocks show the time twice. */
	ofTwo: 'first' | 'second' | null;
	/** The time on the operator's own clock. Null if it is the same, or not known. */
	own: string | null;
}

/** Says what a local time of the site means. The server reads it by the same rule. */
export function hintOf(local: string, siteZone: string): Hint | null {
	const reading = readLocal(local, siteZone);
	if (reading === null) return null;
	const instant = nearestInstant(reading, presentSeconds());
	if (instant === undefined) return { isSkipped: true, ofTwo: null, own: null };
	const [first, second] = reading.instants;
	const ofTwo = second === undefined ? null : instant === first ? 'first' : 'second';
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
export function minuteBefore(local: string): string | null {
	return moved(local, -60_000);
}

/** Returns the day after `YYYY-MM-DD`. */
export function dayAfter(day: string): string | null {
	return moved(`${day}T00:00`, 86_400_000)?.slice(0, 10) ?? null;
}

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
