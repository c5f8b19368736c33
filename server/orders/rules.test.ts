import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DisputeFacts, RefundFacts } from './payments/provider.ts';
import { gemsOfRefund, laterDispute, laterRefund, refundOffers } from './rules.ts';

const order = { gems: 550, bonusGems: 50, priceMinor: 499, currency: 'USD' };

it('a refund in parts takes back exactly the order’s gems in total', () => {
	const part = fc.integer({ min: 1, max: 499 });
	fc.assert(
		fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), fc.nat(600), (parts, spent) => {
			let [refundedMinor, gemsTaken] = [0, 0];
			for (const amount of parts) {
				const amountMinor = Math.min(amount, 499 - refundedMinor);
				if (amountMinor === 0) break;
				const held = Math.max(0, 600 - spent - gemsTaken);
				const left = { base: Math.max(0, held - 50), bonus: Math.min(50, held) };
				const gems = gemsOfRefund({ order, left, refundedMinor, gemsTaken, amountMinor });
				expect(gems).toBeGreaterThanOrEqual(0);
				gemsTaken += gems;
				refundedMinor += amountMinor;
				expect(gemsTaken).toBeLessThanOrEqual(600);
			}
			if (refundedMinor === 499) expect(gemsTaken).toBe(600);
		}),
	);
});

it('news of a refund or a dispute lead to the same in any order', () => {
	const refunds: RefundFacts['status'][] = ['pending', 'succeeded', 'failed'];
	const disputes: DisputeFacts['status'][] = ['inquiry', 'open', 'lost'];
	fc.assert(
		fc.property(fc.shuffledSubarray([0, 1, 2, 0, 1, 2], { minLength: 6 }), (sequence) => {
			expect(sequence.map((n) => refunds[n] ?? 'pending').reduce(laterRefund)).toBe('failed');
			const appealed = sequence.map((n) => disputes[n] ?? 'inquiry');
			expect(appealed.reduce(laterDispute)).toBe('lost');
			for (const place of sequence) expect(appealed.toSpliced(place, 0, 'won').reduce(laterDispute)).toBe('won');
		}),
	);
});

it('what may be refunded of unspent gems never leaves a debt, and never a gem of the order', () => {
	const terms = fc.record({
		gems: fc.integer({ min: 1, max: 5_000 }),
		priceMinor: fc.integer({ min: 1, max: 9_000 }),
	});
	fc.assert(
		fc.property(terms, fc.nat(5_000), fc.nat(500), ({ gems, priceMinor }, unspent, bonusGems) => {
			const base = Math.min(unspent, gems);
			const left = { base, bonus: bonusGems };
			const sold = { gems, bonusGems, priceMinor, currency: 'USD' };
			const { unspent: offer } = refundOffers({ order: sold, left, refundedMinor: 0, gemsTaken: 0 });
			if (offer) expect([offer.gems, offer.debt]).toEqual([base + bonusGems, 0]);
			else expect(base * priceMinor).toBeLessThan(gems);
		}),
	);
});
