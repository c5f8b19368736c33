/**
 * Orders in the console: finding one, asking the provider how it stands, and giving money back, once, whatever happens, and gems only
 * for what the provider confirms.
 */
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import { askRefund } from '#server/orders/refunds/refunds.ts';
import { watchOrders } from '#server/orders/payments/reconcile.ts';
import { allPages } from '../../fixtures/operators/operators.ts';
import { orderDesk, outcomeOf, WHY } from '../../fixtures/orders/order-desk.ts';
import { openShop, someGoods } from '../../fixtures/orders/shop.ts';
import { aKey, beforeTests, type Operator, type Person } from '../../fixtures/site/site.ts';
import * as calls from '../../fixtures/site/calls.ts';

const shop = beforeTests(() => openShop({ env: { REFUND_BOUND: '100000' }, constants: { stripe: { retries: 0 } } }));
const finance = beforeTests(() => shop.operator('finance'));
const desk = beforeTests(() => orderDesk(shop, finance));
afterEach(() => void (shop.stripe.troubles.failures = []));
afterAll(() => shop.balances());

const find = async (query: InputOf<typeof calls.listOrders>['query']) =>
	(await finance.data(calls.listOrders, { query })).list.map(({ trade_no }) => trade_no);

it('an order is found by its number, the fan, and every id of the provider, and shows all that is known', async () => {
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
	expect(await finance.outcome(calls.readOrder, nobody)).toBe('order_not_found');
});

it('an order is listed by status and by day of the site’s zone, page by page', async () => {
	const fan = await shop.fan('Many');
	const made: string[] = [];
	for (const day of ['2026-03-09T14:59:00Z', '2026-03-09T15:00:00Z', '2026-03-10T14:59:59Z']) {
		await shop.clock.set(new Date(day));
		made.unshift(await shop.anOrder(fan));
	}
	await shop.clock.run();
	Object.assign(finance, await shop.operator('finance'));
	const search = String(fan.fanId);
	// Midnight of Seoul is 15:00 of the day before.
	expect(await find({ search, from: '2026-03-10', until: '2026-03-10' })).toEqual(made.slice(0, 2));
	expect(await find({ from: '2026-03-09', until: '2026-03-10', status: 'created' })).toEqual(made);
	expect(await find({ search, status: 'fulfilled' })).toEqual([]);
	for (const filter of [{ search }, { from: '2026-03-09', until: '2026-03-10' }]) {
		const pages = await allPages((cursor) =>
			finance.data(calls.listOrders, { query: { ...filter, limit: 1, cursor } }),
		);
		expect(pages.map(({ trade_no }) => trade_no)).toEqual(made);
	}
	const wrong = { query: { from: '2026-02-31' } };
	expect(await finance.outcome(calls.listOrders, wrong)).toBe('invalid_request');
});

