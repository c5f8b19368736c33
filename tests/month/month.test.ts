/**
 * A whole month of the site in minutes: production's own process, its database and providers, virtual fans, operators at the
 * console, and a clock turned by hand.
 */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { auditLog } from '#public-log/auditor/main.ts';
import { localTimeOf } from '#contract/values/local-time.ts';
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts';
import type { OperatorRole } from '#contract/operator/operators/session.ts';
import type { JobName } from '#server/jobs/jobs.ts';
import { sql } from '#server/kernel/database.ts';
import artists from '../../demo/content/artists.json' with { type: 'json' };
import { expectBooksToBalance } from '../fixtures/audit/books.ts';
import { aColleague, asOperator, beginShift, type Operator } from '../fixtures/operators/operators.ts';
import { dataOf } from '../fixtures/site/answers.ts';
import * as calls from '../fixtures/site/calls.ts';
import { aCase } from '../fixtures/voting/cases.ts';
import * as plan from './fans.ts';
import { DAY_MS, DAYS, fansAt, gatherCrowd, HOUR_MS, HOURS, midnight, MONTHLY, type Purchase } from './fans.ts';
import { openStage, type Stage } from './stage.ts';

const DEADLINE = midnight(DAYS);
/** Minutes before it. */
const LAST_MINUTES = [60, 30, 10, 3, 1, 1 / 6];
/** All that a day brings. The audit of all books, which a site repeats every hour, is left for the end. */
const DAILY =
	'close_rankings watch_orders read_payment_events take_snapshots count_votes prepare_month forget_traces erase_accounts'.split(
		' ',
	) as JobName[];
/** Gems, bonus and cents. */
const GOODS = [
	[1_000, 0, 99],
	[5_500, 500, 499],
	[12_000, 1_800, 999],
	[26_000, 5_200, 1_999],
	[70_000, 17_500, 4_999],
	[150_000, 45_000, 9_999],
] as const;
const REWARDS = [600, 700, 800, 900, 1_000, 1_200, 3_000];

const local = (at: number): string => localTimeOf(at / 1000, 'Asia/Seoul') ?? '';

let stage: Stage;
let [editor, finance, second] = [] as unknown as [Operator, Operator, Operator];
let fans: ReturnType<typeof fansAt>;
let artistIds: number[];
/** Requests that a second operator approved, and suspect networks that the console named by itself. */
let [approvals, networksFound] = [0, 0];
let tookMs = 0;
const cases = new Map<'farm' | 'bots' | 'school' | 'chargebacks' | 'night', number>();

beforeAll(async () => {
	// Operators prepare the month a week before.
	stage = await openStage(midnight(-7));
	const anOperator = async (role: OperatorRole) => asOperator(stage, await aColleague(stage.owner, role));
	[editor, finance, second] = [await anOperator('editor'), await anOperator('finance'), await anOperator('finance')];
	await prepare();
	fans = fansAt(stage, gatherCrowd(1), artistIds);
	const beganAt = performance.now();
	for (let day = 0; day < DAYS; day += 1) await liveThrough(day);
	await endMonth();
	tookMs = performance.now() - beganAt;
}, 900_000);
afterAll(() => stage.close());

/** Makes a call of the console. What needs a second operator is approved at once. */
async function ask<E extends Endpoint>(by: Operator, endpoint: E, input: InputOf<E>): Promise<ReplyOf<E>> {
	const data = await by.data(endpoint, input);
	const { approval_id: approvalId } = data as { approval_id?: string | null };
	if (!approvalId) return data;
	expect(await second.decide(approvalId)).toBe(200);
	approvals += 1;
	return data;
}

