/** Prices as the site writes them: the operator's symbol, then the number with the currency's own digits. */

export interface Currency {
	currency_name: string;
	currency_symbol: string;
}

export function formatPrice(price: number, { currency_name: code, currency_symbol: symbol }: Currency): string {
	const digits = digitsOf(code);
	const number = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
	return `${symbol}${number.format(price)}`;
}

/** Two for a currency that nobody knows. */
function digitsOf(code: string): number {
	try {
		const format = new Intl.NumberFormat('en', { style: 'currency', currency: code });
		return format.resolvedOptions().maximumFractionDigits ?? 2;
	} catch {
		return 2;
	}
}