it('asking the provider again finds a payment whose message was lost, a refund and a dispute', async () => {
	const { fan, tradeNo, payment } = await shop.paid('Dan');
	const key = aKey();
	const answer = (await desk.recheck(tradeNo, key)).body.data as { order: { status: string } };
	expect([answer.order.status, await shop.balance(fan)]).toEqual(['fulfilled', 600]);
	await desk.recheck(tradeNo, key);
	expect(await shop.trail(`order:${tradeNo}`)).toMatchObject([
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
	const totals = await finance.data(calls.readOrderTotals, { query: { search: String(fan.fanId) } });
	const sums = { currency: 'USD', gross_minor: 499, refunded_minor: 200, disputed_minor: 499, net_minor: -200 };
	expect(totals).toEqual({ orders: 1, complete: true, totals: [sums] });
	const body = { search: tradeNo, columns: ['price' as const, 'refunded' as const, 'net' as const] };
	const file = await finance.ask(calls.exportOrders, { body });
	expect(file.text.split('\r\n')[1]).toBe('4.99,2.00,-2');
});

it('asking the provider again says so where Stripe is away, or knows nothing of it', async () => {
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

const owner = beforeTests(() => shop.operator('owner'));

/** As the dashboard shows it, in cents. */
async function revenueToday(): Promise<number> {
	const { days } = await finance.data(calls.getDashboard);
	return days.at(-1)?.revenue.find(({ currency }) => currency === 'USD')?.minor ?? 0;
}

describe('a refund', () => {
	it('of all that is unspent gives the money back and takes the gems, once, with a row on record', async () => {
		const before = await revenueToday();
		const { fan, tradeNo, payment } = await shop.bought('Pia');
		expect((await revenueToday()) - before).toBe(499);
		const key = aKey();
		const answers = await Promise.all([1, 2, 3].map(() => desk.refund(tradeNo, { key })));
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
		const again = outcomeOf(await desk.refund(tradeNo, { key }));
		expect(again).toMatchObject({ status: 'done', order: { status: 'refunded', left: { base: 0, bonus: 0 } } });
		expect([await shop.balance(fan), (await revenueToday()) - before]).toEqual([0, 0]);
		expect(desk.refundsAtStripe(payment)).toMatchObject([{ amount: 499, status: 'succeeded' }]);
		expect((await desk.refund(tradeNo, { key, amount: 1 })).body.error).toBe('idempotency_key_reused');
		expect((await desk.refund(tradeNo)).body.error).toBe('nothing_to_refund');
		await shop.hear('refund.created');
		expect(await shop.balance(fan)).toBe(0);
		expect(await shop.trail(`order:${tradeNo}`)).toMatchObject([
			{ action: 'order.refund', why: WHY, operatorId: finance.operatorId, after: { amount_minor: 499, gems: 600 } },
		]);
		expect((await desk.read(tradeNo)).requests).toMatchObject([{ status: 'done', operator: finance.email, why: WHY }]);
	});

	it('asked for by two operators at once is made once', async () => {
		const other = await shop.operator('finance');
		for (let time = 1; time <= 4; time += 1) {
			const { fan, tradeNo, payment } = await shop.bought(`Qin ${time}`);
			// Less than half: Stripe itself would give it twice.
			await shop.spend(fan, 400);
			const asked = [finance, other, finance, other].map((by) => desk.refund(tradeNo, { by, amount: 136 }));
			const errors = (await Promise.all(asked)).flatMap(({ body }) => body.error ?? []);
			expect(errors).toHaveLength(3);
			for (const error of errors) expect(['refund_under_way', 'nothing_to_refund']).toContain(error);
			expect(desk.refundsAtStripe(payment)).toHaveLength(1);
			expect(await shop.balance(fan)).toBe(0);
		}
	});

	it('of a partly spent order pays for the unspent base only, and takes all that is left', async () => {
		const { fan, tradeNo, payment } = await shop.bought('Ravi');
		await shop.spend(fan, 250);
		const { refundable } = await desk.read(tradeNo);
		// 300 of 550 for 4.99 were not spent.
		expect(refundable.unspent).toEqual({ amount_minor: 272, gems: 350, debt: 0 });
		expect(refundable.whole).toEqual({ amount_minor: 499, gems: 600, debt: 250 });
		expect((await desk.refund(tradeNo, { amount: 499 })).body.error).toBe('stale_edit');
		expect((await desk.refund(tradeNo, { part: 'whole' })).body.error).toBe('refund_needs_owner');
		expect(outcomeOf(await desk.refund(tradeNo, { amount: 272 })).status).toBe('done');
		expect(await shop.balance(fan)).toBe(0);
		expect(desk.refundsAtStripe(payment)).toMatchObject([{ amount: 272 }]);
	});

	it.each([
		['KRW', 5_500, 100, 4_500],
		['JPY', 700, 1, 698],
		['ISK', 700, 549, 1],
	])('in %s, a currency without cents, goes back in whole units', async (currency, priceMinor, gems, amount) => {
		await shop.owner.query({ text: 'update site_setting set currency_name = $1', values: [currency] });
		const fan = await shop.fan(`Sol ${currency}`);
		const item = await someGoods(shop, { priceMinor, currency });
		const { tradeNo, payment } = await shop.fulfilledOrder(fan, item);
		await shop.owner.query({ text: `update site_setting set currency_name = 'USD'` });
		await shop.spend(fan, gems);
		expect(outcomeOf(await desk.refund(tradeNo, { amount })).status).toBe('done');
		// Stripe counts the Icelandic króna in hundredths.
		expect(desk.refundsAtStripe(payment)).toMatchObject([{ amount: currency === 'ISK' ? amount * 100 : amount }]);
		expect(await shop.balance(fan)).toBe(0);
	});

	it('of spent gems needs an owner and somebody else’s approval, and leaves a debt', async () => {
		const { fan, tradeNo, payment } = await shop.bought('Tam');
		await shop.spend(fan, 400);
		const { status, approval_id: id } = outcomeOf(await desk.refund(tradeNo, { by: owner, part: 'whole' }));
		expect([status, await shop.balance(fan), desk.refundsAtStripe(payment)]).toEqual(['waiting', 200, []]);
		const { list } = await finance.data(calls.listApprovals);
		const payload = { trade_no: tradeNo, part: 'whole', amount_minor: 499, gems: 600, debt: 400 };
		expect(list.find(({ approval_id }) => approval_id === id)).toMatchObject({ kind: 'refund', payload });
		expect(await owner.decide(id)).toBe('own_approval');
		const answers = await Promise.all([finance.decide(id), finance.decide(id)]);
		expect(answers.filter((outcome) => outcome === 200)).toHaveLength(1);
		expect(await shop.balance(fan)).toBe(-400);
		expect(desk.refundsAtStripe(payment)).toHaveLength(1);
		const after = { approval_id: id, debt: 400 };
		const [entry] = await shop.trail(`order:${tradeNo}`);
		expect(entry).toMatchObject({ action: 'order.refund', operatorId: owner.operatorId, after });
	});

	it('that was approved when the order has changed is not made', async () => {
		const { fan, tradeNo, payment } = await shop.bought('Ugo');
		await shop.spend(fan, 100);
		const { approval_id: id } = outcomeOf(await desk.refund(tradeNo, { by: owner, part: 'whole' }));
		await shop.spend(fan, 100);
		expect([await finance.decide(id), desk.refundsAtStripe(payment)]).toEqual(['stale_edit', []]);
	});

	it('above the bound of the day waits: of one operator for many fans, and of many for one fan', async () => {
		const day = await openShop({ env: { REFUND_BOUND: '1000' } });
		const [one, other] = [await day.operator('finance'), await day.operator('finance')];
		const [fan, friend] = [await day.fan('Vera'), await day.fan('Wim')];
		const ask = async (by: Operator, buyer: Person) => {
			const { tradeNo } = await day.fulfilledOrder(buyer);
			return outcomeOf(await orderDesk(day, by).refund(tradeNo)).status;
		};
		expect([await ask(one, fan), await ask(other, fan)]).toEqual(['done', 'waiting']);
		expect([await ask(one, friend), await ask(other, friend)]).toEqual(['waiting', 'done']);
		await day.balances();
		await day.close();
	});

	it('of a disputed order is the bank’s to decide', async () => {
		const { tradeNo, payment } = await shop.bought('Xan');
		shop.stripe.state.dispute(payment);
		await shop.hear('charge.dispute.created');
		expect((await desk.refund(tradeNo)).body.error).toBe('order_disputed');
		expect((await desk.read(tradeNo)).refundable).toEqual({ unspent: null, whole: null });
		expect(desk.refundsAtStripe(payment)).toEqual([]);
	});

	it('of an order that was refunded at Stripe already is refused there, and what is true is heard', async () => {
		const { fan, tradeNo, payment } = await shop.bought('Yui');
		shop.stripe.state.refund(payment, 400);
		const { status, refusal, order } = outcomeOf(await desk.refund(tradeNo));
		expect([status, refusal]).toEqual(['refused', 'Only 99 can be refunded']);
		expect(order).toMatchObject({ status: 'refunded', refunds: [{ amount_minor: 400, status: 'succeeded' }] });
		expect(await shop.balance(fan)).toBe(600 - 441 - 41);
		const rest = order.refundable.whole?.amount_minor;
		expect(outcomeOf(await desk.refund(tradeNo, { part: 'whole', amount: rest })).status).toBe('done');
		expect(await shop.balance(fan)).toBe(0);
		expect((await shop.trail(`order:${tradeNo}`)).map(({ action }) => action)).toEqual(
			'order.refund order.refund_refused order.refund'.split(' '),
		);
	});

	it('is nobody’s who may not: not an editor’s, a viewer’s; not of an unpaid or unknown order', async () => {
		const { fan, tradeNo } = await shop.bought('Zoe');
		for (const role of ['viewer', 'editor'] as const) {
			expect((await desk.refund(tradeNo, { by: await shop.operator(role) })).body.error).toBe('forbidden');
		}
		expect((await desk.refund(await shop.anOrder(fan))).body.error).toBe('nothing_to_refund');
		expect((await desk.refund('A'.repeat(22))).body.error).toBe('order_not_found');
	});
});

it.each([
	['before', 'asking again'],
	['after', 'asking again'],
	['after', 'its message'],
] as const)(
	'when Stripe does not answer a refund stays asked for if the fault was %s it was made, and is done by %s',
	async (when, way) => {
		const { fan, tradeNo, payment } = await shop.bought(`Abe ${when} ${way}`);
		shop.stripe.troubles.failures = [{ status: 500, when }];
		const { status, order } = outcomeOf(await desk.refund(tradeNo));
		expect([status, order.requests[0]?.status, await shop.balance(fan)]).toEqual(['asked', 'asked', 600]);
		expect((await desk.refund(tradeNo)).body.error).toBe('refund_under_way');
		if (way === 'its message') await shop.hear('refund.created');
		else await shop.later({ minutes: 2 }).then(() => watchOrders(shop.payments));
		await shop.clock.run();
		expect(await shop.standing(fan, tradeNo)).toEqual(['refunded', 0]);
		expect((await desk.read(tradeNo)).requests).toMatchObject([{ status: 'done' }]);
		expect(desk.refundsAtStripe(payment)).toHaveLength(1);
	},
);

it('a request that somebody is at is not asked for a second time', async () => {
	const { tradeNo, payment } = await shop.bought('Gus');
	shop.stripe.troubles.failures = [{ status: 500, when: 'before' }];
	const { order } = outcomeOf(await desk.refund(tradeNo));
	const ask = () => askRefund(shop.payments, order.requests[0]?.refund_request_id ?? '');
	await ask();
	expect(desk.refundsAtStripe(payment)).toEqual([]);
	await shop.later({ minutes: 2 });
	await Promise.all([ask(), ask(), ask()]);
	await shop.clock.run();
	expect(desk.refundsAtStripe(payment)).toHaveLength(1);
});
