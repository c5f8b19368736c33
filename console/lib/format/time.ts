/** Times in the site's zone. */
import { dateTimeFormat } from '#client/time.ts';
import { useSiteZone } from '../session/operator.tsx';

/** Formats seconds since the epoch in the site's zone: `Nov 20, 2026, 18:00`. */
export function useDateTime(): (seconds: number) => string {
	const { timezone } = useSiteZone();
	const format = dateTimeFormat(timezone);
	return (seconds) => format.format(seconds * 1000);
}

/** Month and day of a local time: `11.01`. */
export function shortDay(local: string): string {
	return local.slice(5, 10).replace('-', '.');
}

/** Formats the day of the minute before a local time, because ends are exclusive: `11.30` for `2026-12-01T00:00`. */
export function lastDayBefore(local: string): string {
	const before = new Date(new Date(`${local}Z`).getTime() - 60_000);
	return shortDay(before.toISOString());
}

/** A local time as forms and the server take it: `2026-12-01T00:00`. */
export function localTimeOf(seconds: number, timeZone: string): string {
	// Sweden writes times as ISO 8601 does.
	const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
	return format.format(seconds * 1000).replace(' ', 'T');
}
