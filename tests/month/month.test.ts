/**
 * A month of the site in a minute: production's own process with its jobs and its public log, the card service, fans of several
 * kinds, operators at the console, and a clock turned by hand. What each part does is proven where it is: here all of them go
 * on beside each other, and the process does every job.
 */
import { expect, it, vi } from 'vitest';
import { auditLog } from '#public-log/auditor/main.ts';
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts';
import { enqueue, type JobName } from '#server/jobs/jobs.ts';
import { sql } from '#server/kernel/database.ts';
import { startStripeEmulator } from '../../emulators/stripe/emulator.ts';
import { startServerProcess, type ServerProcess } from '../../testkit/processes.ts';
import { aPerson, type Person } from '../fixtures/accounts/people.ts';
import { expectBooksToBalance } from '../fixtures/audit/books.ts';
import { beforeTests } from '../fixtures/before-tests.ts';
import { copyDatabase } from '../fixtures/database/database.ts';
import { aColleague, asOperator, beginShift, type Operator } from '../fixtures/operators/operators.ts';
import { sessionOf, someGoods, tradeNoOf } from '../fixtures/orders/shop.ts';
import { dataOf, type Answer, type Ask } from '../fixtures/site/answers.ts';
import * as calls from '../fixtures/site/calls.ts';
import { aCase, ofFans } from '../fixtures/voting/cases.ts';
import { aContest } from '../fixtures/voting/contests.ts';

const HOUR_MS = 3_600_000;
const DAYS = 30;
/** A June in Seoul, whose offset is the same all year. */
const midnight = (day: number): number => Date.UTC(2027, 4, 31, 15) + day * 24 * HOUR_MS;
const DEADLINE = midnight(DAYS);
const MONTHLY = 'monthly-2027-06';
/** Gems for a vote. */
const PRICE = 10;
/** More than this, in votes and in gems, needs a second operator. Small, so that approvals are asked for. */
const BOUNDS = { VOID_BOUND: '50', REFUND_BOUND: '100' };
const STRIPE = { secretKey: 'emulator-month-key', webhookSecret: 'emulator-month-webhook-secret' };
/** All that a day brings. The audit of all books, which a site repeats every hour, is left for the end. */
const DAILY =
	'close_rankings watch_orders read_payment_events take_snapshots count_votes prepare_month forget_traces erase_accounts'.split(
		' ',
	) as JobName[];
/** The site asks to come again: it is overloaded, a wallet is held, or a limit of requests was met. */
const BUSY = new Set([429, 502, 503, 504]);
const PATIENCE = { timeout: 60_000, interval: 20 };

/** Bots sit in one network, a farm is one person; a school shares an address and is none. Carders pay with cards of others. */
const CROWD = { fan: 20, bot: 8, farmer: 8, school: 6, carder: 3, late: 2 };
type Kind = keyof typeof CROWD;

interface Fan extends Person {
	/** Gems, as the site last told. */
	balance: number;
}

interface Purchase {
	fan: Fan;
	tradeNo: string;
	payment: string;
}

// Thirty days of thousands of votes, on a busy machine.
vi.setConfig({ testTimeout: 10 * 60_000 });

const { startsAt, endsAt } = { startsAt: new Date(midnight(0)), endsAt: new Date(DEADLINE) };
let now = midnight(-1);
let server: ServerProcess;
const stripe = beforeTests(() => {
	const webhookUrl = () => `${server.address}/api/v1/payments/stripe/webhook`;
	return startStripeEmulator({ port: 0, webhookUrl, now: () => now, ...STRIPE });
});
const database = beforeTests(copyDatabase);
const site = beforeTests(async () => {
	await setClock(now);
	server = await startServerProcess(database.url, {
		...BOUNDS,
		STRIPE_SECRET_KEY: STRIPE.secretKey,
		STRIPE_WEBHOOK_SECRET: STRIPE.webhookSecret,
		STRIPE_API_BASE: stripe.origin,
	});
	return server;
});

async function setClock(at: number): Promise<void> {
	now = at;
	await database.clock.set(new Date(at));
}

