/** Refunds and disputes after a payment, with events in any order. */
import { afterAll, describe, expect, it } from 'vitest';
import { readEvents } from '#server/orders/payments/reconcile.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { spendGems } from '../../fixtures/accounts/gems.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { openShop } from '../../fixtures/orders/shop.ts';

const shop = beforeTests(openShop);
afterAll(() => expectBooksToBalance(shop.db));

describe('a refund at Stripe', () => {
	it('of everything takes all gems of the order, spent ones as a debt', async () => {
		const uma = await aPerson(shop.owner, 'uma');
		const { tradeNo, payment } = await shop.fulfilledOrder(uma);
		shop.stripe.state.refund(payment);
		await shop.deliver(shop.latest('refund.created'));
		expect([await shop.statusOf(uma, tradeNo), await shop.balance(uma)]).toEqual(['refunded', 0]);
	});

	it('that is heard of before the payment, or never, comes to the same', async () => {
		const vic = await aPerson(shop.owner, 'vic');
		const { tradeNo, payment } = await shop.paidOrder(vic);
		shop.stripe.state.refund(payment, 200);
		await shop.deliver(shop.latest('refund.created'));
		expect(await shop.balance(vic)).toBe(0);
		await shop.deliver(shop.latest('checkout.session.completed'));
		// 200/499 of 550 rounded up, with that share of the bonus.
		expect([await shop.statusOf(vic, tradeNo), await shop.balance(vic)]).toEqual(['refunded', 600 - 221 - 21]);
		shop.stripe.state.refund(payment);
		await readEvents(shop.payments);
		expect(await shop.balance(vic)).toBe(0);
	});

	it('that fails gives the gems back', async () => {
		const wes = await aPerson(shop.owner, 'wes');
		const { tradeNo, payment } = await shop.fulfilledOrder(wes);
		const refund = shop.stripe.state.refund(payment);
		await shop.deliver(shop.latest('refund.created'));
		shop.stripe.state.failRefund(refund.id);
		await shop.deliver(shop.latest('refund.failed'));
		expect([await shop.statusOf(wes, tradeNo), await shop.balance(wes)]).toEqual(['fulfilled', 600]);
	});
});

describe('a dispute', () => {
	it('takes the gems, and gives them back when it is won', async () => {
		const xia = await aPerson(shop.owner, 'xia', { earned: 5 });
		const { tradeNo, payment } = await shop.fulfilledOrder(xia);
		const dispute = shop.stripe.state.dispute(payment);
		const opened = shop.latest('charge.dispute.created');
		await shop.deliver(opened);
		expect([await shop.statusOf(xia, tradeNo), await shop.balance(xia)]).toEqual(['disputed', 5]);
		shop.stripe.state.closeDispute(dispute.id, 'won');
		await shop.deliver(shop.latest('charge.dispute.closed'));
		await shop.deliver(opened);
		expect([await shop.statusOf(xia, tradeNo), await shop.balance(xia)]).toEqual(['fulfilled', 605]);
	});

	it('whose end is heard of before its beginning has ended', async () => {
		const zed = await aPerson(shop.owner, 'zed');
		const { tradeNo, payment } = await shop.fulfilledOrder(zed);
		const dispute = shop.stripe.state.dispute(payment);
		const opened = shop.latest('charge.dispute.created');
		shop.stripe.state.closeDispute(dispute.id, 'won');
		await shop.deliver(shop.latest('charge.dispute.closed'));
		await shop.deliver(opened);
		expect([await shop.statusOf(zed, tradeNo), await shop.balance(zed)]).toEqual(['fulfilled', 600]);
	});

	it.each([
		[1, 0, 3],
		[1, 550, 52],
		[100, 0, 122],
		[499, 550, 600],
	])('of %i cents takes its share, with %i gems spent', async (amount, spent, gems) => {
		const fan = await aPerson(shop.owner, `fan with ${amount} cents disputed, ${spent} spent`);
		const { tradeNo, payment } = await shop.fulfilledOrder(fan);
		if (spent > 0) await shop.owner.transaction((tx) => spendGems(tx, fan, spent));
		const { id } = shop.stripe.state.dispute(payment, { amount });
		await shop.deliver(shop.latest('charge.dispute.created'));
		await shop.deliver(shop.latest('charge.dispute.created'));
		expect(await shop.statusOf(fan, tradeNo)).toBe('disputed');
		const taken = 600 - spent - (await shop.balance(fan));
		expect(taken).toBe(gems);
		shop.stripe.state.closeDispute(id, 'won');
		await shop.deliver(shop.latest('charge.dispute.closed'));
		expect(await shop.balance(fan)).toBe(600 - spent);
	});

	it('of a part that is lost leaves the rest to refunds', async () => {
		const fan = await aPerson(shop.owner, 'fan with a part disputed and the rest refunded');
		const { payment } = await shop.fulfilledOrder(fan);
		const { id } = shop.stripe.state.dispute(payment, { amount: 100 });
		await shop.deliver(shop.latest('charge.dispute.created'));
		shop.stripe.state.closeDispute(id, 'lost');
		await shop.deliver(shop.latest('charge.dispute.closed'));
		shop.stripe.state.refund(payment, 399);
		await shop.deliver(shop.latest('refund.created'));
		expect(await shop.balance(fan)).toBe(0);
	});

	it('that is lost and then won on appeal gives the gems back', async () => {
		const wil = await aPerson(shop.owner, 'wil');
		const { tradeNo, payment } = await shop.fulfilledOrder(wil);
		const { id } = shop.stripe.state.dispute(payment);
		shop.stripe.state.closeDispute(id, 'lost');
		await shop.deliver(shop.latest('charge.dispute.closed'));
		shop.stripe.state.appealDispute(id);
		await shop.deliver(shop.latest('charge.dispute.updated'));
		expect([await shop.statusOf(wil, tradeNo), await shop.balance(wil)]).toEqual(['disputed', 0]);
		const lost = shop.latest('charge.dispute.closed');
		shop.stripe.state.closeDispute(id, 'won');
		await shop.deliver(shop.latest('charge.dispute.closed'));
		await shop.deliver(lost);
		expect([await shop.statusOf(wil, tradeNo), await shop.balance(wil)]).toEqual(['fulfilled', 600]);
	});

	it('that is lost leaves a debt of what was spent, and a bank that only asks takes nothing', async () => {
		const yan = await aPerson(shop.owner, 'yan');
		const { tradeNo, payment } = await shop.fulfilledOrder(yan);
		shop.stripe.state.dispute(payment, { inquiry: true });
		await shop.deliver(shop.latest('charge.dispute.created'));
		expect(await shop.statusOf(yan, tradeNo)).toBe('fulfilled');
		await shop.owner.transaction((tx) => spendGems(tx, yan, 400));
		const dispute = shop.stripe.state.dispute(payment);
		shop.stripe.state.closeDispute(dispute.id, 'lost');
		await shop.deliver(shop.latest('charge.dispute.closed'));
		await shop.deliver(shop.latest('charge.dispute.created'));
		expect([await shop.statusOf(yan, tradeNo), await shop.balance(yan)]).toEqual(['disputed', -400]);
	});
});
