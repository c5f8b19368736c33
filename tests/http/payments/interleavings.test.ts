/**
 * In every order of events, a paid order credits its gems once and an unpaid one never. fast-check generates the order
 * in which fans, Stripe, its events, our jobs, crashes and the clock act. INTERLEAVINGS sets the number of runs.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settle } from '#server/orders/settle.ts';
import { refundOrder } from '#server/orders/refunds/refunds.ts';
import { readOrder } from '#server/orders/operator/orders.ts';
import { Problem } from '#server/kernel/problem.ts';
import { readEvents, refundPayment } from '#server/orders/payments/events.ts';
import { watchOrders } from '#server/orders/payments/poll.ts';
import { readWallet } from '#server/gems/gems.ts';
import { sum } from '#server/gems/rules.ts';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { crashing, type CrashingDatabase } from '../../fixtures/database/crashes.ts';
import { copyDatabase, type TestDatabase } from '../../fixtures/database/database.ts';
import { spendGems } from '../../fixtures/accounts/gems.ts';
import { aColleague, type Colleague } from '../../fixtures/operators/operators.ts';
import { aKey, aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { openShop, sessionOf, someGoods, tradeNoOf, type Shop } from '../../fixtures/orders/shop.ts';

const RUNS = Number(process.env.INTERLEAVINGS ?? 600);
const AUDIT_EVERY = 250;
const GEMS = 600;
const PRICE = 499;
const MINUTES_UNTIL_ALL_IS_OVER = 26 * 60;

let database: TestDatabase;
let db: CrashingDatabase;
let shop: Shop;
let goods: number;
let finance: Colleague;
let now = Date.parse('2026-11-20T00:00:00Z');
const tried = { interleavings: 0, steps: 0, crashes: 0, payments: 0, repeated: 0, refunds: 0, wished: 0, disputes: 0 };

beforeAll(async () => {
	database = await copyDatabase();
	db = crashing(database.db);
	shop = await openShop({ database: { ...database, db }, now: () => now, env: { STRIPE_RETRIES: '0' } });
	goods = await someGoods(shop);
	finance = await aColleague(database.owner, 'finance');
});
afterAll(async () => {
	await shop.close();
	await database.drop();
});

interface Run {
	fan: Person;
	orders: string[];
	/** Card pages that the fan was sent to. */
	pages: string[];
	/** Events of this run begin here. */
	firstEvent: number;
	spent: number;
}

type Step = { does: (run: Run) => Promise<unknown>; name: string };

const at = <Item>(items: readonly Item[], n: number): Item | undefined => items[n % Math.max(1, items.length)];
const step = <Value>(name: string, values: fc.Arbitrary<Value>, does: (run: Run, value: Value) => Promise<unknown>) =>
	values.map((value): Step => ({ name: `${name} ${JSON.stringify(value)}`, does: (run) => does(run, value) }));

const stripeState = () => shop.stripe.state;
const ours = <Thing extends { payment_intent: string }>(run: Run, things: Iterable<Thing>) =>
	[...things].filter((thing) =>
		run.orders.includes(stripeState().payments.get(thing.payment_intent)?.metadata['trade_no'] ?? ''),
	);
const paymentsOf = (run: Run) =>
	[...stripeState().payments.values()].filter(({ metadata }) => run.orders.includes(metadata['trade_no'] ?? ''));

async function create(run: Run): Promise<void> {
	if (run.orders.length > 1) return;
	const answer = await shop.create(run.fan, goods, aKey());
	if (answer.status === 200) run.orders.push(tradeNoOf(answer));
}

async function pay(run: Run, n: number): Promise<void> {
	const tradeNo = at(run.orders, n);
	if (tradeNo === undefined) return;
	const answer = await shop.pay(run.fan, tradeNo);
	if (answer.status === 200) run.pages.push(sessionOf(answer));
}

async function card(run: Run, { n, declined }: { n: number; declined: boolean }): Promise<void> {
	const page = at(run.pages, n);
	if (page === undefined || stripeState().readSession(page).status !== 'open') return;
	stripeState().pay(page, declined ? { declined: 'no' } : {});
}

async function deliver(run: Run, { n, times }: { n: number; times: number }): Promise<void> {
	const event = at(stripeState().events.slice(run.firstEvent), n);
	if (!event) return;
	tried.repeated += times - 1;
	await Promise.all(Array.from({ length: times }, () => shop.deliver(event)));
}

