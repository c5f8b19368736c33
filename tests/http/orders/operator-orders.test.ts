/** Orders in the console: finding one, and checking its state with the provider. */
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import * as calls from '#contract/operator/orders.ts';
import { exportOrders } from '#contract/operator/lists/exports.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { allPages, aColleague, askAs, dataAs, outcomeAs, trailOf } from '../../fixtures/operators/operators.ts';
import { orderDesk } from '../../fixtures/orders/order-desk.ts';
import { aKey, aPerson } from '../../fixtures/accounts/people.ts';
import { openShop } from '../../fixtures/orders/shop.ts';

const shop = beforeTests(() => openShop({ env: { REFUND_BOUND: '100000' }, constants: { stripe: { retries: 0 } } }));
const finance = beforeTests(() => aColleague(shop.owner, 'finance'));
const desk = beforeTests(() => orderDesk(shop, finance));
afterEach(() => void (shop.stripe.troubles.failures = []));
afterAll(() => expectBooksToBalance(shop.db));

const find = async (query: InputOf<typeof calls.listOrders>['query']) =>
	(await dataAs(shop, finance, calls.listOrders, { query })).list.map(({ trade_no }) => trade_no);

describe('an order', () => {
	it('is found by its number, the fan, and every id of the provider, and shows all that is known', async () => {
		const { fan, tradeNo, payment } = await shop.bought('Ona');
		const session = shop.stripe.state.sessions.values().find((one) => one.payment_intent === payment)?.id ?? '';
		const event = shop.latest('checkout.session.completed')?.id ?? '';
		for (const search of [tradeNo, String(fan.fanId), 'ONA@fans.example', session, payment, event]) {
			expect([search, await find({ search })]).toEqual([search, [tradeNo]]);
		}
		for (const search of ['ona@fans', 'pi_nothing', '999999999', 'A'.repeat(22)])
			expect(await find({ search })).toEqual([]);
		const order = await desk.read(tradeNo);
		expect(order).toMatchObject({
			fan_id: fan.fanId,
			fan_name: 'Ona',
			status: 'fulfilled',
			price_minor: 499,
			currency: 'USD',
			left: { base: 550, bonus: 50 },
			refundable: { unspent: { amount_minor: 499, gems: 600, debt: 0 }, whole: { amount_minor: 499, debt: 0 } },
			checkouts: [{ attempt: 1, session_id: session, status: 'complete' }],
			payments: [{ payment_id: payment, amount_minor: 499, role: 'order' }],
			events: [{ event_id: event, type: 'checkout.session.completed' }],
			ledger: [
				{ kind: 'purchase', purchased: 550 },
				{ kind: 'bonus', purchased: 50 },
			],
		});
		const nobody = { params: { trade_no: 'nobody' } };
		expect(await outcomeAs(shop, finance, calls.readOrder, nobody)).toBe('order_not_found');
	});

	it('is listed by status and by day of the site’s zone, page by page', async () => {
		const fan = await aPerson(shop.owner, 'Many');
		const made: string[] = [];
		for (const day of ['2026-03-09T14:59:00Z', '2026-03-09T15:00:00Z', '2026-03-10T14:59:59Z']) {
			await shop.clock.set(new Date(day));
			made.unshift(await shop.anOrder(fan));
		}
		await shop.clock.run();
		Object.assign(finance, await aColleague(shop.owner, 'finance'));
		const search = String(fan.fanId);
		// Midnight of Seoul is 15:00 of the day before.
		expect(await find({ search, from: '2026-03-10', until: '2026-03-10' })).toEqual(made.slice(0, 2));
		expect(await find({ from: '2026-03-09', until: '2026-03-10', status: 'created' })).toEqual(made);
		expect(await find({ search, status: 'fulfilled' })).toEqual([]);
		for (const filter of [{ search }, { from: '2026-03-09', until: '2026-03-10' }]) {
			const pages = await allPages((cursor) =>
				dataAs(shop, finance, calls.listOrders, { query: { ...filter, limit: 1, cursor } }),
			);
			expect(pages.map(({ trade_no }) => trade_no)).toEqual(made);
		}
		const wrong = { query: { from: '2026-02-31' } };
		expect(await outcomeAs(shop, finance, calls.listOrders, wrong)).toBe('invalid_request');
	});
});

describe('asking the provider again', () => {
	it('finds a payment whose message was lost, a refund and a dispute', async () => {
		const { fan, tradeNo, payment } = await shop.paid('Dan');
		const key = aKey();
		const answer = (await desk.recheck(tradeNo, key)).body.data as { order: { status: string } };
		expect([answer.order.status, await shop.balance(fan)]).toEqual(['fulfilled', 600]);
		await desk.recheck(tradeNo, key);
		expect(await trailOf(shop, `order:${tradeNo}`)).toMatchObject([
			{ action: 'order.recheck', before: { status: 'paying' }, why: 'the fan has paid' },
		]);
		shop.stripe.state.refund(payment, 200);
		await desk.recheck(tradeNo);
		expect(await shop.balance(fan)).toBe(600 - 221 - 21);
		shop.stripe.state.dispute(payment);
		await desk.recheck(tradeNo);
		expect(await shop.standing(fan, tradeNo)).toEqual(['disputed', 0]);
		const { disputes } = await desk.read(tradeNo);
		expect(disputes).toMatchObject([{ reason: 'fraudulent', due_time: expect.any(Number) }]);
		const totals = await dataAs(shop, finance, calls.readOrderTotals, { query: { search: String(fan.fanId) } });
		const sums = { currency: 'USD', gross_minor: 499, refunded_minor: 200, disputed_minor: 499, net_minor: -200 };
		expect(totals).toEqual({ orders: 1, complete: true, totals: [sums] });
		const body = { search: tradeNo, columns: ['price' as const, 'refunded' as const, 'net' as const] };
		const file = await askAs(shop, finance, exportOrders, { body });
		expect(file.text.split('\r\n')[1]).toBe('4.99,2.00,-2');
	});

	it('says so where Stripe is away, or knows nothing of it', async () => {
		const { tradeNo } = await shop.paid('Eli');
		shop.stripe.troubles.failures = [{ status: 500, when: 'before' }];
		expect((await desk.recheck(tradeNo)).body.error).toBe('payment_unavailable');
		const forgotten = await shop.bought('Flo');
		shop.stripe.state.sessions.clear();
		expect((await desk.recheck(forgotten.tradeNo)).body).toMatchObject({
			error: 'provider_refused',
			message: expect.stringContaining('No such checkout.session'),
		});
		expect((await desk.recheck('A'.repeat(22))).body.error).toBe('order_not_found');
	});
});