async function askOnce({ method, path, token, body, headers }: Ask): Promise<Answer> {
	const response = await fetch(`${site.address}/api/v1${path}`, {
		method: method ?? (body === undefined ? 'GET' : 'POST'),
		headers: {
			...(token ? { authorization: `Bearer ${token}` } : {}),
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
			...headers,
		},
		body: body === undefined ? null : JSON.stringify(body),
	});
	const text = await response.text();
	return { status: response.status, headers: {}, body: JSON.parse(text), text };
}

/** Asks again, with the same key, if the site is busy. */
const ask = (asked: Ask): Promise<Answer> =>
	vi.waitUntil(async () => {
		const answer = await askOnce(asked);
		return BUSY.has(answer.status) ? null : answer;
	}, PATIENCE);

/** A job that runs while another of its key is added has no attempts left, and may be at work. */
const noJobsLeft = () =>
	vi.waitUntil(async () => {
		const left = sql`select exists (select from graphile_worker.jobs where attempts < max_attempts or locked_at is not null)`;
		return !(await left.value<boolean>(database.owner));
	}, PATIENCE);

/** Runs jobs at the time of the month, and what they add. By themselves they run by the clock on the wall, which stands still here. */
async function runJobs(...names: JobName[]): Promise<void> {
	await database.owner.transaction(async (tx) => {
		for (const name of names) await enqueue(tx, name, {}, { key: name });
	});
	await noJobsLeft();
}

/** Waits until the site has heard of every payment, refund and dispute, and has moved the gems. */
async function settleMoney(): Promise<void> {
	await vi.waitUntil(() => {
		const taken = new Set(stripe.deliveries.log.filter(({ status }) => status === 200).map(({ event }) => event));
		return stripe.state.events.every(({ id }) => taken.has(id));
	}, PATIENCE);
	await noJobsLeft();
}

const number = (query: string): Promise<number> =>
	database.owner
		.query<{ n: number }>({ text: `select coalesce((select ${query}), 0)::bigint as n` })
		.then(([row]) => row?.n ?? 0);

