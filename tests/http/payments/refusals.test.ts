/** What the provider refuses for good ends the order and reaches operators; and what only resembles its messages. */
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readEvents, watchOrders } from '#server/orders/payments/reconcile.ts';
import { getDashboard } from '#contract/operator/dashboard.ts';
import { createGoods } from '#contract/operator/goods.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { breakRows } from '../../fixtures/database/broken-rows.ts';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { aColleague, askAs, dataAs } from '../../fixtures/operators/operators.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { openShop, sessionOf, signed, someGoods } from '../../fixtures/orders/shop.ts';

const DAY_MINUTES = 24 * 60;
const PAID = 'checkout.session.completed';
const seconds = () => Math.floor(Date.now() / 1000);

const shop = beforeTests(openShop);
const finance = beforeTests(() => aColleague(shop.owner, 'finance'));
afterEach(async () => {
	vi.restoreAllMocks();
	await shop.clock.run();
});
afterAll(() => expectBooksToBalance(shop.db));

const attention = async (about: { target?: string; kind?: string }) => {
	const viewer = await aColleague(shop.owner, 'viewer');
	const { attention: items } = await dataAs(shop, viewer, getDashboard, {});
	return items.filter(({ target, kind }) => (about.target ?? target) === target && (about.kind ?? kind) === kind);
};
const watch = async (minutes: number) => {
	await shop.minutes(minutes);
	await watchOrders(shop.payments);
};

describe('a price that the provider refuses', () => {
	it.each([
		[1_234, 'KWD'],
		[30, 'USD'],
		[100_000_000, 'USD'],
		[5_000, 'KPW'],
	])('%i %s is asked for once, ends the order and reaches operators', async (priceMinor, currency) => {
		const fan = await aPerson(shop.owner, `fan of ${priceMinor} ${currency}`);
		// Goods as an earlier version may have stored them.
		await shop.owner.query({ text: 'update site_setting set currency_name = $1', values: [currency] });
		const goods = await someGoods(shop, { priceMinor, currency });
		const tradeNo = await shop.anOrder(fan, goods);
		await shop.owner.query({ text: `update site_setting set currency_name = 'USD'` });
		const asked = vi.spyOn(shop.stripe.state, 'createSession');
		for (let press = 0; press < 3; press += 1) {
			expect((await shop.pay(fan, tradeNo)).body.error).toBe('order_not_payable');
		}
		expect(asked).toHaveBeenCalledOnce();
		expect(await shop.statusOf(fan, tradeNo)).toBe('expired');
		expect(await attention({ target: tradeNo })).toMatchObject([{ kind: 'payment_refused' }]);
		await shop.owner.query({ text: 'update goods set price_minor = 500 where goods_id = $1', values: [goods] });
		expect(await attention({ target: tradeNo })).toEqual([]);
	});

	it.each([
		[1_234, 'KWD', 'price_unchargeable'],
		[49, 'USD', 'price_unchargeable'],
		[100_000_000, 'USD', 'price_unchargeable'],
		[500, 'IRR', 'currency_unknown'],
	])('%i %s cannot be put on sale', async (price_minor, currency, error) => {
		const usual = { position: 1, gems: 10, bonus_gems: 0, media_id: null, withdrawn: false, why: 'a new pack' };
		const answer = await askAs(shop, finance, createGoods, { body: { ...usual, price_minor, currency } });
		expect([answer.status, answer.body.error]).toEqual([400, error]);
	});
});

it('a card page that the provider does not know is closed, is not asked about again, and the fan pays on another', async () => {
	const fan = await aPerson(shop.owner, 'fan of a lost page');
	const [{ tradeNo, session }, left] = [await shop.paying(fan), await shop.paying(fan)];
	for (const lost of [session, left.session]) shop.stripe.state.sessions.delete(lost);
	const next = sessionOf(await shop.pay(fan, tradeNo));
	expect(next).not.toBe(session);
	shop.stripe.state.pay(next, {});
	await watch(3);
	expect(await shop.standing(fan, tradeNo)).toEqual(['fulfilled', 600]);
	const asked = vi.spyOn(shop.stripe.state, 'readSession');
	await watch(6);
	expect(asked).not.toHaveBeenCalled();
});

