/**
 * Currencies as the payment provider takes them by card (https://docs.stripe.com/currencies, 2026). Its digits differ from
 * ISO 4217 (an ariary has none), and so do its steps: the last digit of a dinar is always 0. Prices are shown and stored in
 * these units.
 */

export interface Currency {
	digits: 0 | 2 | 3;
	/** Every charge and every refund is a multiple of this, in minor units. */
	step: number;
	min: number;
	max: number;
	/** The provider's units in one of ours. */
	providerUnits: number;
}

const BY_DIGITS = {
	0: 'BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF',
	2: `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CNY COP CRC CVE CZK
		DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR JMD KES KGS KHR KYD KZT LAK LBP
		LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON
		RSD RUB SAR SBD SCR SEK SGD SHP SLE SOS SRD SZL THB TJS TOP TRY TTD TWD TZS UAH USD UYU UZS WST XCD XCG YER ZAR ZMW`,
	3: 'BHD JOD KWD OMR TND',
} as const;
/** Two digits at the provider, always 00. */
const IN_HUNDREDTHS_AT_PROVIDER = new Set(['ISK', 'UGX']);
/** Smallest charges in minor units, as the provider names them; after conversion it may refuse others, too. */
const MIN = new Map<string, number>(
	Object.entries({
		30: 'GBP',
		50: 'ARS AUD BRL CAD CHF COP EUR IDR ILS INR JPY KRW NZD PHP RUB SGD USD ZAR',
		200: 'AED MYR PLN RON',
		250: 'DKK',
		300: 'NOK SEK',
		400: 'HKD',
		1000: 'MXN THB',
		1500: 'CZK',
		17500: 'HUF',
	}).flatMap(([min, codes]) => codes.split(' ').map((code): [string, number] => [code, Number(min)])),
);
const DIGITS_MAX: Record<string, number> = { IDR: 12, COP: 10, INR: 9 };
const DIGITS_MAX_ELSEWHERE = 8;

const currencies = new Map<string, Currency>(
	([0, 2, 3] as const).flatMap((digits) =>
		BY_DIGITS[digits].split(/\s+/).map((code): [string, Currency] => {
			const step = digits === 3 ? 10 : 1;
			const providerUnits = IN_HUNDREDTHS_AT_PROVIDER.has(code) ? 100 : 1;
			const max = Math.floor((10 ** (DIGITS_MAX[code] ?? DIGITS_MAX_ELSEWHERE) - 1) / providerUnits);
			return [code, { digits, step, min: MIN.get(code) ?? step, max: max - (max % step), providerUnits }];
		}),
	),
);

export const currencyCodes: readonly string[] = [...currencies.keys()].toSorted();

/** Returns undefined if the provider does not take the currency. */
export const currencyOf = (code: string): Currency | undefined => currencies.get(code);

export const minorDigits = (currency: string): number => currencyOf(currency)?.digits ?? 2;

/** Returns a decimal number for people: 499 US cents are 4.99, 5500 won are 5500. */
export const toMajor = (minor: number, currency: string): number => minor / 10 ** minorDigits(currency);

export function isChargeable(minor: number, code: string): boolean {
	const currency = currencyOf(code);
	if (!currency || !Number.isSafeInteger(minor)) return false;
	return minor >= currency.min && minor <= currency.max && minor % currency.step === 0;
}
