/**
 * In every order of events, a paid order credits its gems once and an unpaid one never. fast-check generates the order
 * in which fans, Stripe, its events, our jobs, crashes and the clock act. Long because each of them is a step.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readWallet, sum } from '#server/gems/gems.ts';
import { sql } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { readOrder } from '#server/orders/operator/orders.ts';
import { readEvents, refundPayment, watchOrders } from '#server/orders/payments/reconcile.ts';
import { refundOrder } from '#server/orders/refunds/refunds.ts';
import { settle } from '#server/orders/settle.ts';
import { StripeFault } from '../../../emulators/stripe/amounts.ts';
import { spendGems } from '../../fixtures/accounts/gems.ts';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { crashing } from '../../fixtures/database/crashes.ts';
import { copyDatabase } from '../../fixtures/database/database.ts';
import { openShop, sessionOf, tradeNoOf } from '../../fixtures/orders/shop.ts';
import { aKey, beforeTests, type Person } from '../../fixtures/site/site.ts';

const MINUTES_UNTIL_ALL_IS_OVER = 26 * 60;

/** What one fan does and meets. */
interface Run {
	fan: Person;
	orders: string[];
	/** Card pages that the fan was sent to. */
	pages: string[];
	/** Events of this run begin here. */
	firstEvent: number;
	spent: number;
}

async function openWorld() {
	const database = await copyDatabase();
	const db = crashing(database.db);
	/** Milliseconds since 1970. */
	const clock = { now: Date.parse('2026-11-20T00:00:00Z') };
	const shop = await openShop({
		database: { ...database, db },
		now: () => clock.now,
		constants: { stripe: { retries: 0 } },
	});
	return {
		clock,
		database,
		/** The same database, whose client dies where a step says. */
		db,
		shop,
		finance: await shop.operator('finance'),
		tried: { interleavings: 0, steps: 0, crashes: 0, payments: 0, repeated: 0, refunds: 0, wished: 0, disputes: 0 },
		close: async () => {
			await shop.close();
			await database.drop();
		},
	};
}

const world = beforeTests(openWorld);

async function newRun(name: string): Promise<Run> {
	world.db.live();
	await pass(1);
	const fan = await world.shop.fan(name);
	return { fan, orders: [], pages: [], firstEvent: world.shop.stripe.state.events.length, spent: 0 };
}

/** Those things at the bank that belong to the orders of a run. */
const ours = <Thing extends { payment_intent: string }>(run: Run, things: Map<string, Thing>) => {
	const payments = new Set(paymentsOf(run).map(({ id }) => id));
	return [...things.values()].filter((thing) => payments.has(thing.payment_intent));
};

const bank = () => world.shop.stripe.state;

const paymentsOf = (run: Run) =>
	[...bank().payments.values()].filter(({ metadata }) => run.orders.includes(metadata['trade_no'] ?? ''));

/** Past the database that crashes: the test's own eyes. */
const balanceOf = async ({ fan }: Run) => sum(await readWallet(world.database.db, fan));

async function pass(minutes: number): Promise<void> {
	world.clock.now += minutes * 60_000;
	await world.database.clock.set(new Date(world.clock.now));
	world.shop.stripe.state.sweep();
}

/** The shop's payments on the database that crashes. */
const deps = () => ({ ...world.shop.payments, db: world.db });

/** Runs all jobs, as a worker of any process would. */
async function workJobs(): Promise<void> {
	const { owner } = world.database;
	const jobs = await owner.query<{ id: string; task: string; payload: Record<string, string> }>({
		text: `select job.id::text, task.identifier as task, payload from graphile_worker._private_jobs job
			join graphile_worker._private_tasks task on task.id = job.task_id`,
	});
	for (const { task, payload } of jobs) {
		if (task === 'settle_order') await settle(world.db, payload['tradeNo'] ?? '');
		if (task === 'refund_payment') await refundPayment(deps(), payload['paymentId'] ?? '');
	}
	const done = jobs.map(({ id }) => id);
	await owner.query({ text: 'delete from graphile_worker._private_jobs where id = any($1)', values: [done] });
}

/** Lets everything go on until nothing is open any more. Messages that were never delivered stay lost. */
async function letTimePass(): Promise<void> {
	for (const minutes of [2, MINUTES_UNTIL_ALL_IS_OVER]) {
		await pass(minutes);
		await watchOrders(deps());
		await readEvents(deps());
		await workJobs();
	}
}

const GEMS = 600;
const PRICE = 499;