/** Artists, two rankings, the store and the check-in, through the console. */
async function prepare(): Promise<void> {
	artistIds = [];
	for (const solo of artists.solos.slice(0, plan.ARTISTS)) {
		const body = { ...solo, kind: 'solo' as const, sub_title: null, avatar_media_id: null, hidden: false };
		artistIds.push((await ask(editor, calls.createArtist, { body })).artist.artist_id);
	}
	const cover = { cover_media_id: null, cover_alt: '', cover_link_url: null };
	const monthly = {
		ranking_type: 'monthly',
		title: 'June 2027 Monthly',
		votes_per_fan_max: null,
		review_hours: 48,
	} as const;
	const { cap, artists: few, startsAt, endsAt } = plan.BIRTHDAY_RUN;
	const birthday = {
		ranking_type: 'birthday',
		title: 'July Birthdays',
		votes_per_fan_max: cap,
		review_hours: 24,
	} as const;
	for (const [ranking_key, traits, from, to, entries] of [
		[MONTHLY, monthly, midnight(0), DEADLINE, artistIds],
		[plan.BIRTHDAY, birthday, startsAt, endsAt, artistIds.slice(0, few)],
	] as const) {
		const run = { starts_local: local(from), ends_local: local(to) };
		await ask(editor, calls.createRanking, { body: { ranking_key, ...traits, ...run, ...cover } });
		await ask(editor, calls.addEntries, { params: { ranking_key }, body: { artist_ids: [...entries] } });
	}
	for (const [index, [gems, bonus_gems, price_minor]] of GOODS.entries()) {
		const sold = { gems, bonus_gems, price_minor, currency: 'USD', media_id: null, withdrawn: false };
		await ask(finance, calls.createGoods, { body: { position: index + 1, ...sold, why: 'the opening' } });
	}
	const { check_in: now } = await ask(finance, calls.readCheckInSettings, {});
	const body = { version: now.version, rewards: REWARDS, restarts_after_miss: false, why: 'the opening' };
	await ask(finance, calls.editCheckInRewards, { body });
}

async function liveThrough(day: number): Promise<void> {
	const usual = HOURS.map((hour) => ({ at: midnight(day) + hour * HOUR_MS, storm: false }));
	const last = LAST_MINUTES.map((minutes) => ({ at: DEADLINE - minutes * 60_000, storm: true }));
	for (const [index, moment] of [...usual, ...(day === DAYS - 1 ? last : [])].entries()) {
		await stage.setClock(moment.at);
		if (index === 0) await beginDay(day);
		await fans.live({ ...moment, day, morning: index === 0 });
	}
}

/** What operators and banks do on which day. */
async function beginDay(day: number): Promise<void> {
	await stage.runJobs(...DAILY);
	await beginShift(stage.owner);
	await refund(fans.purchases.filter((bought) => bought.regretted && bought.day === day - 1));
	if (day === 12) {
		cases.set('farm', await openCase('FARM', { network: await networkOf('farm-0', plan.FARM_ARTIST) }));
		cases.set('bots', await openCase('BOT', { network: await networkOf('bot-0', plan.BOT_ARTIST) }));
		cases.set('school', await openCase('FARM', { network: await networkOf('fan-3', null) }));
	}
	if (day === 16) {
		// A school shares an address: the objection was right.
		await ask(editor, calls.dropCase, { params: { case_id: caseOf('school') }, body: { why: 'it is a school' } });
		await carryOut('farm');
		await carryOut('bots');
	}
	if (day === 18) await dispute(fans.purchases.filter(({ fan, regretted }) => fan.kind === 'carder' && !regretted));
	if (day === 20) await restoreOne();
	if (day === 24) {
		// The first dispute is won: its owner had forgotten the purchase.
		for (const [index, { id }] of [...stage.stripe.state.disputes.values()].entries())
			stage.stripe.state.closeDispute(id, index === 0 ? 'won' : 'lost');
		await stage.settleMoney();
	}
	if (day === 25) {
		const { list } = await ask(finance, calls.listOrders, { query: { status: 'disputed', limit: '50' } });
		cases.set('chargebacks', await openCase('CHRG', { fan_ids: [...new Set(list.map(({ fan_id: id }) => id))] }));
	}
	if (day === 28) await carryOut('chargebacks');
}

