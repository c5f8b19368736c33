/** Times in the site's zone. All input is seconds since the epoch. */
import { formats, i18n } from '@lingui/core';
import { formatMoment } from '#client/time.ts';
import { useHydrated } from '#ui/hydrated.ts';
import { localTimeOf } from '#contract/values/local-time.ts';
import { isZoneKnown } from '#contract/values/zones.ts';

/** `2026.11.01 00:00 ~ 2026.11.30 23:59`. The end is exclusive, so its last minute is shown. */
export const formatPeriod = (start: number, end: number, timeZone: string): string =>
	`${partsOf(start, timeZone).join(' ')} ~ ${partsOf(end - 1, timeZone).join(' ')}`;

/** `2026.10.01 ~ 2026.10.31`, the last day included. */
export const formatDays = (start: number, end: number, timeZone: string): string =>
	`${partsOf(start, timeZone)[0]} ~ ${partsOf(end - 1, timeZone)[0]}`;

/** `Nov 20, 2026, 18:00` in the page's language. */
export const formatDateTime = (seconds: number, timeZone: string): string => formatMoment(seconds * 1000, timeZone);

/** Returns the time zone of the device. Null if the browser does not know it: some tell `Etc/Unknown`, or nothing. */
export function fanTimeZone(): string | null {
	const { timeZone } = new Intl.DateTimeFormat().resolvedOptions() as { timeZone?: string };
	return timeZone !== undefined && isZoneKnown(timeZone) ? timeZone : null;
}

/** The same for a page that the server may have rendered: null until the browser has taken it over. */
export const useFanTimeZone = (): string | null => (useHydrated() ? fanTimeZone() : null);

export const formatTime = (seconds: number, timeZone: string): string => partsOf(seconds, timeZone)[1];

/** A calendar date without a time, such as a birthday `2001-07-07`: `July 7, 2001`. */
export const formatDate = (isoDate: string): string =>
	formats.date(i18n.locale || 'en', new Date(`${isoDate}T00:00:00Z`), {
		timeZone: 'UTC',
		dateStyle: 'long',
		calendar: 'gregory',
	});

/** The day of a zone that the browser knows, in the page's language: `November 20, 2026`. */
export const formatDayOf = (seconds: number, timeZone: string): string =>
	formatDate(partsOf(seconds, timeZone)[0].replaceAll('.', '-'));

/** `YYYY.MM.DD` and `HH:MM` of a zone that the browser knows. */
function partsOf(seconds: number, timeZone: string): [day: string, time: string] {
	const [day = '', time = ''] = localTimeOf(seconds, timeZone)?.split('T') ?? [];
	return [day.replaceAll('-', '.'), time];
}
