/**
 * Orders whose webhook never arrives, with a provider that loses some events, ignores some requests and refuses others for good:
 * that ends the order and reaches operators. And what only resembles its messages.
 */
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { sql } from '#server/kernel/database.ts';
import { readEvents, refundPayment, watchOrders } from '#server/orders/payments/reconcile.ts';
import { createGoods, getDashboard } from '../../fixtures/site/calls.ts';
import { breakRows } from '../../fixtures/database/broken-rows.ts';
import { openShop, sessionOf, signed, someGoods } from '../../fixtures/orders/shop.ts';
import type { Event } from '../../../emulators/stripe/state.ts';
import { beforeTests } from '../../fixtures/site/site.ts';

const shop = beforeTests(() => openShop({ constants: { stripe: { retries: 0 } } }));
afterEach(async () => {
	vi.restoreAllMocks();
	await shop.clock.run();
	shop.stripe.troubles.failures = [];
});
afterAll(() => shop.balances());

/** A fan who was sent to the card page. */
async function paying(name: string) {
	const fan = await shop.fan(name);
	return { fan, ...(await shop.paying(fan)) };
}
const watch = async (minutes: number) => {
	await shop.later({ minutes });
	await watchOrders(shop.payments);
};
const PAID = 'checkout.session.completed';

const status = ({ fan, tradeNo }: Awaited<ReturnType<typeof paying>>) => shop.statusOf(fan, tradeNo);

const surplusJobs = (payment: string) =>
	sql`select attempts from graphile_worker.jobs where key = ${`refund:${payment}`}`.all<{ attempts: number }>(
		shop.owner,
	);

it('an order whose card page the provider has forgotten keeps no other order from being asked about, and expires', async () => {
	const lost = await paying('lost');
	const paid = await paying('paid');
	shop.stripe.state.sessions.delete(lost.session);
	shop.stripe.state.pay(paid.session, {});
	await watch(3);
	expect([await status(lost), await status(paid)]).toEqual(['paying', 'fulfilled']);
	await watch(26 * 60);
	expect(await status(lost)).toBe('expired');
});

it('a question that is never answered goes to the end of the line', async () => {
	const deaf = await Promise.all(Array.from({ length: 6 }, (_, n) => paying(`deaf ${n}`)));
	const paid = await paying('after the deaf');
	shop.stripe.state.pay(paid.session, {});
	await sql`update checkout set checked_at = checked_at - interval '1 hour'
		where trade_no = any(${deaf.map(({ tradeNo }) => tradeNo)})`.run(shop.owner);
	await shop.later({ minutes: 3 });
	// The whole run is spent on those in front, and the next one begins with the others.
	shop.stripe.troubles.failures = Array.from({ length: 5 }, () => ({ status: 500, when: 'before' as const }));
	await watchOrders(shop.payments);
	expect(await status(paid)).toBe('paying');
	await watch(6);
	expect(await status(paid)).toBe('fulfilled');
});

/** The latest paid order's message as somebody else's product might have made it. */
function odd(event: Event | undefined, id: string, changes: object, eventChanges: object = {}): Event {
	const copy = structuredClone(event);
	if (!copy) throw new Error('There is no such event');
	Object.assign(copy.data.object, { id: `cs_${id}`, payment_intent: `pi_${id}` }, changes);
	return Object.assign(copy, { id: `evt_${id}` }, eventChanges);
}

it('events of another product on the same account are taken, give nothing, and keep no later event of ours from being read', async () => {
	const { fan, tradeNo } = await shop.paid('fan of ours');
	const ours = shop.latest(PAID);
	const at = shop.stripe.state.events.indexOf(ours as Event);
	const sums = ['much', '499', 1.5, -5, 1e21, 1e300, 2 ** 53, Number.MAX_SAFE_INTEGER, 1_000_000_000_000];
	const others = [
		odd(ours, 'other', { metadata: { trade_no: 'C'.repeat(22), attempt: '1' } }),
		odd(ours, 'date', { metadata: { trade_no: tradeNo.slice(1), attempt: '20261121223159' } }),
		odd(ours, 'half', { metadata: { attempt: '2.5' } }),
		odd(ours, 'nul', { metadata: { trade_no: 'a\0b', attempt: '1' } }),
		odd(ours, 'nothing', { amount_total: null }),
		...sums.map((amount_total, index) => odd(ours, `sum_${index}`, { amount_total })),
		// Parts of a króna, and an id that no table takes.
		odd(ours, 'krona', { currency: 'isk', amount_total: 150 }),
		odd(ours, 'id', { id: 'cs\0' }),
	];
	shop.stripe.state.events.splice(at, 0, ...others);
	for (const event of others) expect((await shop.deliver(event)).status).toBe(200);
	expect(await shop.statusOf(fan, tradeNo)).toBe('paying');
	await readEvents(shop.payments);
	expect(await shop.statusOf(fan, tradeNo)).toBe('fulfilled');
	const aside = await sql`select event_id as id from payment_event where set_aside is not null
			order by event_id`.all<{ id: string }>(shop.db);
	expect(aside).toEqual(['id', 'krona', ...sums.map((_, index) => `sum_${index}`)].map((id) => ({ id: `evt_${id}` })));
});

