/** Giving money back in the console: once, whatever happens, and gems only for what the provider confirms. */
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { listApprovals } from '#contract/operator/approvals.ts';
import { getDashboard } from '#contract/operator/dashboard.ts';
import { askRefund, refundOrder } from '#server/orders/refunds/refunds.ts';
import { watchOrders } from '#server/orders/payments/reconcile.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { crashing } from '../../fixtures/database/crashes.ts';
import { aColleague, dataAs, decideAs, trailOf, type Colleague } from '../../fixtures/operators/operators.ts';
import { orderDesk, outcomeOf, WHY } from '../../fixtures/orders/order-desk.ts';
import { aKey, aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { openShop, someGoods } from '../../fixtures/orders/shop.ts';

const shop = beforeTests(() => openShop({ env: { REFUND_BOUND: '100000' }, constants: { stripe: { retries: 0 } } }));
const finance = beforeTests(() => aColleague(shop.owner, 'finance'));
const owner = beforeTests(() => aColleague(shop.owner, 'owner'));
const desk = beforeTests(() => orderDesk(shop, finance));
afterEach(() => void (shop.stripe.troubles.failures = []));
afterAll(() => expectBooksToBalance(shop.db));

/** As the dashboard shows it, in cents. */
async function revenueToday(): Promise<number> {
	const { days } = await dataAs(shop, finance, getDashboard, {});
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
		expect(await trailOf(shop, `order:${tradeNo}`)).toMatchObject([
			{ action: 'order.refund', why: WHY, operatorId: finance.operatorId, after: { amount_minor: 499, gems: 600 } },
		]);
		expect((await desk.read(tradeNo)).requests).toMatchObject([{ status: 'done', operator: finance.email, why: WHY }]);
	});

	it('asked for by two operators at once is made once', async () => {
		const other = await aColleague(shop.owner, 'finance');
		for (let time = 1; time <= 8; time += 1) {
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
		const fan = await aPerson(shop.owner, `Sol ${currency}`);
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
		const { list } = await dataAs(shop, finance, listApprovals, { query: {} });
		const payload = { trade_no: tradeNo, part: 'whole', amount_minor: 499, gems: 600, debt: 400 };
		expect(list.find(({ approval_id }) => approval_id === id)).toMatchObject({ kind: 'refund', payload });
		expect(await decideAs(shop, owner, id)).toBe('own_approval');
		const answers = await Promise.all([decideAs(shop, finance, id), decideAs(shop, finance, id)]);
		expect(answers.filter((outcome) => outcome === 200)).toHaveLength(1);
		expect(await shop.balance(fan)).toBe(-400);
		expect(desk.refundsAtStripe(payment)).toHaveLength(1);
		const after = { approval_id: id, debt: 400 };
		const [entry] = await trailOf(shop, `order:${tradeNo}`);
		expect(entry).toMatchObject({ action: 'order.refund', operatorId: owner.operatorId, after });
	});

	it('that was approved when the order has changed is not made', async () => {
		const { fan, tradeNo, payment } = await shop.bought('Ugo');
		await shop.spend(fan, 100);
		const { approval_id: id } = outcomeOf(await desk.refund(tradeNo, { by: owner, part: 'whole' }));
		await shop.spend(fan, 100);
		expect([await decideAs(shop, finance, id), desk.refundsAtStripe(payment)]).toEqual(['stale_edit', []]);
	});

	it('above the bound of the day waits: of one operator for many fans, and of many for one fan', async () => {
		const day = await openShop({ env: { REFUND_BOUND: '1000' } });
		const [one, other] = [await aColleague(day.owner, 'finance'), await aColleague(day.owner, 'finance')];
		const [fan, friend] = [await aPerson(day.owner, 'Vera'), await aPerson(day.owner, 'Wim')];
		const ask = async (by: Colleague, buyer: Person) => {
			const { tradeNo } = await day.fulfilledOrder(buyer);
			return outcomeOf(await orderDesk(day, by).refund(tradeNo)).status;
		};
		expect([await ask(one, fan), await ask(other, fan)]).toEqual(['done', 'waiting']);
		expect([await ask(one, friend), await ask(other, friend)]).toEqual(['waiting', 'done']);
		await expectBooksToBalance(day.db);
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
		expect((await trailOf(shop, `order:${tradeNo}`)).map(({ action }) => action)).toEqual(
			'order.refund order.refund_refused order.refund'.split(' '),
		);
	});

	it('is nobody’s who may not: not an editor’s, a viewer’s; not of an unpaid or unknown order', async () => {
		const { fan, tradeNo } = await shop.bought('Zoe');
		for (const role of ['viewer', 'editor'] as const) {
			expect((await desk.refund(tradeNo, { by: await aColleague(shop.owner, role) })).body.error).toBe('forbidden');
		}
		expect((await desk.refund(await shop.anOrder(fan))).body.error).toBe('nothing_to_refund');
		expect((await desk.refund('A'.repeat(22))).body.error).toBe('order_not_found');
	});
});

