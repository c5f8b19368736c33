import { i18n } from '@lingui/core';
import { countryCodes } from '#contract/values/countries.ts';
import { regionNames } from './country-name.ts';

export function countries(locale = i18n.locale || 'en'): { code: string; name: string }[] {
	const nameOf = regionNames(locale);
	const collator = new Intl.Collator(locale);
	return countryCodes
		.map((code) => ({ code, name: nameOf(code) }))
		.toSorted((one, other) => collator.compare(one.name, other.name));
}
