/** Countries, currencies, languages and time zones, by their names in the console's language. */
import { i18n } from '@lingui/core';
import { countryCodes } from '#contract/values/countries.ts';
import type { Option } from './options.ts';

type Kind = 'region' | 'currency' | 'language';

function named(kind: Kind, codes: readonly string[]): Option[] {
	const names = new Intl.DisplayNames([i18n.locale || 'en'], { type: kind });
	return codes
		.map((code) => ({ value: code, name: names.of(code) ?? code, detail: code }))
		.toSorted((one, other) => one.name.localeCompare(other.name));
}

export const countryOptions = (): Option[] => named('region', countryCodes);
export const currencyOptions = (): Option[] => named('currency', Intl.supportedValuesOf('currency'));

/** Languages in which artists write their names. */
const languageTags = 'ar de en es fil fr hi id it ja km ko lo ms my pt ru th tr vi zh zh-Hans zh-Hant'.split(' ');
export const languageOptions = (): Option[] => named('language', languageTags);

export const zoneOptions = (): Option[] =>
	Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, name: zone.replaceAll('_', ' '), detail: zone }));