describe('when Stripe does not answer', () => {
	it.each([
		['before', 'asking again'],
		['after', 'asking again'],
		['after', 'its message'],
	] as const)('a refund stays asked for if the fault was %s it was made, and is done by %s', async (when, way) => {
		const { fan, tradeNo, payment } = await shop.bought(`Abe ${when} ${way}`);
		shop.stripe.troubles.failures = [{ status: 500, when }];
		const { status, order } = outcomeOf(await desk.refund(tradeNo));
		expect([status, order.requests[0]?.status, await shop.balance(fan)]).toEqual(['asked', 'asked', 600]);
		expect((await desk.refund(tradeNo)).body.error).toBe('refund_under_way');
		if (way === 'its message') await shop.hear('refund.created');
		else await shop.minutes(2).then(() => watchOrders(shop.payments));
		await shop.clock.run();
		expect(await shop.standing(fan, tradeNo)).toEqual(['refunded', 0]);
		expect((await desk.read(tradeNo)).requests).toMatchObject([{ status: 'done' }]);
		expect(desk.refundsAtStripe(payment)).toHaveLength(1);
	});
});

it('a process that dies at any statement between the request and the record leaves one refund in the end', async () => {
	const db = crashing(shop.db);
	const mortal = { ...shop.payments, db };
	const actor = { operatorId: finance.operatorId, role: 'finance' as const };
	let crashes = 0;
	let statement = 1;
	for (let lived = false; !lived; statement += 1) {
		for (const when of ['before', 'after'] as const) {
			const { fan, tradeNo, payment } = await shop.bought(`Cat ${statement} ${when}`);
			const asked = { tradeNo, part: 'unspent' as const, amountMinor: 499, why: WHY, idempotencyKey: aKey() };
			const attempt = () => refundOrder(mortal, actor, asked, Number.MAX_SAFE_INTEGER);
			db.dieAt(statement, when);
			const { status } = await attempt().catch(() => ({ status: 'crashed' }));
			lived = !db.restart();
			db.live();
			if (!lived) crashes += 1;
			// The operator's browser tries again, a minute passes, and the message may come or not.
			if (statement % 2 === 0) await attempt();
			if (statement % 3 === 0 && desk.refundsAtStripe(payment).length > 0) await shop.hear('refund.created');
			await shop.minutes(3);
			await watchOrders(shop.payments);
			await shop.clock.run();
			const made = desk.refundsAtStripe(payment).length;
			const { requests } = await desk.read(tradeNo);
			// Nothing was wanted where even the request was lost.
			const wanted = statement % 2 === 0 || requests.length > 0 ? 1 : 0;
			expect([statement, when, status, made, requests.length]).toEqual([statement, when, status, wanted, wanted]);
			expect(await shop.balance(fan)).toBe(wanted ? 0 : 600);
			if (wanted) expect(requests[0]?.status).toBe('done');
		}
	}
	console.log(`refunds interrupted: ${crashes} times, at ${statement - 2} statements`);
	expect(crashes).toBeGreaterThan(30);
});

it('a request that somebody is at is not asked for a second time', async () => {
	const { tradeNo, payment } = await shop.bought('Gus');
	shop.stripe.troubles.failures = [{ status: 500, when: 'before' }];
	const { order } = outcomeOf(await desk.refund(tradeNo));
	const ask = () => askRefund(shop.payments, order.requests[0]?.refund_request_id ?? '');
	await ask();
	expect(desk.refundsAtStripe(payment)).toEqual([]);
	await shop.minutes(2);
	await Promise.all([ask(), ask(), ask()]);
	await shop.clock.run();
	expect(desk.refundsAtStripe(payment)).toHaveLength(1);
});
