/** Prices as operators type them: stored in minor units (cents), typed in major ones. */
import type { Money } from '#client/money.ts';
import { asciiDigits } from '#client/read-numbers.ts';
import { currencyOf, minorDigits, toMajor } from '#contract/values/money.ts';

/** Returns the text of a price field: `4.99`. */
export function majorText({ currency, minor }: Money): string {
	return toMajor(minor, currency).toFixed(minorDigits(currency));
}

/** Returns the smallest and largest price, and the step if it is more than the last digit. */
export function priceLimits(currency: string): { min: string; max: string; step: string | null } | null {
	const known = currencyOf(currency);
	if (!known) return null;
	const [min, max, step] = [known.min, known.max, known.step].map((minor) => majorText({ currency, minor }));
	return { min: min ?? '', max: max ?? '', step: known.step > 1 ? (step ?? null) : null };
}

/** Reads a price field. Returns null if the text is no price of the currency, such as one with half a cent. */
export function minorOf(text: string, currency: string): number | null {
	const digits = minorDigits(currency);
	const [, whole, part = ''] = /^(\d{1,10})(?:\.(\d*))?$/.exec(asciiDigits(text.trim())) ?? [];
	if (whole === undefined || part.length > digits) return null;
	return Number(whole + part.padEnd(digits, '0'));
}
