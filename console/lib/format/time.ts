/** Moments, and local times as forms hold them: `YYYY-MM-DDTHH:MM`, without a zone. They sort as texts. */
import { formatMoment } from '#client/time.ts';

/** Formats the day of the minute before a local time, because ends are exclusive: `Nov 30, 2026` for `2026-12-01T00:00`. */
export function lastDayBefore(local: string): string {
	return shortDay(minuteBefore(local));
}

/** A local time as forms and the server take it: `2026-12-01T00:00`. */
export function localTimeOf(seconds: number, timeZone: string): string {
	// Sweden writes times as ISO 8601 does.
	const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
	return format.format(seconds * 1000).replace(' ', 'T');
}

/** Returns the moment (epoch seconds) of a local time in a zone: the earlier one where clocks are set back. */
export function secondsAt(local: string, timeZone: string): number {
	const asUtc = Date.parse(`${local.slice(0, 16)}Z`) / 1000;
	if (Number.isNaN(asUtc)) return asUtc;
	const shown = (seconds: number) => Date.parse(`${localTimeOf(seconds, timeZone)}Z`) / 1000;
	const near = asUtc - (shown(asUtc) - asUtc);
	// The offset at the guess may be that of another season than the moment's.
	return near - (shown(near) - asUtc);
}

/** Returns the time on the operator's own clock, or null if that clock shows the same. */
export function ownTimeOf(local: string, siteZone: string): string | null {
	const seconds = secondsAt(local, siteZone);
	if (Number.isNaN(seconds)) return null;
	const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
	if (localTimeOf(seconds, timeZone) === local.slice(0, 16)) return null;
	return formatMoment(seconds * 1000, timeZone);
}

/** Returns the time of now in a zone. */
export const localNow = (timeZone: string): string => localTimeOf(Date.now() / 1000, timeZone);

/** Formats a local time: `Dec 1, 2026, 00:00`. */
export function localText(local: string): string {
	return localFormat.format(new Date(`${local}Z`)).replace(', 24:', ', 00:');
}

/** Formats the day of a local time: `Dec 1, 2026`. */
export function shortDay(local: string): string {
	return dayFormat.format(new Date(`${local.slice(0, 10)}T00:00Z`));
}

/** Returns the minute before: ends are exclusive. */
export function minuteBefore(local: string): string {
	return new Date(new Date(`${local}Z`).getTime() - 60_000).toISOString().slice(0, 16);
}

/** Returns the day after `YYYY-MM-DD`. */
export function dayAfter(day: string): string {
	return new Date(new Date(`${day}T00:00Z`).getTime() + 86_400_000).toISOString().slice(0, 10);
}

const day = { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
const dayFormat = new Intl.DateTimeFormat('en', day);
const localFormat = new Intl.DateTimeFormat('en', { ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
