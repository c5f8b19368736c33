/** Every amount that the product charges or gives back, in every currency, is one that Stripe takes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currencyCodes, currencyOf, isChargeable } from '#contract/values/money.ts';
import { refundOffers } from '#server/orders/rules.ts';
import { expectChargeable, expectPayable } from '../../../emulators/stripe/amounts.ts';
import { fromStripeAmount, toStripeAmount } from './read.ts';

const code = fc.constantFrom(...currencyCodes);
/** Amounts around the limits and steps of a currency, and anywhere between. */
const price = code.chain((currency) => {
	const { min, max, step } = currencyOf(currency) ?? { min: 1, max: 1, step: 1 };
	const near = (at: number) => fc.integer({ min: Math.max(1, at - 2 * step), max: at + 2 * step });
	return fc.record({
		currency: fc.constant(currency),
		priceMinor: fc.oneof(near(min), near(max), fc.integer({ min: 1, max: max + step })),
	});
});

function takes(amountMinor: number, currency: string, rule = expectChargeable): boolean {
	try {
		rule(toStripeAmount(amountMinor, currency), currency.toLowerCase());
		return true;
	} catch {
		return false;
	}
}

describe('a price', () => {
	it('is chargeable exactly if Stripe charges it, and comes back from Stripe as it was sent', () => {
		fc.assert(
			fc.property(price, ({ currency, priceMinor }) => {
				expect(isChargeable(priceMinor, currency)).toBe(takes(priceMinor, currency));
				expect(fromStripeAmount(toStripeAmount(priceMinor, currency), currency)).toBe(priceMinor);
			}),
		);
	});

	it.each([
		[5_000, 'MGA', 5_000],
		[700, 'ISK', 70_000],
		[700, 'UGX', 70_000],
		[1_230, 'KWD', 1_230],
		[499, 'HUF', 499],
	])('of %i in %s is %i at Stripe', (minor, currency, amount) => expect(toStripeAmount(minor, currency)).toBe(amount));

	it.each(['KPW', 'IRR', 'XAU', 'BGN', 'XXX', 'usd'])('in %s, which Stripe does not take, is refused', (currency) =>
		expect([currencyOf(currency), isChargeable(500, currency)]).toEqual([undefined, false]),
	);
});

it('offers to give back only amounts that Stripe gives back', () => {
	const sold = fc.record({ terms: price, gems: fc.integer({ min: 1, max: 10_000 }), unspent: fc.nat(10_000) });
	fc.assert(
		fc.property(sold, ({ terms, gems, unspent }) => {
			fc.pre(isChargeable(terms.priceMinor, terms.currency));
			const left = { base: Math.min(unspent, gems), bonus: 0 };
			const order = { ...terms, gems, bonusGems: 0 };
			const first = refundOffers({ order, left, refundedMinor: 0, gemsTaken: 0 });
			for (const offer of Object.values(first)) {
				if (offer) expect(takes(offer.amount_minor, terms.currency, expectPayable)).toBe(true);
			}
			const refundedMinor = first.unspent?.amount_minor ?? 0;
			const { whole } = refundOffers({ order, left: { base: 0, bonus: 0 }, refundedMinor, gemsTaken: left.base });
			if (whole) expect(takes(whole.amount_minor, terms.currency, expectPayable)).toBe(true);
		}),
	);
});
