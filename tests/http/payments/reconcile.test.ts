/** Orders whose webhook never arrives, with a provider that loses some events and ignores some requests. */
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { sql } from '#server/kernel/database.ts';
import { readEvents, refundPayment, watchOrders } from '#server/orders/payments/reconcile.ts';
import { getDashboard } from '#contract/operator/dashboard.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { breakRows } from '../../fixtures/database/broken-rows.ts';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { aColleague, dataAs } from '../../fixtures/operators/operators.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { openShop } from '../../fixtures/orders/shop.ts';
import type { Event } from '../../../emulators/stripe/state.ts';

const shop = beforeTests(() => openShop({ constants: { stripe: { retries: 0 } } }));
afterEach(async () => {
	await shop.clock.run();
	shop.stripe.troubles.failures = [];
});
afterAll(() => expectBooksToBalance(shop.db));

/** A fan who was sent to the card page. */
async function paying(name: string) {
	const fan = await aPerson(shop.owner, name);
	return { fan, ...(await shop.paying(fan)) };
}
const watch = async (minutes: number) => {
	await shop.minutes(minutes);
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
	await shop.minutes(3);
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

describe('events of another product on the same account', () => {
	it('are taken, give nothing, and keep no later event of ours from being read', async () => {
		const { fan, tradeNo } = await shop.paid('fan of ours');
		const ours = shop.latest(PAID);
		const at = shop.stripe.state.events.indexOf(ours as Event);
		const others = [
			odd(ours, 'other', { metadata: { trade_no: 'C'.repeat(22), attempt: '1' } }),
			odd(ours, 'date', { metadata: { trade_no: tradeNo.slice(1), attempt: '20261121223159' } }),
			odd(ours, 'half', { metadata: { attempt: '2.5' } }),
			odd(ours, 'nul', { metadata: { trade_no: 'a\0b', attempt: '1' } }),
			odd(ours, 'text', { amount_total: 'much' }),
			odd(ours, 'huge', { amount_total: 1e300 }),
		];
		shop.stripe.state.events.splice(at, 0, ...others);
		for (const event of others) expect((await shop.deliver(event)).status).toBe(200);
		await readEvents(shop.payments);
		expect(await shop.statusOf(fan, tradeNo)).toBe('fulfilled');
		const aside = await sql`select event_id as id from payment_event where set_aside is not null
				order by event_id`.all<{ id: string }>(shop.db);
		expect(aside).toEqual([{ id: 'evt_huge' }, { id: 'evt_text' }]);
	});

	it('that fail are read again, and later ones are handled all the same', async () => {
		const mend = await breakRows(shop, 'insert on payment_event', `new.event_id = 'evt_faulty'`);
		const { fan, tradeNo } = await shop.paid('behind a fault');
		const ours = shop.latest(PAID);
		const faulty = odd(ours, 'faulty', { metadata: {} }, { created: (ours?.created ?? 0) - 100 });
		shop.stripe.state.events.splice(shop.stripe.state.events.indexOf(ours as Event), 0, faulty);
		await readEvents(shop.payments);
		expect(await shop.statusOf(fan, tradeNo)).toBe('fulfilled');
		await shop.minutes(60);
		await readEvents(shop.payments);
		await mend();
		await readEvents(shop.payments);
		const [handled] = await shop.db.query({ text: `select type from payment_event where event_id = 'evt_faulty'` });
		expect(handled).toEqual({ type: 'checkout.session.completed' });
	});
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
		const operator = await aColleague(shop.owner, 'finance');
		const kinds = async () =>
			(await dataAs(shop, operator, getDashboard, {})).attention.filter(({ target }) => payment.endsWith(target));
		expect(await kinds()).toEqual([]);
		await shop.minutes(11);
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

it('a provider that answers nonsense is said to be away, and the fan may try again', async () => {
	const fan = await aPerson(shop.owner, 'nonsense');
	const tradeNo = await shop.anOrder(fan);
	vi.spyOn(shop.stripe.state, 'createSession').mockReturnValueOnce({} as never);
	expect(await shop.pay(fan, tradeNo)).toMatchObject({ status: 503, body: { error: 'payment_unavailable' } });
	expect(await shop.statusOf(fan, tradeNo)).toBe('paying');
});
