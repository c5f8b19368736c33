import { i18n } from '@lingui/core';
import { countryCodes } from '#contract/values/countries.ts';

export function countries(locale = i18n.locale || 'en'): { code: string; name: string }[] {
	const names = new Intl.DisplayNames(locale, { type: 'region' });
	const collator = new Intl.Collator(locale);
	return countryCodes
		.map((code) => ({ code, name: names.of(code) ?? code }))
		.toSorted((one, other) => collator.compare(one.name, other.name));
}