async function refund(run: Run, { n, part }: { n: number; part: number }): Promise<void> {
	const payment = at(paymentsOf(run), n);
	if (!payment || payment.refunded >= payment.amount) return;
	stripeState().refund(payment.id, part === 1 ? undefined : Math.ceil((payment.amount - payment.refunded) * part));
}

/** Refunds the unspent part of an order as an operator. */
async function requestRefund(run: Run, n: number): Promise<void> {
	const tradeNo = at(run.orders, n);
	const offer = tradeNo === undefined ? null : (await readOrder(database.db, tradeNo)).refundable.unspent;
	if (tradeNo === undefined || !offer) return;
	tried.wished += 1;
	const wished = { tradeNo, part: 'unspent' as const, amountMinor: offer.amount_minor, why: 'asked for' };
	const actor = { operatorId: finance.operatorId, role: 'finance' as const };
	const asked = { ...wished, idempotencyKey: aKey() };
	await refundOrder({ ...shop.store, db }, actor, asked, Number.MAX_SAFE_INTEGER).catch((error: unknown) => {
		// The offer has changed meanwhile, or the bank acted first.
		if (!(error instanceof Problem)) throw error;
	});
}

async function dispute(run: Run, n: number): Promise<void> {
	const payment = at(paymentsOf(run), n);
	if (payment && !ours(run, stripeState().disputes.values()).some((one) => one.payment_intent === payment.id)) {
		stripeState().dispute(payment.id);
	}
}

/** Past the database that crashes: the test's own eyes. */
const balanceOf = async (fan: Person) => sum(await readWallet(database.db, fan));

async function spend(run: Run, gems: number): Promise<void> {
	const balance = await balanceOf(run.fan);
	const spent = Math.min(gems, balance);
	if (spent < 1) return;
	await database.owner.transaction((tx) => spendGems(tx, run.fan, spent));
	run.spent += spent;
}

async function pass(minutes: number): Promise<void> {
	now += minutes * 60_000;
	await database.clock.set(new Date(now));
	stripeState().sweep();
}

/** Runs all jobs, as a worker of any process would. */
async function workJobs(): Promise<void> {
	const jobs = await database.owner.query<{ id: string; task: string; payload: Record<string, string> }>({
		text: `select job.id::text, task.identifier as task, payload from graphile_worker._private_jobs job
			join graphile_worker._private_tasks task on task.id = job.task_id`,
	});
	for (const { task, payload } of jobs) {
		if (task === 'settle_order') await settle(db, payload['tradeNo'] ?? '');
		if (task === 'refund_payment') await refundPayment({ ...shop.store, db }, payload['paymentId'] ?? '');
	}
	const done = jobs.map(({ id }) => id);
	await database.owner.query({ text: 'delete from graphile_worker._private_jobs where id = any($1)', values: [done] });
}

