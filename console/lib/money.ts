/** Money: stored in minor units (cents), typed and shown in major ones. */
import { i18n } from '@lingui/core';
import { minorDigits, toMajor } from '#contract/money.ts';

export interface Money {
	/** ISO 4217. */
	currency: string;
	minor: number;
}

export function moneyText({ currency, minor }: Money): string {
	const digits = minorDigits(currency);
	const format = new Intl.NumberFormat(i18n.locale || 'en', {
		...{ style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits },
	});
	return format.format(toMajor(minor, currency));
}

/** What stands in a price's field: `4.99`. */
export function majorText({ currency, minor }: Money): string {
	return toMajor(minor, currency).toFixed(minorDigits(currency));
}

/** Reads a price's field; null where it is no price of that currency, such as one with half a cent. */
export function minorOf(text: string, currency: string): number | null {
	const digits = minorDigits(currency);
	const [, whole, part = ''] = /^(\d{1,9})(?:\.(\d*))?$/.exec(text.trim()) ?? [];
	if (whole === undefined || part.length > digits) return null;
	return Number(whole + part.padEnd(digits, '0'));
}