async function judge(run: Run): Promise<void> {
	const orders = await sql`with booked as materialized (
				select cause as trade_no, count(*) filter (where kind = 'purchase') as purchases,
					-coalesce(sum(purchased) filter (where kind in ('refund', 'chargeback')), 0) as taken
				from ledger_entry where fan_id = ${run.fan.fanId} group by cause
			)
			select trade_no as "tradeNo", status, coalesce(purchases, 0) as purchases, coalesce(taken, 0) as taken
			from gem_order left join booked using (trade_no) where fan_id = ${run.fan.fanId}`.all<
		Record<'tradeNo' | 'status', string> & Record<'purchases' | 'taken', number>
	>(world.database.db);
	let expected = 0 - run.spent;
	for (const { tradeNo, status, purchases, taken } of orders) {
		const payments = paymentsOf(run).filter(({ metadata }) => metadata['trade_no'] === tradeNo);
		expect(purchases, `${tradeNo} ${status}`).toBe(payments.length > 0 ? 1 : 0);
		if (payments.length === 0) {
			expect(['expired', 'created']).toContain(status);
			continue;
		}
		world.tried.payments += payments.length;
		const kept = payments.filter(({ amount, refunded }) => refunded < amount);
		expect(kept.length, 'more than one payment was kept').toBeLessThanOrEqual(1);
		const isOfOrder = (one: { payment_intent: string }) => payments.some(({ id }) => id === one.payment_intent);
		const refunded = ours(run, bank().refunds).filter((one) => isOfOrder(one) && one.status !== 'failed');
		const disputes = ours(run, bank().disputes).filter(isOfOrder);
		world.tried.refunds += refunded.length;
		world.tried.disputes += disputes.length;
		if (payments.length === 1) {
			const money = refunded.reduce((total, { amount }) => total + amount, 0);
			const open = disputes.filter((one) => one.status !== 'won');
			// Numbers of another currency say nothing: all is held.
			const held = open.reduce((total, { amount, currency }) => total + (currency === 'usd' ? amount : PRICE), 0);
			if (held + money >= PRICE) expect(taken).toBe(GEMS);
			else if (held + money === 0) expect(taken).toBe(0);
			else expect(taken).toBeGreaterThan(0);
			expect(status).toBe(held > 0 ? 'disputed' : money > 0 ? 'refunded' : 'fulfilled');
		}
		expected += GEMS - taken;
	}
	expect(await balanceOf(run)).toBe(expected);
}

interface Step {
	name: string;
	does: (run: Run) => Promise<unknown>;
}

const at = <Item>(items: readonly Item[], n: number): Item | undefined => items[n % Math.max(1, items.length)];
const step = <Value>(name: string, values: fc.Arbitrary<Value>, does: (run: Run, value: Value) => Promise<unknown>) =>
	values.map((value): Step => ({ name: `${name} ${JSON.stringify(value)}`, does: (run) => does(run, value) }));

async function create(run: Run): Promise<void> {
	if (run.orders.length > 1) return;
	const answer = await world.shop.create(run.fan, undefined, aKey());
	if (answer.status === 200) run.orders.push(tradeNoOf(answer));
}

async function pay(run: Run, n: number): Promise<void> {
	const tradeNo = at(run.orders, n);
	if (tradeNo === undefined) return;
	const answer = await world.shop.pay(run.fan, tradeNo);
	if (answer.status === 200) run.pages.push(sessionOf(answer));
}

async function card(run: Run, { n, declined }: { n: number; declined: boolean }): Promise<void> {
	const page = at(run.pages, n);
	if (page === undefined || bank().readSession(page).status !== 'open') return;
	bank().pay(page, declined ? { declined: 'no' } : {});
}

async function deliver(run: Run, { n, times }: { n: number; times: number }): Promise<void> {
	const event = at(bank().events.slice(run.firstEvent), n);
	if (!event) return;
	world.tried.repeated += times - 1;
	await Promise.all(Array.from({ length: times }, () => world.shop.deliver(event)));
}

async function refund(run: Run, { n, part }: { n: number; part: number }): Promise<void> {
	const payment = at(paymentsOf(run), n);
	const left = payment ? payment.amount - payment.refunded : 0;
	if (!payment || left === 0) return;
	try {
		bank().refund(payment.id, part === 1 ? undefined : Math.ceil(left * part));
	} catch (error) {
		// The bank of the card holds the money.
		if (!(error instanceof StripeFault && error.code === 'charge_disputed')) throw error;
	}
}

