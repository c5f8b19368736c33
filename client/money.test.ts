import { expect, it } from 'vitest';
import { formatMoney, formatPrice } from './money.ts';

it.each([
	[4.99, 'USD', 'US$', 'US$4.99'],
	[10, 'USD', 'US$', 'US$10.00'],
	[5500, 'KRW', '₩', '₩5,500'],
	[120, 'JPY', '¥', '¥120'],
	[1.5, 'nowhere', 'x', 'x1.50'],
])('%f %s reads as a price', (price, currency_name, currency_symbol, text) => {
	expect(formatPrice(price, { currency_name, currency_symbol })).toBe(text);
});

it('shows a sum with its currency', () => {
	expect(formatMoney({ currency: 'USD', minor: 1_234_50 })).toBe('$1,234.50');
	expect(formatMoney({ currency: 'KRW', minor: 4900 })).toBe('₩4,900');
});