const few = fc.nat(3);
const steps = fc.oneof(
	{ weight: 2, arbitrary: step('create', fc.constant(null), create) },
	{ weight: 4, arbitrary: step('pay', few, pay) },
	{ weight: 4, arbitrary: step('card', fc.record({ n: few, declined: fc.boolean() }), card) },
	{
		weight: 6,
		arbitrary: step('deliver', fc.record({ n: fc.nat(9), times: fc.integer({ min: 1, max: 5 }) }), deliver),
	},
	{ weight: 2, arbitrary: step('refund', fc.record({ n: few, part: fc.constantFrom(0.2, 0.5, 1) }), refund) },
	{ weight: 3, arbitrary: step('refund in the console', few, requestRefund) },
	{
		weight: 1,
		arbitrary: step('refund fails', few, async (run, n) => {
			const failing = at(ours(run, stripeState().refunds.values()), n);
			if (failing) stripeState().failRefund(failing.id);
		}),
	},
	{ weight: 3, arbitrary: step('dispute', few, dispute) },
	{
		weight: 3,
		arbitrary: step('dispute ends', fc.record({ n: few, won: fc.boolean() }), async (run, { n, won }) => {
			const open = at(ours(run, stripeState().disputes.values()), n);
			if (open?.status === 'lost' && won) stripeState().appealDispute(open.id);
			if (open) stripeState().closeDispute(open.id, won ? 'won' : 'lost');
		}),
	},
	{
		weight: 2,
		arbitrary: step('return page', few, async (run, n) => {
			const tradeNo = at(run.orders, n);
			if (tradeNo !== undefined) await shop.detail(run.fan, tradeNo);
		}),
	},
	{ weight: 1, arbitrary: step('spend', fc.integer({ min: 1, max: 700 }), spend) },
	{ weight: 2, arbitrary: step('time', fc.constantFrom(1, 5, 61, 25 * 60), (_run, minutes) => pass(minutes)) },
	{ weight: 2, arbitrary: step('watch', fc.constant(null), () => watchOrders({ ...shop.store, db })) },
	{ weight: 1, arbitrary: step('events', fc.constant(null), () => readEvents({ ...shop.store, db })) },
	{ weight: 1, arbitrary: step('jobs', fc.constant(null), workJobs) },
	{
		weight: 2,
		arbitrary: step(
			'trouble',
			fc.record({ status: fc.constantFrom(500, 429), when: fc.constantFrom('before' as const, 'after' as const) }),
			async (_run, trouble) => void shop.stripe.troubles.failures.push(trouble),
		),
	},
	{
		weight: 4,
		arbitrary: step(
			'crash',
			fc.record({
				statement: fc.integer({ min: 1, max: 40 }),
				when: fc.constantFrom('before' as const, 'after' as const),
			}),
			async (_run, { statement, when }) => db.dieAt(statement, when),
		),
	},
);

const [opening] = fc.sample(
	fc.constant([
		{ name: 'create', does: create },
		{ name: 'pay', does: (run: Run) => pay(run, 0) },
		{ name: 'card', does: (run: Run) => card(run, { n: 0, declined: false }) },
	]),
	1,
);

const isExpected = (error: unknown) =>
	error instanceof Error && ['Crash', 'ProviderOutage', 'ProviderRefusal'].includes(error.name);

/** A crash set by one step strikes in a later one; then a new process goes on. */
async function play(run: Run, list: readonly Step[]): Promise<void> {
	for (const { does, name } of list) {
		tried.steps += 1;
		await does(run).catch((error: unknown) => {
			const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
			if (!errors.every(isExpected)) throw new Error(`${name} failed`, { cause: error });
		});
		if (db.restart()) tried.crashes += 1;
	}
	db.live();
	shop.stripe.troubles.failures = [];
}

/** Lets everything go on until nothing is open any more. Messages that were never delivered stay lost. */
async function letTimePass(): Promise<void> {
	for (const minutes of [2, MINUTES_UNTIL_ALL_IS_OVER]) {
		await pass(minutes);
		await watchOrders({ ...shop.store, db });
		await readEvents({ ...shop.store, db });
		await workJobs();
	}
}

async function judge(run: Run): Promise<void> {
	const orders = await database.db.query<{ tradeNo: string; status: string; purchases: number; taken: number }>({
		text: `with booked as materialized (
				select cause as trade_no, count(*) filter (where kind = 'purchase') as purchases,
					-coalesce(sum(purchased) filter (where kind in ('refund', 'chargeback')), 0) as taken
				from ledger_entry where bucket = $1 and fan_id = $2 group by cause
			)
			select trade_no as "tradeNo", status, coalesce(purchases, 0) as purchases, coalesce(taken, 0) as taken
			from gem_order left join booked using (trade_no) where bucket = $1 and fan_id = $2`,
		values: [run.fan.bucket, run.fan.fanId],
	});
	let expected = 0 - run.spent;
	for (const { tradeNo, status, purchases, taken } of orders) {
		const payments = paymentsOf(run).filter(({ metadata }) => metadata['trade_no'] === tradeNo);
		expect(purchases, `${tradeNo} ${status}`).toBe(payments.length > 0 ? 1 : 0);
		if (payments.length === 0) {
			expect(['expired', 'created']).toContain(status);
			continue;
		}
		tried.payments += payments.length;
		const kept = payments.filter(({ amount, refunded }) => refunded < amount);
		expect(kept.length, 'more than one payment was kept').toBeLessThanOrEqual(1);
		const refunded = payments.flatMap(({ id }) =>
			[...stripeState().refunds.values()].filter((one) => one.payment_intent === id && one.status !== 'failed'),
		);
		const disputes = payments.flatMap(({ id }) =>
			[...stripeState().disputes.values()].filter(({ payment_intent }) => payment_intent === id),
		);
		tried.refunds += refunded.length;
		tried.disputes += disputes.length;
		if (payments.length === 1) {
			const money = refunded.reduce((total, { amount }) => total + amount, 0);
			const contested = disputes.some((one) => one.status !== 'won');
			if (contested || money === PRICE) expect(taken).toBe(GEMS);
			else if (money === 0) expect(taken).toBe(0);
			else expect(taken).toBeGreaterThan(0);
			expect(status).toBe(contested ? 'disputed' : money > 0 ? 'refunded' : 'fulfilled');
		}
		expected += GEMS - taken;
	}
	expect(await balanceOf(run.fan)).toBe(expected);
}

