/** Refunds and disputes after a payment, with events in any order. */
import { afterAll, describe, expect, it } from 'vitest';
import { readEvents } from '#server/orders/payments/reconcile.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { openShop } from '../../fixtures/orders/shop.ts';

const shop = beforeTests(openShop);
afterAll(() => expectBooksToBalance(shop.db));

const [REFUND, OPENED, CLOSED] = ['refund.created', 'charge.dispute.created', 'charge.dispute.closed'] as const;

/** An order, and what the bank does to its payment, with its message. */
async function sold(name: string) {
	const { fan, tradeNo, payment } = await shop.bought(name, { earned: 5 });
	const { state } = shop.stripe;
	return {
		spend: (gems: number) => shop.spend(fan, gems),
		standing: () => shop.standing(fan, tradeNo),
		async refunds(amount?: number) {
			const { id } = state.refund(payment, amount);
			await shop.hear(REFUND);
			return id;
		},
		disputes: (traits?: { amount?: number; inquiry?: boolean }) => state.dispute(payment, traits).id,
		async ends(id: string, status: 'won' | 'lost') {
			state.closeDispute(id, status);
			await shop.hear(CLOSED);
		},
	};
}

describe('a refund at Stripe', () => {
	it('of everything takes all gems of the order, and gives them back if it fails', async () => {
		const { refunds, standing } = await sold('uma');
		const id = await refunds();
		expect(await standing()).toEqual(['refunded', 5]);
		shop.stripe.state.failRefund(id);
		await shop.hear('refund.failed');
		expect(await standing()).toEqual(['fulfilled', 605]);
	});

	it('that is heard of before the payment, or never, comes to the same', async () => {
		const { fan, tradeNo, payment } = await shop.paid('vic');
		shop.stripe.state.refund(payment, 200);
		await shop.hear(REFUND);
		expect(await shop.balance(fan)).toBe(0);
		await shop.hear('checkout.session.completed');
		// 200/499 of 550 rounded up, with that share of the bonus.
		expect(await shop.standing(fan, tradeNo)).toEqual(['refunded', 600 - 221 - 21]);
		shop.stripe.state.refund(payment);
		await readEvents(shop.payments);
		expect(await shop.balance(fan)).toBe(0);
	});
});

describe('a dispute', () => {
	it.for([
		[1, 0, 3],
		[1, 550, 52],
		[100, 0, 122],
		[499, 0, 600],
		[499, 550, 600],
	] as const)(
		'of %i cents takes its share, with %i gems spent, and gives it back when it is won',
		async ([amount, spent, gems]) => {
			const { spend, disputes, ends, standing } = await sold(`${amount} cents disputed, ${spent} spent`);
			if (spent > 0) await spend(spent);
			const id = disputes({ amount });
			const opened = shop.latest(OPENED);
			for (const _ of [1, 2]) await shop.deliver(opened);
			expect(await standing()).toEqual(['disputed', 605 - spent - gems]);
			await ends(id, 'won');
			await shop.deliver(opened);
			expect(await standing()).toEqual(['fulfilled', 605 - spent]);
		},
	);

	it('whose end is heard of before its beginning has ended', async () => {
		const { disputes, ends, standing } = await sold('zed');
		await ends(disputes(), 'won');
		await shop.hear(OPENED);
		expect(await standing()).toEqual(['fulfilled', 605]);
	});

	it('of a part that is lost leaves the rest to refunds', async () => {
		const { disputes, ends, refunds, standing } = await sold('a part disputed and the rest refunded');
		const id = disputes({ amount: 100 });
		await shop.hear(OPENED);
		await ends(id, 'lost');
		await refunds(399);
		expect(await standing()).toEqual(['disputed', 5]);
	});

	it('that is lost and then won on appeal gives the gems back', async () => {
		const { disputes, ends, standing } = await sold('wil');
		const id = disputes();
		await ends(id, 'lost');
		const lost = shop.latest(CLOSED);
		shop.stripe.state.appealDispute(id);
		await shop.hear('charge.dispute.updated');
		expect(await standing()).toEqual(['disputed', 5]);
		await ends(id, 'won');
		await shop.deliver(lost);
		expect(await standing()).toEqual(['fulfilled', 605]);
	});

	it('that is lost leaves a debt of what was spent, and a bank that only asks takes nothing', async () => {
		const { spend, disputes, ends, standing } = await sold('yan');
		disputes({ inquiry: true });
		await shop.hear(OPENED);
		expect(await standing()).toEqual(['fulfilled', 605]);
		await spend(400);
		await ends(disputes(), 'lost');
		await shop.hear(OPENED);
		expect(await standing()).toEqual(['disputed', 5 - 400]);
	});
});