/** Refunds the unspent part of an order as an operator. */
async function requestRefund(run: Run, n: number): Promise<void> {
	const tradeNo = at(run.orders, n);
	if (tradeNo === undefined) return;
	const offer = (await readOrder(world.database.db, tradeNo)).refundable.unspent;
	if (!offer) return;
	world.tried.wished += 1;
	const wished = { tradeNo, part: 'unspent' as const, amountMinor: offer.amount_minor, why: 'asked for' };
	const actor = { operatorId: world.finance.operatorId, role: 'finance' as const };
	const asked = { ...wished, idempotencyKey: aKey() };
	await refundOrder(deps(), actor, asked, Number.MAX_SAFE_INTEGER).catch((error: unknown) => {
		// The offer has changed meanwhile, or the bank acted first.
		if (!(error instanceof Problem)) throw error;
	});
}

async function dispute(run: Run, { n, part, currency = 'usd' }: { n: number; part: number; currency?: string }) {
	const payment = at(paymentsOf(run), n);
	const isDisputed = ours(run, bank().disputes).some((one) => one.payment_intent === payment?.id);
	if (payment && !isDisputed) bank().dispute(payment.id, { amount: Math.round(payment.amount * part), currency });
}

async function spend(run: Run, gems: number): Promise<void> {
	const spent = Math.min(gems, await balanceOf(run));
	if (spent < 1) return;
	await world.database.owner.transaction((tx) => spendGems(tx, run.fan, spent));
	run.spent += spent;
}

async function refundFails(run: Run, n: number): Promise<void> {
	const failing = at(ours(run, bank().refunds), n);
	if (failing) bank().failRefund(failing.id);
}

/** A lost one is won on appeal. */
async function disputeEnds(run: Run, { n, won }: { n: number; won: boolean }): Promise<void> {
	const open = at(ours(run, bank().disputes), n);
	if (open?.status === 'lost' && won) bank().appealDispute(open.id);
	if (open) bank().closeDispute(open.id, won ? 'won' : 'lost');
}

async function returnPage({ orders, fan }: Run, n: number): Promise<void> {
	const tradeNo = at(orders, n);
	if (tradeNo !== undefined) await world.shop.detail(fan, tradeNo);
}

type Trouble = { status: number; when: 'before' | 'after' };
const trouble = async (_: Run, fault: Trouble) => void world.shop.stripe.troubles.failures.push(fault);
const crash = async (_: Run, { statement, when }: { statement: number; when: Trouble['when'] }) =>
	world.db.dieAt(statement, when);

const few = fc.nat(3);
const currency = fc.constantFrom('usd', 'jpy');
const whenFaulty = fc.constantFrom('before' as const, 'after' as const);
const weighted: [number, fc.Arbitrary<Step>][] = [
	[2, step('create', fc.constant(null), create)],
	[4, step('pay', few, pay)],
	[4, step('card', fc.record({ n: few, declined: fc.boolean() }), card)],
	[6, step('deliver', fc.record({ n: fc.nat(9), times: fc.integer({ min: 1, max: 5 }) }), deliver)],
	[2, step('refund', fc.record({ n: few, part: fc.constantFrom(0.2, 0.5, 1) }), refund)],
	[8, step('refund in the console', few, requestRefund)],
	[1, step('refund fails', few, refundFails)],
	[3, step('dispute', fc.record({ n: few, part: fc.constantFrom(0.3, 1), currency }), dispute)],
	[3, step('dispute ends', fc.record({ n: few, won: fc.boolean() }), disputeEnds)],
	[2, step('return page', few, returnPage)],
	[1, step('spend', fc.integer({ min: 1, max: 700 }), spend)],
	[2, step('time', fc.constantFrom(1, 5, 61, 25 * 60), (_, minutes) => pass(minutes))],
	[4, step('watch', fc.constant(null), () => watchOrders(deps()))],
	[1, step('events', fc.constant(null), () => readEvents(deps()))],
	[1, step('jobs', fc.constant(null), () => workJobs())],
	[2, step('trouble', fc.record({ status: fc.constantFrom(500, 429), when: whenFaulty }), trouble)],
	[4, step('crash', fc.record({ statement: fc.integer({ min: 1, max: 40 }), when: whenFaulty }), crash)],
];
const steps = fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** A fan who orders and pays. */
const opening: Step[] = [
	{ name: 'create', does: create },
	{ name: 'pay', does: (run) => pay(run, 0) },
	{ name: 'card', does: (run) => card(run, { n: 0, declined: false }) },
];

const isExpected = (error: unknown) =>
	error instanceof Error && ['Crash', 'ProviderOutage', 'ProviderRefusal'].includes(error.name);