it('events of another product on the same account that fail are read again, and later ones are handled all the same', async () => {
	const mend = await breakRows(shop, 'insert on payment_event', `new.event_id = 'evt_faulty'`);
	const { fan, tradeNo } = await shop.paid('behind a fault');
	const ours = shop.latest(PAID);
	const faulty = odd(ours, 'faulty', { metadata: {} }, { created: (ours?.created ?? 0) - 100 });
	shop.stripe.state.events.splice(shop.stripe.state.events.indexOf(ours as Event), 0, faulty);
	await readEvents(shop.payments);
	expect(await shop.statusOf(fan, tradeNo)).toBe('fulfilled');
	await shop.later({ minutes: 60 });
	await readEvents(shop.payments);
	await mend();
	await readEvents(shop.payments);
	const [handled] = await shop.db.query({ text: `select type from payment_event where event_id = 'evt_faulty'` });
	expect(handled).toEqual({ type: 'checkout.session.completed' });
});

it('an event of the other mode never fulfils an order', async () => {
	const { fan, tradeNo } = await shop.paid('live and test');
	const ours = shop.latest(PAID);
	for (const event of [
		odd(ours, 'live', { livemode: true }, { livemode: true }),
		odd(ours, 'mixed', { livemode: true }),
	])
		expect(await shop.deliver(event)).toMatchObject({ status: 200, body: { data: { handled: false } } });
	expect(await shop.standing(fan, tradeNo)).toEqual(['paying', 0]);
	await shop.deliver(ours);
	expect(await shop.statusOf(fan, tradeNo)).toBe('fulfilled');
});

describe('money that bought nothing', () => {
	/** The second payment of an order that was fulfilled by the first. */
	async function surplus(name: string) {
		const { fan, tradeNo, payment: first } = await shop.bought(name);
		const second = odd(shop.latest(PAID), `second_${tradeNo}`, {});
		const payment = `pi_second_${tradeNo}`;
		const paid = { amount: 499, currency: 'usd', refunded: 0, metadata: { trade_no: tradeNo } };
		shop.stripe.state.payments.set(payment, { id: payment, ...paid });
		await shop.deliver(second);
		expect(await surplusJobs(payment)).toHaveLength(1);
		const refunded = () => [first, payment].map((id) => shop.stripe.state.payments.get(id)?.refunded);
		return { payment, refunded, standing: () => shop.standing(fan, tradeNo) };
	}

	it.each([
		['was lost', 'delete from graphile_worker._private_jobs where key = $1'],
		['has failed for good', 'update graphile_worker._private_jobs set attempts = max_attempts where key = $1'],
	])('goes back although the job that would give it %s, and the order keeps its gems', async (name, lose) => {
		const { payment, refunded, standing } = await surplus(`twice, job ${name}`);
		await shop.owner.query({ text: lose, values: [`refund:${payment}`] });
		await watch(2);
		expect(await surplusJobs(payment)).toEqual([{ attempts: 0 }]);
		await refundPayment(shop.payments, payment);
		expect([refunded(), await standing()]).toEqual([
			[0, 499],
			['fulfilled', 600],
		]);
		await sql`delete from graphile_worker._private_jobs where key = ${`refund:${payment}`}`.run(shop.owner);
		await watch(4);
		expect(await surplusJobs(payment)).toEqual([]);
	});

	it('is noticed to be back where somebody gave it back at the provider', async () => {
		const { payment } = await surplus('by hand');
		shop.stripe.state.refund(payment);
		await refundPayment(shop.payments, payment);
		const [refund] = await sql`select amount_minor as amount, gems_taken as gems from payment_refund
				where payment_id = ${payment}`.all(shop.db);
		expect(refund).toEqual({ amount: 499, gems: 0 });
	});

	it('is shown to operators while it is not back', async () => {
		const { payment } = await surplus('shown');
		const operator = await shop.operator('finance');
		const kinds = async () =>
			(await operator.data(getDashboard)).attention.filter(({ target }) => payment.endsWith(target));
		expect(await kinds()).toEqual([]);
		await shop.later({ minutes: 11 });
		expect(await kinds()).toMatchObject([{ kind: 'surplus_waiting' }]);
		await refundPayment(shop.payments, payment);
		expect(await kinds()).toEqual([]);
	});

	it('leaves its job failing while the provider refuses and nothing came back', async () => {
		const { payment } = await surplus('refused');
		shop.stripe.state.payments.delete(payment);
		await expect(refundPayment(shop.payments, payment)).rejects.toMatchObject({ name: 'ProviderRefusal' });
		await shop.owner.query({ text: 'delete from payment where payment_id = $1', values: [payment] });
	});
});

