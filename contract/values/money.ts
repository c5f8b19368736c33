/** Converts between major and minor units of ISO 4217, in which we show and store prices. */

const WITHOUT_MINOR_UNIT = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '));
const IN_THOUSANDTHS = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));

/** Number of digits after the decimal point. */
export function minorDigits(currency: string): number {
	if (WITHOUT_MINOR_UNIT.has(currency)) return 0;
	return IN_THOUSANDTHS.has(currency) ? 3 : 2;
}

/** Returns a decimal number for people: 499 US cents are 4.99, 5500 won are 5500. */
export function toMajor(minor: number, currency: string): number {
	return minor / 10 ** minorDigits(currency);
}
