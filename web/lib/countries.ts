import { i18n } from '@lingui/core';
import { countryCodes } from '#contract/values/countries.ts';

export function countries(locale = i18n.locale || 'en'): { code: string; name: string }[] {
	const names = new Intl.DisplayNames(locale, { type: 'region' });
	const collator = new Intl.Collator(locale);
	return countryCodes
		.map((code) => ({ code, name: names.of(code) ?? code }))
		.toSorted((one, other) => collator.compare(one.name, other.name));
}

/** The name of an ISO 3166-1 alpha-2 code; any other text stays as operators wrote it. */
export function countryName(text: string, locale = i18n.locale || 'en'): string {
	if (!/^[A-Z]{2}$/.test(text)) return text;
	return new Intl.DisplayNames(locale, { type: 'region' }).of(text) ?? text;
}