/** The first votes that come too late close the ranking. A review follows, then the certificate. */
async function endMonth(): Promise<void> {
	await stage.setClock(DEADLINE + 5_000);
	await fans.voteTooLate();
	await stage.runJobs(...DAILY);
	await stage.setClock(DEADLINE + HOUR_MS);
	await beginShift(stage.owner);
	// The second net of bots, whose accounts were made on one day.
	const [from, to] = [midnight(plan.NIGHT_DAY), midnight(plan.NIGHT_DAY + 1)];
	const joined = { joined_from_local: local(from), joined_to_local: local(to), country: 'US' };
	cases.set('night', await openCase('BOT', joined));
	await stage.setClock(DEADLINE + 1.5 * DAY_MS);
	await stage.runJobs(...DAILY);
	await beginShift(stage.owner);
	await carryOut('night');
	await stage.setClock(DEADLINE + 2.1 * DAY_MS);
	await stage.runJobs(...DAILY);
}

/** Refunds what is not spent yet; a fan who has spent everything gets nothing. */
async function refund(regretted: readonly Purchase[]): Promise<void> {
	for (const { tradeNo } of regretted) {
		const params = { trade_no: tradeNo };
		const { unspent } = (await ask(finance, calls.readOrder, { params })).order.refundable;
		if (!unspent) continue;
		const body = { part: 'unspent' as const, amount_minor: unspent.amount_minor, why: 'the fan asked on the next day' };
		await ask(finance, calls.refundOrder, { params, body });
	}
	await stage.settleMoney();
}

/** The owners of the cards complain at their banks. */
async function dispute(purchases: readonly Purchase[]): Promise<void> {
	const { sessions } = stage.stripe.state;
	for (const { tradeNo } of purchases) {
		const paid = sessions.values().find((page) => page.client_reference_id === tradeNo && page.payment_intent !== null);
		stage.stripe.state.dispute(paid?.payment_intent ?? '');
	}
	await stage.settleMoney();
}

const openCase = async (reason: calls.VoteCase['reason'], filter: calls.CaseFilter) =>
	(await aCase(editor, MONTHLY, { reason, filter })).case_id;

const caseOf = (about: Parameters<typeof cases.get>[0]): number => cases.get(about) ?? 0;

/** The network of an account that fans reported. Counts it if the console lists it among the busiest, of the artist if given. */
async function networkOf(name: string, artist: number | null): Promise<string> {
	const network = await sql`select encode(network_hash, 'hex') from session join fan using (fan_id)
		where name = ${name}`.value<string>(stage.owner);
	await stage.runJobs('count_votes');
	const query = artist === null ? {} : { artist_id: String(artistIds[artist]) };
	const busiest = await ask(editor, calls.readConcentration, { params: { ranking_key: MONTHLY }, query });
	const suspects = busiest.network.filter(({ accounts, case_ids: known }) => (accounts ?? 0) > 1 && known.length === 0);
	if (suspects.some(({ value }) => value === network)) networksFound += 1;
	return network;
}

/** Voids the votes of a case. A large case needs a second operator. */
async function carryOut(about: Parameters<typeof cases.get>[0]): Promise<void> {
	const params = { case_id: caseOf(about) };
	await ask(finance, calls.voidCase, { params, body: { why: 'no objection came' } });
	await stage.runJobs('work_on_cases');
	await vi.waitUntil(async () => (await ask(finance, calls.readCase, { params })).case.state === 'voided', 60_000);
}

/** One of the farm was a person after all, who objected late. */
async function restoreOne(): Promise<void> {
	const fan_id = await sql`select fan_id from fan where name = 'farm-0'`.value<number>(stage.owner);
	const body = { fan_id, why: 'they have shown that they are a person' };
	await ask(finance, calls.restoreCase, { params: { case_id: caseOf('farm') }, body });
	await stage.runJobs('work_on_cases');
}

