import { countryCodes } from '#contract/values/countries.ts';
import { fold } from '#contract/values/text.ts';
import { currencyCodes } from '#contract/values/money.ts';

/** Options of pickers, found by what an operator types. */
export interface Option {
	value: string;
	name: string;
	/** Shown beside the name: a code, a key. */
	detail?: string;
}

/** Returns the option with this name, in any case. A part of a name is none. */
export function named(options: readonly Option[], text: string): Option | undefined {
	const wanted = fold(text);
	return options.find(({ name }) => fold(name) === wanted);
}

/** Returns the option with this code or key. */
export function coded(options: readonly Option[], text: string): Option | undefined {
	const wanted = fold(text);
	return options.find(({ detail }) => fold(detail ?? '') === wanted);
}

type Kind = 'region' | 'currency' | 'language';

function namesOf(kind: Kind, codes: readonly string[]): Option[] {
	const names = new Intl.DisplayNames('en', { type: kind });
	return codes
		.map((code) => ({ value: code, name: names.of(code) ?? code, detail: code }))
		.toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Countries, currencies, languages and time zones, by their names in the console's language. */
export const countryOptions = (): Option[] => namesOf('region', countryCodes);
export const currencyOptions = (): Option[] => namesOf('currency', currencyCodes);

/** Languages in which artists write their names. */
const languageTags = 'ar de en es fil fr hi id it ja km ko lo ms my pt ru th tr vi zh zh-Hans zh-Hant'.split(' ');
export const languageOptions = (): Option[] => namesOf('language', languageTags);

/** Browsers leave out UTC. The server refuses what it does not know. */
export const zoneOptions = (): Option[] =>
	[...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].map((zone) => ({
		value: zone,
		name: zone.replaceAll('_', ' '),
		detail: zone,
	}));

/** How amounts of the currency are marked: $, ₩, ¥. */
export const symbolOf = (currency: string): string =>
	new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
		.formatToParts(0)
		.find(({ type }) => type === 'currency')?.value ?? currency;

/** What clocks of the zone are called: UTC, GMT+9. Few zones have letters of their own that browsers know. */
export const zoneNameOf = (timeZone: string): string =>
	new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'short' })
		.formatToParts(0)
		.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
