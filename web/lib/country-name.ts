import { i18n } from '@lingui/core';

/** The name of an ISO 3166-1 alpha-2 code; any other text stays as operators wrote it. */
export const countryName = (text: string, locale = i18n.locale || 'en') =>
	/^[A-Z]{2}$/.test(text) ? regionNames(locale)(text) : text;

/** A browser that names no regions shows their codes. */
export function regionNames(locale: string): (code: string) => string {
	try {
		const names = new Intl.DisplayNames(locale, { type: 'region' });
		return (code) => names.of(code) ?? code;
	} catch {
		return (code) => code;
	}
}
