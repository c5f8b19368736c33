/** Prices as operators type them: stored in minor units (cents), typed in major ones. */
import type { Money } from '#client/money.ts';
import { minorDigits, toMajor } from '#contract/values/money.ts';

/** Returns the text of a price field: `4.99`. */
export function majorText({ currency, minor }: Money): string {
	return toMajor(minor, currency).toFixed(minorDigits(currency));
}

/** Reads a price field. Returns null if the text is no price of the currency, such as one with half a cent. */
export function minorOf(text: string, currency: string): number | null {
	const digits = minorDigits(currency);
	const [, whole, part = ''] = /^(\d{1,9})(?:\.(\d*))?$/.exec(text.trim()) ?? [];
	if (whole === undefined || part.length > digits) return null;
	return Number(whole + part.padEnd(digits, '0'));
}
