/** Times in the site's zone. */
import { formatMoment } from '#client/time.ts';
import { dayText, minuteBefore } from './local-time.ts';
import { useSiteZone } from '../session/operator.tsx';

/** Formats seconds since the epoch in the site's zone: `Nov 20, 2026, 18:00`. */
export function useDateTime(): (seconds: number) => string {
	const { timezone } = useSiteZone();
	return (seconds) => formatMoment(seconds * 1000, timezone);
}

/** Formats the day of a local time: `Nov 1, 2026`. */
export function shortDay(local: string): string {
	return dayText(local);
}

/** Formats the day of the minute before a local time, because ends are exclusive: `Nov 30, 2026` for `2026-12-01T00:00`. */
export function lastDayBefore(local: string): string {
	return dayText(minuteBefore(local));
}

/** A local time as forms and the server take it: `2026-12-01T00:00`. */
export function localTimeOf(seconds: number, timeZone: string): string {
	// Sweden writes times as ISO 8601 does.
	const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
	return format.format(seconds * 1000).replace(' ', 'T');
}
