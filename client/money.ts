import { formats, i18n } from '@lingui/core';
import { minorDigits, toMajor } from '#contract/values/money.ts';

export interface Currency {
	currency_name: string;
	currency_symbol: string;
}

/** Formats a price in major units: the operator's symbol, then the number in the page's language. */
export const formatPrice = (price: number, { currency_name: code, currency_symbol: symbol }: Currency): string =>
	`${symbol}${formats.number(i18n.locale || 'en', price, digitsOf(code))}`;

export interface Money {
	/** ISO 4217. */
	currency: string;
	/** Cents, or whatever the smallest unit of the currency is. */
	minor: number;
}

/** Formats an amount with the symbol and the order of the page's language. */
export function formatMoney({ currency, minor }: Money): string {
	const style = { style: 'currency', currency, ...digitsOf(currency) } as const;
	return formats.number(i18n.locale || 'en', toMajor(minor, currency), style);
}

function digitsOf(currency: string): { minimumFractionDigits: number; maximumFractionDigits: number } {
	const digits = minorDigits(currency);
	return { minimumFractionDigits: digits, maximumFractionDigits: digits };
}
