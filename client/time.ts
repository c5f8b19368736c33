/** Times in the language of the page. */
import { i18n } from '@lingui/core';

/** Builds the format of a moment in a time zone: `Nov 20, 2026, 18:00`. */
export function dateTimeFormat(timeZone: string): Intl.DateTimeFormat {
	return new Intl.DateTimeFormat(i18n.locale || 'en', {
		timeZone,
		year: 'numeric',
		month: 'short',
		day: 'numeric',
		hour: '2-digit',
		minute: '2-digit',
		hourCycle: 'h23',
	});
}