const DAY_MINUTES = 24 * 60;
const seconds = () => Math.floor(Date.now() / 1000);

const finance = beforeTests(() => shop.operator('finance'));

const attention = async (about: { target?: string; kind?: string }) => {
	const { attention: items } = await (await shop.operator('viewer')).data(getDashboard);
	return items.filter(({ target, kind }) => (about.target ?? target) === target && (about.kind ?? kind) === kind);
};

// server/outside/stripe/amounts.test.ts has every bound.
it.each([
	[30, 'USD'],
	[5_000, 'KPW'],
])(
	'a price that the provider refuses %i %s is asked for once, ends the order and reaches operators',
	async (priceMinor, currency) => {
		const fan = await shop.fan(`fan of ${priceMinor} ${currency}`);
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
	},
);

it.each([
	[49, 'USD', 'price_unchargeable'],
	[500, 'IRR', 'currency_unknown'],
])('a price that the provider refuses, %i %s, cannot be put on sale', async (price_minor, currency, error) => {
	const usual = { position: 1, gems: 10, bonus_gems: 0, media_id: null, withdrawn: false, why: 'a new pack' };
	const answer = await finance.ask(createGoods, { body: { ...usual, price_minor, currency } });
	expect([answer.status, answer.body.error]).toEqual([400, error]);
});

it('a card page that the provider does not know is closed, is not asked about again, and the fan pays on another', async () => {
	const fan = await shop.fan('fan of a lost page');
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

it('what the provider says and we cannot handle is given up after three days: operators see it, other events count, and one that is sent again is handled', async () => {
	const fan = await shop.fan('given up');
	const [held, later] = [await shop.paidOrder(fan), await shop.paidOrder(fan)];
	const event = shop.stripe.state.events.find((one) => JSON.stringify(one).includes(held.tradeNo));
	await shop.owner.query({ text: 'delete from payment_reading' });
	const breaks = (code?: string) => breakRows(shop, 'insert on payment', `new.trade_no = '${held.tradeNo}'`, code);
	let mend = await breaks();
	const seen = () => attention({ kind: 'payment_event_given_up' });
	await readEvents(shop.payments);
	expect([await shop.statusOf(fan, later.tradeNo), await seen()]).toEqual(['fulfilled', []]);
	await shop.later({ minutes: 4 * DAY_MINUTES });
	await mend();
	// A lock, or a full disk, says nothing of the event.
	mend = await breaks('55P03');
	await readEvents(shop.payments);
	expect(await seen()).toEqual([]);
	await mend();
	mend = await breaks();
	await readEvents(shop.payments);
	expect(await seen()).toMatchObject([{ target: event?.id, text: expect.stringContaining('a fault of ours') }]);
	await mend();
	await shop.deliver(event);
	await shop.clock.run();
	expect([await shop.statusOf(fan, held.tradeNo), await seen()]).toEqual(['fulfilled', []]);
});

it('what the provider says and we cannot handle leaves no order open for days without a word', async () => {
	const { tradeNo: target } = await shop.paying(await shop.fan('never closed'));
	shop.stripe.troubles.failures = Array.from({ length: 50 }, () => ({ status: 500, when: 'before' as const }));
	await watch(3 * DAY_MINUTES);
	expect(await attention({ target })).toMatchObject([{ kind: 'order_overdue' }]);
	shop.stripe.troubles.failures = [];
	await watchOrders(shop.payments);
	expect(await attention({ target })).toEqual([]);
});

it('a message that is unsigned, signed by somebody else, old, changed, too large or unknown moves nothing', async () => {
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
	expect(statuses.filter((one) => one === 429).length).toBeGreaterThan(400);
	expect(Number((await post('2001:db8:0:7::1')).headers['retry-after'])).toBeGreaterThan(0);
	// Five of each kind: the event, its warning, the refusal.
	expect(lines.length - before).toBeLessThanOrEqual(20);
	expect((await post('203.0.113.9')).status).toBe(400);
	const { fan } = await flooded.paid('kim');
	const { body, signature } = signed(flooded.latest(PAID) ?? {});
	expect([(await post('2001:db8:0:7::1', body, signature)).status, await flooded.balance(fan)]).toEqual([200, 600]);
});