describe('what the provider says and we cannot handle', () => {
	it('is given up after three days: operators see it, other events count, and one that is sent again is handled', async () => {
		const fan = await aPerson(shop.owner, 'given up');
		const [held, later] = [await shop.paidOrder(fan), await shop.paidOrder(fan)];
		const event = shop.stripe.state.events.find((one) => JSON.stringify(one).includes(held.tradeNo));
		await shop.owner.query({ text: 'delete from payment_reading' });
		const mend = await breakRows(shop, 'insert on payment', `new.trade_no = '${held.tradeNo}'`);
		const seen = () => attention({ kind: 'payment_event_given_up' });
		await readEvents(shop.payments);
		expect([await shop.statusOf(fan, later.tradeNo), await seen()]).toEqual(['fulfilled', []]);
		await shop.minutes(4 * DAY_MINUTES);
		await readEvents(shop.payments);
		expect(await seen()).toMatchObject([{ target: event?.id, text: expect.stringContaining('a fault of ours') }]);
		await mend();
		await shop.deliver(event);
		await shop.clock.run();
		expect([await shop.statusOf(fan, held.tradeNo), await seen()]).toEqual(['fulfilled', []]);
	});

	it('leaves no order open for days without a word', async () => {
		const { tradeNo: target } = await shop.paying(await aPerson(shop.owner, 'never closed'));
		shop.stripe.troubles.failures = Array.from({ length: 50 }, () => ({ status: 500, when: 'before' as const }));
		await watch(3 * DAY_MINUTES);
		expect(await attention({ target })).toMatchObject([{ kind: 'order_overdue' }]);
		shop.stripe.troubles.failures = [];
		await watchOrders(shop.payments);
		expect(await attention({ target })).toEqual([]);
	});
});

describe('a message', () => {
	it('that is unsigned, signed by somebody else, old, changed, too large or unknown moves nothing', async () => {
		const { fan, tradeNo } = await shop.paid('kim');
		const event = shop.latest(PAID) ?? {};
		const post = async (body: string | Buffer, signature?: string) =>
			(await shop.postWebhook(body, signature === undefined ? {} : { 'stripe-signature': signature })).status;
		const [old, fresh] = [signed(event, seconds() - 600), signed(event)];
		const changed = fresh.body.replace(tradeNo, 'B'.repeat(22));
		expect([
			await post(fresh.body),
			await post(fresh.body, ''),
			await post(fresh.body, `t=${seconds()},v1=${'0'.repeat(64)}`),
			await post(old.body, old.signature),
			await post(changed, fresh.signature),
			await post(Buffer.alloc(300_000, 'x'), fresh.signature),
		]).toEqual([400, 400, 400, 400, 400, 413]);
		const unknown = { id: 'evt_unknown', object: 'event', type: 'customer.created', created: 1, livemode: false };
		expect((await shop.deliver({ ...unknown, data: { object: {} } } as never)).status).toBe(200);
		expect(await shop.standing(fan, tradeNo)).toEqual(['paying', 0]);
	});

	it.each([1.5, -5, 1e21, 2 ** 53, Number.MAX_SAFE_INTEGER, 1_000_000_000_000, '499', null])(
		'that says %s was paid costs itself, and every sum can be read',
		async (amount) => {
			const { fan, tradeNo } = await shop.paid(`fan of ${amount}`);
			const event = structuredClone(shop.latest(PAID));
			Object.assign(event?.data.object ?? {}, { amount_total: amount, payment_intent: `pi_${amount}` });
			expect((await shop.deliver({ ...event, id: `evt_of_${amount}` } as never)).status).toBe(200);
			expect(await shop.statusOf(fan, tradeNo)).toBe('paying');
		},
	);
});

it('a flood of unsigned messages is refused to its address alone, and takes a few lines of the log', async () => {
	const lines: string[] = [];
	const flooded = await openShop({ env: { TRUST_PROXY: 'loopback' }, onLog: (line) => void lines.push(line) });
	onTestFinished(() => flooded.close());
	const post = (from: string, body = '{}', signature?: string) =>
		flooded.postWebhook(body, { 'x-forwarded-for': from, ...(signature && { 'stripe-signature': signature }) });
	const before = lines.length;
	const statuses: number[] = [];
	// A network of IPv6 is one sender.
	for (let n = 0; n < 500; n += 1) statuses.push((await post(`2001:db8:0:7::${n.toString(16)}`)).status);
	expect(new Set(statuses.slice(0, 60))).toEqual(new Set([400]));
	expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(400);
	expect(Number((await post('2001:db8:0:7::1')).headers['retry-after'])).toBeGreaterThan(0);
	// Five of each kind: the event, its warning, the refusal.
	expect(lines.length - before).toBeLessThanOrEqual(20);
	expect((await post('203.0.113.9')).status).toBe(400);
	const { fan } = await flooded.paid('kim');
	const { body, signature } = signed(flooded.latest(PAID) ?? {});
	expect([(await post('2001:db8:0:7::1', body, signature)).status, await flooded.balance(fan)]).toEqual([200, 600]);
});