it('a refund during a dispute takes its gems although the dispute was lost before an appeal won it', async () => {
	db.live();
	await pass(1);
	const fan = await aPerson(database.owner, 'a fan whose bank changed its mind');
	const run: Run = { fan, orders: [], pages: [], firstEvent: stripeState().events.length, spent: 0 };
	const disputeEnds = async (status: 'lost' | 'won') => {
		const [made] = ours(run, stripeState().disputes.values());
		if (made?.status === 'lost') stripeState().appealDispute(made.id);
		if (made) stripeState().closeDispute(made.id, status);
	};
	await play(run, [
		...(opening ?? []),
		{ name: 'dispute', does: () => dispute(run, 0) },
		{ name: 'refund', does: () => refund(run, { n: 0, part: 0.2 }) },
		{ name: 'lost', does: () => disputeEnds('lost') },
	]);
	await letTimePass();
	expect(await balanceOf(fan)).toBe(0);
	await play(run, [{ name: 'won', does: () => disputeEnds('won') }]);
	await letTimePass();
	await judge(run);
	await expectBooksToBalance(database.db);
});

it('a refund of the whole price takes all gems although an earlier refund failed later', async () => {
	db.live();
	await pass(1);
	const fan = await aPerson(database.owner, 'a fan whose first refund failed');
	const run: Run = { fan, orders: [], pages: [], firstEvent: stripeState().events.length, spent: 0 };
	const deliverTheLast = {
		name: 'deliver the last event',
		does: () => deliver(run, { n: stripeState().events.length - run.firstEvent - 1, times: 1 }),
	};
	await play(run, [
		...(opening ?? []),
		deliverTheLast,
		{ name: 'refund a part', does: () => refund(run, { n: 0, part: 0.2 }) },
		deliverTheLast,
	]);
	const [part] = ours(run, stripeState().refunds.values());
	expect(await balanceOf(fan)).toBe(GEMS - 122);
	// The event of the failure is read last.
	await play(run, [
		{ name: 'the refund fails', does: async () => void stripeState().failRefund(part?.id ?? '') },
		{ name: 'refund the whole', does: () => refund(run, { n: 0, part: 1 }) },
		deliverTheLast,
	]);
	expect(await balanceOf(fan)).toBe(0);
	await letTimePass();
	await judge(run);
	expect(await balanceOf(fan)).toBe(0);
	await expectBooksToBalance(database.db);
});

it(`gives the gems of a paid order once, and of an unpaid one never`, { timeout: 600_000 }, async () => {
	const startedAt = performance.now();
	await fc.assert(
		fc.asyncProperty(fc.boolean(), fc.array(steps, { minLength: 3, maxLength: 10 }), async (usual, list) => {
			db.live();
			await pass(1);
			const fan = await aPerson(database.owner, `fan ${tried.interleavings}`);
			const run: Run = { fan, orders: [], pages: [], firstEvent: stripeState().events.length, spent: 0 };
			await play(run, usual ? [...(opening ?? []), ...list] : list);
			await letTimePass();
			await judge(run);
			tried.interleavings += 1;
			if (tried.interleavings % AUDIT_EVERY === 0) await expectBooksToBalance(database.db);
		}),
		{ numRuns: RUNS },
	);
	await expectBooksToBalance(database.db);
	const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
	console.log(`payment interleavings tried: ${JSON.stringify(tried)} in ${seconds} s`);
	expect(tried.interleavings).toBeGreaterThanOrEqual(RUNS);
});
