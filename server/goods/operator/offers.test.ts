import { describe, expect, it } from 'vitest';
import { isLargeOffer, type Offer } from './goods.ts';

const offer = (gems: number, price: number, more: Partial<Offer> = {}): Offer => ({
	gems,
	bonus_gems: 0,
	price_minor: price,
	currency: 'USD',
	withdrawn: false,
	...more,
});
const isLarge = (after: Offer, own: Offer | null, ...others: Offer[]) => isLargeOffer(after, { own, others }, 50);

it('goods that were on sale a day ago are compared with themselves, in both directions', () => {
	expect([isLarge(offer(150, 100), offer(100, 100)), isLarge(offer(151, 100), offer(100, 100))]).toEqual([false, true]);
	expect([isLarge(offer(100, 150), offer(100, 100)), isLarge(offer(100, 151), offer(100, 100))]).toEqual([false, true]);
	expect(isLarge(offer(100, 100, { bonus_gems: 51 }), offer(100, 100), offer(900, 100))).toBe(true);
});

it('goods that were on sale a day ago are taken off sale by anybody', () => {
	expect(isLarge(offer(900, 1, { withdrawn: true }), offer(100, 100))).toBe(false);
});

describe('new goods, and those that come back or change their currency', () => {
	it('are compared with the best that was on sale in their currency', () => {
		const best = offer(200, 100);
		expect([isLarge(offer(300, 100), null, best), isLarge(offer(301, 100), null, best)]).toEqual([false, true]);
		expect(isLarge(offer(301, 100), offer(301, 100, { withdrawn: true }), best)).toBe(true);
		expect(isLarge(offer(10, 100), null, best)).toBe(false);
		expect(isLarge(offer(300, 100), offer(300, 100, { currency: 'KRW' }), best)).toBe(false);
	});

	it('are large where there was nothing to compare with', () => {
		expect(isLarge(offer(1, 100), null)).toBe(true);
		expect(isLarge(offer(1, 100), null, offer(900, 1, { withdrawn: true }), offer(900, 1, { currency: 'KRW' }))).toBe(
			true,
		);
	});
});
