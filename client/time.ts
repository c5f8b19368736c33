import { formats, i18n } from '@lingui/core';
import { isZoneKnown } from '#contract/values/zones.ts';

/** `Nov 20, 2026, 18:00`; in UTC, and saying so, if the browser does not know the zone. Lingui keeps the slow formatter. */
export function formatMoment(milliseconds: number, timeZone: string): string {
	const time = new Date(milliseconds);
	// A page in which a formatter throws is lost.
	if (Number.isNaN(+time)) return NO_TIME;
	if (!isZoneKnown(timeZone)) return `${formatMoment(milliseconds, 'UTC')} UTC`;
	return formats.date(i18n.locale || 'en', time, {
		timeZone,
		// Thai would count years from another era than the periods of charts.
		calendar: 'gregory',
		year: 'numeric',
		month: 'short',
		day: 'numeric',
		hour: '2-digit',
		minute: '2-digit',
		hourCycle: 'h23',
	});
}

const NO_TIME = '–';

const UNITS = [
	['day', 86_400],
	['hour', 3_600],
	['minute', 60],
] as const;

/** Formats how long ago something was, in the largest unit that fits: `3 seconds ago`. */
export function formatAge(seconds: number): string {
	if (!Number.isFinite(seconds)) return NO_TIME;
	const [unit, length] = UNITS.find(([, least]) => seconds >= least) ?? (['second', 1] as const);
	const format = new Intl.RelativeTimeFormat(i18n.locale || 'en');
	return format.format(-Math.max(0, Math.floor(seconds / length)), unit);
}