it('a month with cases, refunds and disputes ends with the right result, and books and public logs that hold', async () => {
	const { owner } = database;
	const contest = await aContest(owner, MONTHLY, { startsAt, endsAt, gemsPerVote: PRICE });
	const goods_id = await someGoods({ owner }, { gems: 5_000 });
	const refusals = new Set<string>();
	const purchases: Purchase[] = [];
	const of = {} as Record<Kind, Fan[]>;
	for (const [kind, count] of Object.entries(CROWD)) {
		const people = Array.from({ length: count }, (_, n) => aPerson(owner, `${kind}-${n}`));
		of[kind as Kind] = (await Promise.all(people)).map((person) => ({ ...person, balance: 0 }));
	}
	const everybody = Object.values(of).flat();
	await sql`update session set expires_at = expires_at + interval '30 days'`.run(owner);
	await sql`update session set network_hash = sha256('one') where fan_id = any(${ofFans(...of.bot).fan_ids})`.run(
		owner,
	);

	const anOperator = async (role: 'editor' | 'finance') => asOperator({ owner, ask }, await aColleague(owner, role));
	const [editor, finance, second] = [
		await anOperator('editor'),
		await anOperator('finance'),
		await anOperator('finance'),
	];
	let approvals = 0;
	/** Makes a call of the console. What needs a second operator is approved at once. */
	async function made<E extends Endpoint>(by: Operator, endpoint: E, input: InputOf<E>): Promise<ReplyOf<E>> {
		const data = await by.data(endpoint, input);
		const { approval_id: approvalId } = data as { approval_id?: string | null };
		if (!approvalId) return data;
		expect(await second.decide(approvalId)).toBe(200);
		approvals += 1;
		return data;
	}
	const openCase = async (reason: calls.VoteCase['reason'], filter: calls.CaseFilter) =>
		(await aCase(editor, MONTHLY, { reason, filter })).case_id;
	async function carryOut(case_id: number): Promise<void> {
		await made(finance, calls.voidCase, { params: { case_id }, body: { why: 'no objection came' } });
		await runJobs('work_on_cases');
		expect((await finance.data(calls.readCase, { params: { case_id } })).case.state).toBe('voided');
	}

	/** Makes one change, and keeps the balance or the refusal. */
	async function change(fan: Fan, path: string, body: object = {}): Promise<Answer> {
		const headers = { 'idempotency-key': `${path.slice(1, 5)}-${fan.fanId}-${now}`.padEnd(22, '-') };
		const answer = await ask({ path, token: fan.token, body, headers });
		if (answer.status === 200) Object.assign(fan, { balance: balanceIn(answer) ?? fan.balance });
		else refusals.add(answer.body.error ?? answer.text);
		return answer;
	}
	const balanceIn = ({ body }: Answer) => (body.data as { gem_balance?: number }).gem_balance;
	async function vote(fan: Fan, artist: number): Promise<void> {
		const tickets = Math.max(1, Math.ceil(fan.balance / PRICE / 2));
		await change(fan, `/rankings/vote/${MONTHLY}`, {
			artist_id: contest.artistIds[artist % 4],
			ticket_number: tickets,
		});
	}
	async function buy(fan: Fan): Promise<void> {
		const tradeNo = tradeNoOf(await change(fan, '/orders/create', { goods_id }));
		const path = `/orders/pay?trade_no=${tradeNo}&payment_method=PAYMENT_METHOD_STRIPE_CARD`;
		const session = sessionOf(await ask({ path, token: fan.token }));
		purchases.push({ fan, tradeNo, payment: stripe.state.pay(session, {}).payment_intent ?? '' });
	}
	async function lookAtWallets(): Promise<void> {
		await settleMoney();
		for (const fan of new Set(purchases.map((bought) => bought.fan)))
			fan.balance = balanceIn(await ask({ path: '/user/me', token: fan.token })) ?? fan.balance;
	}

	const cases = new Map<'farm' | 'bots' | 'school' | 'disputed' | 'late', number>();
	const caseOf = (about: Parameters<typeof cases.get>[0]) => cases.get(about) ?? 0;
	let networks = 0;
	/** What operators, banks and buyers do on which day, before the fans come. */
	const days: Record<number, () => Promise<unknown>> = {
		5: () => Promise.all([...of.carder, ...of.fan.slice(0, 4)].map(buy)),
		6: async () => {
			// Two fans regret, who have spent a part.
			for (const { tradeNo } of purchases.filter(({ fan }) => of.fan.slice(0, 2).includes(fan))) {
				const params = { trade_no: tradeNo };
				const { unspent } = (await finance.data(calls.readOrder, { params })).order.refundable;
				const body = { part: 'unspent' as const, amount_minor: unspent?.amount_minor ?? 0, why: 'the fan asked' };
				await made(finance, calls.refundOrder, { params, body });
			}
		},
		12: async () => {
			const { network } = await editor.data(calls.readConcentration, {
				params: { ranking_key: MONTHLY },
				query: {},
			});
			const shared = network.filter(({ accounts }) => accounts === CROWD.bot);
			networks = shared.length;
			cases.set('bots', await openCase('BOT', { network: shared[0]?.value ?? '' }));
			cases.set('farm', await openCase('FARM', ofFans(...of.farmer)));
			cases.set('school', await openCase('FARM', ofFans(...of.school)));
		},
		16: async () => {
			// A school shares an address: the objection was right.
			const params = { case_id: caseOf('school') };
			await made(editor, calls.dropCase, { params, body: { why: 'it is a school' } });
			await carryOut(caseOf('farm'));
			await carryOut(caseOf('bots'));
		},
		18: async () => {
			const stolen = purchases.filter(({ fan }) => of.carder.includes(fan));
			for (const { payment } of stolen) stripe.state.dispute(payment);
		},
		20: async () => {
			// One of the farm was a person after all, who objected late.
			const body = { fan_id: of.farmer[0]?.fanId ?? 0, why: 'they have shown that they are a person' };
			await made(finance, calls.restoreCase, { params: { case_id: caseOf('farm') }, body });
			await runJobs('work_on_cases');
		},
		24: async () => {
			// The first dispute is won: its owner had forgotten the purchase.
			for (const [index, { id }] of [...stripe.state.disputes.values()].entries())
				stripe.state.closeDispute(id, index === 0 ? 'won' : 'lost');
			await settleMoney();
			const { list } = await finance.data(calls.listOrders, { query: { status: 'disputed', limit: '50' } });
			cases.set('disputed', await openCase('CHRG', { fan_ids: list.map(({ fan_id: id }) => id) }));
		},
		28: () => carryOut(caseOf('disputed')),
	};

	for (let day = 0; day < DAYS; day += 1) {
		await setClock(midnight(day) + HOUR_MS);
		await runJobs(...DAILY);
		await beginShift(owner);
		await days[day]?.();
		await lookAtWallets();
		const present = everybody.filter((fan) => day === DAYS - 1 || !of.late.includes(fan));
		await Promise.all(present.map((fan) => change(fan, '/checkin')));
		await Promise.all(present.map(vote));
	}
	// The first votes that come too late close the ranking. A review follows, then the certificate.
	await setClock(DEADLINE + 5_000);
	await Promise.all(of.fan.map(vote));
	await runJobs(...DAILY);
	await beginShift(owner);
	cases.set('late', await openCase('BOT', ofFans(...of.late)));
	await setClock(DEADLINE + 25 * HOUR_MS);
	await beginShift(owner);
	await carryOut(caseOf('late'));
	await runJobs(...DAILY);

	const votes = await number('count(*) from vote');
	expect(votes).toBeGreaterThan(1_000);
	const report = await expectBooksToBalance(owner);
	expect([report.passed, report.votes]).toEqual([true, votes]);
	const cast = await number('sum(tickets) from vote');
	const voided = (about: Parameters<typeof cases.get>[0]) =>
		number(`sum(tickets) from vote_void where case_id = ${caseOf(about)}`);
	const [all, restored] = [await number('sum(tickets) from vote_void'), await number('sum(tickets) from vote_restore')];
	expect(await number('sum(tickets) from ranking_result_entry')).toBe(cast - all + restored);
	for (const about of ['farm', 'bots', 'disputed', 'late'] as const) expect(await voided(about)).toBeGreaterThan(0);
	expect(await voided('school')).toBe(0);
	expect(await number(`sum(tickets) from vote_restore where case_id = ${caseOf('farm')}`)).toBe(restored);
	expect(restored).toBeGreaterThan(0);
	const next = sql`select title from ranking where ranking_type = 'monthly' and ranking_key <> ${MONTHLY}
		and starts_at <= lightstick_now()`;
	expect(await next.column(owner)).toEqual(['July 2027 Monthly']);

	expect([...refusals].toSorted()).toEqual(['account_suspended', 'ranking_closed', 'wallet_in_debt']);
	// All but the one who turned out to be a person.
	expect(await number('count(*) from wallet where frozen')).toBe(CROWD.bot + CROWD.farmer - 1 + CROWD.late);
	expect(await number('count(*) from wallet where earned + purchased < 0')).toBeGreaterThan(0);
	expect(await number(`count(*) from payment_refund where status = 'succeeded'`)).toBe(2);
	expect(await number(`count(*) from payment_dispute where status = 'lost'`)).toBe(CROWD.carder - 1);
	expect(approvals).toBeGreaterThan(1);
	expect(networks).toBe(1);

	const published = async () => dataOf(calls.getVoteLogs, await ask({ path: calls.getVoteLogs.path })).logs;
	await vi.waitUntil(async () => (await published()).every(({ entries_waiting: waiting }) => waiting === 0), PATIENCE);
	const log = `${site.address}/log/${MONTHLY}`;
	for (const args of [[log], [`${site.address}/anchor`, '--log', log]]) {
		let said = '';
		const say = (text: string) => void (said += text);
		expect([args[0], await auditLog(args, { out: say, error: say })], said).toEqual([args[0], 0]);
	}
});