/** A crash set by one step strikes in a later one; then a new process goes on. */
async function play(run: Run, list: readonly Step[]): Promise<void> {
	for (const { does, name } of list) {
		world.tried.steps += 1;
		await does(run).catch((error: unknown) => {
			const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
			if (!errors.every(isExpected)) throw new Error(`${name} failed`, { cause: error });
		});
		if (world.db.restart()) world.tried.crashes += 1;
	}
	world.db.live();
	world.shop.stripe.troubles.failures = [];
}

it('a process that dies at any statement between the request and the record of a refund leaves one refund in the end', async () => {
	const actor = { operatorId: world.finance.operatorId, role: 'finance' as const };
	let crashes = 0;
	let statement = 1;
	for (let lived = false; !lived; statement += 1) {
		for (const when of ['before', 'after'] as const) {
			const run = await newRun(`a fan of statement ${statement}, ${when}`);
			const { tradeNo, payment } = await world.shop.fulfilledOrder(run.fan);
			const asked = { tradeNo, part: 'unspent' as const, amountMinor: PRICE, why: 'asked for', idempotencyKey: aKey() };
			const attempt = () => refundOrder(deps(), actor, asked, Number.MAX_SAFE_INTEGER);
			world.db.dieAt(statement, when);
			const { status } = await attempt().catch(() => ({ status: 'crashed' }));
			lived = !world.db.restart();
			world.db.live();
			if (!lived) crashes += 1;
			const made = () => [...bank().refunds.values()].filter((one) => one.payment_intent === payment).length;
			// The operator's browser tries again, a minute passes, and the message may come or not.
			if (statement % 2 === 0) await attempt();
			if (statement % 3 === 0 && made() > 0) await world.shop.hear('refund.created');
			await pass(3);
			await watchOrders(deps());
			const { requests } = await readOrder(world.database.db, tradeNo);
			// Nothing was wanted where even the request was lost.
			const wanted = statement % 2 === 0 || requests.length > 0 ? 1 : 0;
			expect([statement, when, status, made(), requests.length]).toEqual([statement, when, status, wanted, wanted]);
			expect(await balanceOf(run)).toBe(wanted ? 0 : GEMS);
			if (wanted) expect(requests[0]?.status).toBe('done');
		}
	}
	console.log(`refunds interrupted: ${crashes} times, at ${statement - 2} statements`);
	expect(crashes).toBeGreaterThan(30);
});

/** Takes the latest event. */
const hear = (run: Run) => deliver(run, { n: bank().events.length - run.firstEvent - 1, times: 1 });
const refundPart = (run: Run) => refund(run, { n: 0, part: 0.2 });

/** Orders of events that chance rarely meets, with the gems that are left after each part. */
it.each<[string, [gems: number, ...steps: Step['does'][]][]]>([
	[
		'a refund before a dispute takes its gems although the dispute was lost before an appeal won it',
		[
			[
				0,
				refundPart,
				(run) => dispute(run, { n: 0, part: 1 }),
				(run) => disputeEnds(run, { n: 0, won: false }),
				letTimePass,
			],
			[478, (run) => disputeEnds(run, { n: 0, won: true }), letTimePass],
		],
	],
	[
		'a refund of the whole price takes all gems although an earlier refund failed later',
		[
			[478, hear, refundPart, hear],
			// The event of the failure is read last.
			[0, (run) => refundFails(run, 0), (run) => refund(run, { n: 0, part: 1 }), hear],
			[0, letTimePass],
		],
	],
])('%s', async (name, parts) => {
	const run = await newRun(name);
	await play(run, opening);
	for (const [gems, ...does] of parts) {
		await play(
			run,
			does.map((each) => ({ name, does: each })),
		);
		expect(await balanceOf(run)).toBe(gems);
	}
	await judge(run);
	await expectBooksToBalance(world.database.db);
});

it('gives the gems of a paid order once, and of an unpaid one never', async () => {
	await fc.assert(
		fc.asyncProperty(fc.boolean(), fc.array(steps, { minLength: 3, maxLength: 10 }), async (usual, list) => {
			const run = await newRun(`fan ${world.tried.interleavings}`);
			await play(run, usual ? [...opening, ...list] : list);
			await letTimePass();
			await judge(run);
			world.tried.interleavings += 1;
		}),
	);
	await expectBooksToBalance(world.database.db);
	console.log(`payment interleavings tried: ${JSON.stringify(world.tried)}`);
	for (const times of Object.values(world.tried)) expect(times).toBeGreaterThan(0);
});