const number = (query: string): Promise<number> =>
	stage.owner
		.query<{ n: number }>({ text: `select coalesce((select ${query}), 0)::bigint as n` })
		.then(([row]) => row?.n ?? 0);

it('has 60,000 votes in 30 days, and books and public logs that hold', async () => {
	const votes = await number('count(*) from vote');
	console.log(`${votes} votes in ${Math.round(tookMs / 1000)} s`);
	expect(votes).toBeGreaterThanOrEqual(60_000);
	const lastVote = `extract(epoch from max(created_at)) * 1000 from ledger_entry where kind = 'vote'`;
	expect(await number(lastVote)).toBeGreaterThan(midnight(DAYS - 1));
	const report = await expectBooksToBalance(stage.owner);
	expect([report.passed, report.votes]).toEqual([true, votes]);

	const published = async () => dataOf(calls.getVoteLogs, await stage.ask({ path: calls.getVoteLogs.path })).logs;
	await vi.waitUntil(async () => (await published()).every(({ entries_waiting: waiting }) => waiting === 0), 60_000);
	const anchor = `${stage.address}/anchor`;
	const logs = [MONTHLY, plan.BIRTHDAY].map((key) => `${stage.address}/log/${key}`);
	for (const args of [...logs.map((log) => [log]), [anchor, ...logs.flatMap((log) => ['--log', log])]]) {
		let said = '';
		const say = (text: string) => void (said += text);
		expect([args[0], await auditLog(args, { out: say, error: say })], said).toEqual([args[0], 0]);
	}
});

it('certifies what was cast less what cases voided', async () => {
	const cast = await number('sum(tickets) from vote');
	const voided = (about: Parameters<typeof cases.get>[0]) =>
		number(`sum(tickets) from vote_void where case_id = ${caseOf(about)}`);
	const [all, restored] = [await number('sum(tickets) from vote_void'), await number('sum(tickets) from vote_restore')];
	expect(await number('sum(tickets) from ranking_result_entry')).toBe(cast - all + restored);
	// A farm, bots, a chargeback, and bots that came late; the school was none.
	for (const about of ['farm', 'bots', 'chargebacks', 'night'] as const) expect(await voided(about)).toBeGreaterThan(0);
	expect([await voided('school'), cases.size]).toEqual([0, 5]);
	const ofFarm = `sum(tickets) from vote_restore where case_id = ${caseOf('farm')}`;
	expect([restored, await number(ofFarm)]).toEqual([expect.any(Number), restored]);
	expect(restored).toBeGreaterThan(0);
	const next = sql`select title from ranking where ranking_type = 'monthly' and ranking_key <> ${MONTHLY}
		and starts_at <= lightstick_now()`;
	expect(await next.column(stage.owner)).toEqual(['July 2027 Monthly']);
});

it('refuses what it has to refuse', async () => {
	expect([...fans.refusals].toSorted()).toEqual([
		'account_suspended',
		'card_declined',
		'check_in_done',
		'not_enough_gems',
		'ranking_closed',
		'registration_required',
		'vote_cap_reached',
		'wallet_in_debt',
	]);
	// All but the one who turned out to be a person.
	expect(await number('count(*) from wallet where frozen')).toBe(2 * plan.SIZE.bots + plan.SIZE.farmers - 1);
	expect(await number('count(*) from wallet where earned + purchased < 0')).toBeGreaterThan(0);
	expect(await number(`count(*) from payment_refund where status = 'succeeded'`)).toBeGreaterThan(0);
	expect(await number(`count(*) from payment_dispute where status = 'lost'`)).toBeGreaterThan(0);
	expect(approvals).toBeGreaterThan(0);
	expect(networksFound).toBe(3);
});

it('one seed gathers one crowd, and another seed another', () => {
	const joined = (seed: number) => gatherCrowd(seed).map(({ name, favorite, joinsAt }) => [name, favorite, joinsAt]);
	expect(joined(1)).toEqual(joined(1));
	expect(joined(2)).not.toEqual(joined(1));
});
