/**
 * Cases against votes: opened, looked at, dropped; voids and restores, with their effects on gems, charts and the messages to fans; and
 * the result that waits for them. Long because a case goes through all of it at one desk.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { closeAndCertify } from '#server/rankings/closing/closing.ts';
import { openCase } from '#server/voting/operator/cases/cases.ts';
import { workOnCases } from '#server/voting/operator/cases/work.ts';
import { sql } from '#server/kernel/database.ts';
import { eraseAccounts } from '#server/accounts/accounts.ts';
import { diskStore } from '#server/media/store.ts';
import { takeSnapshots } from '#server/rankings/charts/derived.ts';
import * as cases from '../../fixtures/voting/cases.ts';
import { aKey, beforeTests, openSite, type Contest, type Person } from '../../fixtures/site/site.ts';
import * as calls from '../../fixtures/site/calls.ts';

const site = beforeTests(() => openSite({ env: { VOID_BOUND: '1000' } }));
const editor = beforeTests(() => site.operator('editor'));
const finance = beforeTests(() => site.operator('finance'));
afterEach(async () => {
	await site.clock.run();
	await site.balances();
});

const voter = (name: string) => site.fan(name, { earned: 900 });
const pair = async (one: string, other: string): Promise<[Person, Person]> => [await voter(one), await voter(other)];
const vote = async (fan: Person, contest: Contest, tickets: number, artist = 0) =>
	(await site.castVote(fan, contest, { tickets, artist })).body;
const read = async (case_id: number) => (await editor.data(calls.readCase, { params: { case_id } })).case;
/** Waits for it: a build of the chart is kept for a quarter of a second. */
const expectTickets = (contest: Contest, tickets: number, artist = 0) =>
	expect.poll(() => cases.ticketsOf(site, contest, artist)).toBe(tickets);

describe('a case', () => {
	it('holds exactly the votes that its filter finds when it is opened, and none that another case holds', async () => {
		const contest = await site.contest('held');
		const [bot, fan] = await pair('bot', 'fan');
		await vote(bot, contest, 3);
		await vote(bot, contest, 4, 1);
		await vote(fan, contest, 5);
		const params = { ranking_key: 'held' };
		const preview = await editor.data(calls.previewCase, { params, body: { filter: cases.ofFans(bot) } });
		// Objections end no later than the review: the operator is told before the case is opened.
		const { ranking } = await editor.data(calls.readRanking, { params });
		expect(preview.review_ends_time).toBe(ranking.end_time + ranking.review_hours * 3_600);
		expect(preview).toMatchObject({ votes: 2, tickets: 7, fans: 1, artists: [{ tickets: 4 }, { tickets: 3 }] });
		const opened = await cases.aCase(editor, 'held', { filter: cases.ofFans(bot) });
		expect(opened).toMatchObject({
			votes: 2,
			tickets: 7,
			state: 'objections',
			reason: 'BOT',
			statement: cases.aStatement,
		});
		await vote(bot, contest, 8);
		expect(await read(opened.case_id)).toMatchObject({ votes: 2, tickets: 7 });
		const other = await cases.aCase(editor, 'held', { filter: cases.ofFans(bot, fan) });
		expect(other).toMatchObject({ votes: 2, tickets: 13 });
		const ofFan = { params: { case_id: other.case_id }, query: { fan_id: fan.fanId } };
		expect((await editor.data(calls.listCaseVotes, ofFan)).list).toMatchObject([{ fan_id: fan.fanId, tickets: 5 }]);
		const again = await cases.askForCase(editor, 'held', { filter: cases.ofFans(bot, fan) });
		expect([again.status, again.body.error]).toEqual([409, 'case_empty']);
		const { list } = await editor.data(calls.listCases, { query: params });
		expect(list.map(({ tickets }) => tickets)).toEqual([13, 7]);
		const drop = { params: { case_id: opened.case_id }, body: { why: 'it was a school' } };
		await editor.data(calls.dropCase, drop);
		expect(await read(opened.case_id)).toMatchObject({ state: 'dropped' });
		expect(await cases.aCase(editor, 'held', { filter: cases.ofFans(bot) })).toMatchObject({ votes: 2, tickets: 7 });
		expect(await site.trail(`case:${opened.case_id}`)).toMatchObject([
			{ action: 'case.drop', why: 'it was a school' },
			{ action: 'case.open', why: cases.aStatement, after: { votes: 2, tickets: 7 } },
		]);
	});

	it('tells what a void would do to the ranks, before it is opened and before it is asked for', async () => {
		const contest = await site.contest('foreseen');
		const [bot, fan] = await pair('bot', 'fan');
		await vote(bot, contest, 9, 1);
		await vote(fan, contest, 2, 1);
		await vote(fan, contest, 5, 0);
		await expectTickets(contest, 5);
		const [first, second] = contest.artistIds;
		const moves = [
			{ artist_id: second, rank: 1, rank_after: 2, tickets: 11, tickets_after: 2 },
			{ artist_id: first, rank: 2, rank_after: 1, tickets: 5, tickets_after: 5 },
		];
		const asked = { params: { ranking_key: 'foreseen' }, body: { filter: cases.ofFans(bot) } };
		expect((await editor.data(calls.previewCase, asked)).rank_moves).toMatchObject(moves);
		const { case_id } = await cases.aCase(editor, 'foreseen', { filter: cases.ofFans(bot) });
		const foresee = () => editor.data(calls.previewVoid, { params: { case_id } });
		expect((await foresee()).rank_moves).toMatchObject(moves);
		await cases.voidCase(site, finance, case_id);
		await expectTickets(contest, 2, 1);
		expect(await foresee()).toEqual({ rank_moves: [] });
	});

	it('is found by when accounts were made, where from, on which network, and when the votes were cast', async () => {
		const contest = await site.contest('sieved');
		const [old, fresh] = await pair('old', 'fresh');
		await sql`update fan set registered_at = lightstick_now() - interval '400 days', country = 'JP'
			where fan_id = ${old.fanId}`.run(site.owner);
		const network = 'ab'.repeat(32);
		await sql`update session set network_hash = decode(${network}, 'hex')
			where fan_id = ${fresh.fanId}`.run(site.owner);
		await vote(old, contest, 10);
		await vote(fresh, contest, 20);
		const [clock] =
			await sql`select to_char((lightstick_now() - interval '1 day') at time zone timezone, 'YYYY-MM-DD"T"HH24:MI') as ago,
				to_char((lightstick_now() + interval '1 hour') at time zone timezone, 'YYYY-MM-DD"T"HH24:MI') as soon
				from site_setting`.all<{ ago: string; soon: string }>(site.owner);
		const { ago = '', soon = '' } = clock ?? {};
		const previewed = async (filter: calls.CaseFilter) =>
			(await editor.data(calls.previewCase, { params: { ranking_key: 'sieved' }, body: { filter } })).tickets;
		expect(await previewed({ joined_from_local: ago })).toBe(20);
		expect(await previewed({ joined_to_local: ago })).toBe(10);
		expect(await previewed({ country: 'JP' })).toBe(10);
		expect(await previewed({ network })).toBe(20);
		expect(await previewed({ cast_from_local: ago, cast_to_local: soon })).toBe(30);
		expect(await previewed({ cast_from_local: soon })).toBe(0);
		expect(await previewed({ network, country: 'JP' })).toBe(0);
		const nothing = { params: { ranking_key: 'sieved' }, body: { filter: {} } };
		expect((await editor.ask(calls.previewCase, nothing)).status).toBe(400);
	});

	it('for an error of ours needs its incident; too many votes need several; sent twice it is opened once', async () => {
		const contest = await site.contest('clumsy');
		const fan = await site.fan('victim', { earned: 900 });
		for (const tickets of [1, 2, 3]) await vote(fan, contest, tickets);
		const filter = cases.ofFans(fan);
		const blank = await cases.askForCase(editor, 'clumsy', { reason: 'ERR', filter });
		expect(blank.body.error).toBe('incident_missing');
		const asked = { ranking_key: 'clumsy', reason: 'BOT' as const, statement: 'x', incident_url: null, filter };
		const many = openCase(site.db, editor, { ...asked, objection_hours: 24, idempotencyKey: aKey() }, 2);
		await expect(many).rejects.toThrow(/Too many votes for one case/);
		const key = aKey();
		const opening = { reason: 'ERR' as const, filter, incident: 'https://status.example/7' };
		const answers = await Promise.all([1, 2, 3].map(() => cases.askForCase(editor, 'clumsy', opening, key)));
		const ids = answers.map(({ body }) => (body.data as { case: { case_id: number } }).case.case_id);
		expect(new Set(ids).size).toBe(1);
		expect((await cases.askForCase(editor, 'clumsy', { filter }, key)).body.error).toBe('idempotency_key_reused');
		expect((await cases.askForCase(finance, 'clumsy', { filter })).body.error).toBe('forbidden');
	});
});

it('a result waits for open cases, and after it nothing is voided, restored or held any more', async () => {
	const endsAt = new Date(Date.now() + 60_000);
	const contest = await site.contest('ending', { endsAt });
	const [bot, fan] = await pair('late bot', 'late fan');
	await vote(bot, contest, 9);
	await vote(fan, contest, 5, 1);
	const opened = await cases.aCase(editor, 'ending', { filter: cases.ofFans(bot), hours: 720 });
	// No longer than until the result is due: a day after the end.
	expect(opened.objections_until_time).toBe(Math.floor(endsAt.getTime() / 1000) + 86_400);
	await site.clock.set(new Date(endsAt.getTime() + 1_000));
	await closeAndCertify(site.db);
	await site.clock.set(new Date(endsAt.getTime() + 25 * 3_600_000));
	const late = [await site.operator('owner'), await site.operator('finance')] as const;
	await closeAndCertify(site.db);
	const certify = () =>
		late[0].ask(calls.certifyRanking, { params: { ranking_key: 'ending' }, body: { why: 'reviewed' } });
	expect((await certify()).body.error).toBe('case_open');
	expect((await cases.askToVoid(late[1], opened.case_id)).status).toBe(200);
	await closeAndCertify(site.db);
	expect((await certify()).body.error).toBe('case_open');
	await workOnCases(site.db, { batch: 1 });
	await closeAndCertify(site.db);
	expect((await certify()).body.error).toBe('ranking_state');
	await expectTickets(contest, 0);
	expect((await cases.askToRestore(late[1], opened.case_id, null)).body.error).toBe('ranking_certified');
	const refused = await cases.askForCase(late[0], 'ending', { filter: cases.ofFans(fan) });
	expect(refused.body.error).toBe('ranking_certified');
});

const gemsOf = ({ fanId }: Person) =>
	sql`select earned, purchased, frozen from wallet where fan_id = ${fanId}`.one<object>(site.owner);

describe('a void', () => {
	it('waits until objections were heard, is decided once, and is carried out by a job', async () => {
		const contest = await site.contest('patient');
		const bot = await site.fan('patient bot', { earned: 50, purchased: 80 });
		await vote(bot, contest, 10);
		const { case_id } = await cases.aCase(editor, 'patient', { filter: cases.ofFans(bot) });
		expect((await cases.askToVoid(finance, case_id)).body.error).toBe('objections_open');
		expect((await cases.askToVoid(editor, case_id)).body.error).toBe('forbidden');
		await cases.hearObjections(site.owner, case_id);
		expect(await read(case_id)).toMatchObject({ state: 'ready' });
		const { attention } = await editor.data(calls.getDashboard);
		const title = 'The patient ranking';
		expect(attention).toContainEqual({ about: null, kind: 'case_ready', target: String(case_id), text: title });
		const key = aKey();
		const other = await site.operator('owner');
		const answers = await Promise.all([
			cases.askToVoid(finance, case_id, key),
			cases.askToVoid(finance, case_id, key),
			cases.askToVoid(other, case_id),
		]);
		const told = answers.map(({ status, body }) => (status === 200 ? 'begun' : String(body.error))).toSorted();
		expect([
			['begun', 'begun', 'case_state'],
			['begun', 'case_state', 'case_state'],
		]).toContainEqual(told);
		await Promise.all([workOnCases(site.db), workOnCases(site.db)]);
		await workOnCases(site.db);
		expect(await read(case_id)).toMatchObject({ state: 'voided', voided_votes: 1, voided_tickets: 10 });
		await expectTickets(contest, 0);
		const returned = sql`select purchased, cause from ledger_entry where fan_id = ${bot.fanId} and kind = 'void_return'`;
		expect(await returned.all(site.owner)).toEqual([{ purchased: 50, cause: `case ${case_id}` }]);
		const trail = await site.trail(`case:${case_id}`);
		expect(trail.map(({ action }) => action)).toEqual(['case.voided', 'case.void', 'case.open']);
	});

	it.each([
		['BOT', { earned: 0, purchased: 60, frozen: true }],
		['FARM', { earned: 0, purchased: 60, frozen: true }],
		['EXPL', { earned: 0, purchased: 60, frozen: true }],
		['STOL', { earned: 40, purchased: 60, frozen: false }],
		['ERR', { earned: 40, purchased: 60, frozen: false }],
		['CHRG', { earned: 0, purchased: 0, frozen: false }],
		['TEST', { earned: 0, purchased: 0, frozen: false }],
	] as const)('for %s leaves the wallet with %j', async (reason, expected) => {
		const contest = await site.contest(`reason-${reason.toLowerCase()}`);
		const fan = await site.fan(`wallet ${reason}`, { earned: 40, purchased: 60 });
		await vote(fan, contest, 10);
		const incident = reason === 'ERR' ? 'https://status.example/8' : null;
		const { case_id } = await cases.aCase(editor, contest.key, { reason, filter: cases.ofFans(fan), incident });
		await cases.voidCase(site, await site.operator('finance'), case_id);
		expect(await gemsOf(fan)).toEqual(expected);
		const told = await finance.data(calls.readFan, { params: { fan_id: fan.fanId } });
		expect(told.fan.locked_by).toBe(expected.frozen ? case_id : null);
		const refusal = expected.purchased > 0 ? undefined : 'not_enough_gems';
		expect((await vote(fan, contest, 1)).error).toBe(expected.frozen ? 'account_suspended' : refusal);
	});

	it('is told to the fan at the vote, in charts, in the fan’s own data, and in the answer to the next vote', async () => {
		const contest = await site.contest('told');
		const fan = await site.fan('told fan', { earned: 200 });
		await vote(fan, contest, 7);
		await expectTickets(contest, 7);
		const { case_id } = await cases.aCase(editor, 'told', { reason: 'STOL', filter: cases.ofFans(fan) });
		await cases.voidCase(site, await site.operator('finance'), case_id);
		await expectTickets(contest, 0);
		expect((await vote(fan, contest, 2)).data).toMatchObject({ artist_tickets: 2 });
		const { body } = await site.ask({ path: '/user/me/data', token: fan.token });
		expect(body.data).toMatchObject({
			votes: [
				{ ticket_number: 2, voided: null },
				{ ticket_number: 7, voided: { case_id, reason: 'STOL' } },
			],
			gem_logs: [{}, { kind: 'void_return', description: 'Votes returned', gem_offset: 70 }, {}, {}],
		});
		const seen = await editor.data(calls.readFanVotes, { params: { fan_id: fan.fanId }, query: {} });
		expect(seen.list.map(({ voided }) => voided)).toEqual([null, { case_id, reason: 'STOL' }]);
	});

	it('never takes a song below nothing in what was hot lately', async () => {
		const contest = await site.contest('songs', { type: 'theme' });
		const fan = await site.fan('listener', { earned: 200 });
		await vote(fan, contest, 9);
		await takeSnapshots(site.db);
		const { case_id } = await cases.aCase(editor, 'songs', { reason: 'STOL', filter: cases.ofFans(fan) });
		await cases.voidCase(site, await site.operator('finance'), case_id);
		await site.later({ hours: 25 });
		const { status, body } = await site.ask({ path: '/rankings/hot-music-ranking' });
		const songs = (body.data as { artist_list: { tickets: number }[] }).artist_list;
		expect([status, songs.map(({ tickets }) => tickets)]).toEqual([200, [0, 0, 0, 0]]);
	});

	it('counts against a fan’s cap all the same, so that restoring never goes beyond it', async () => {
		const contest = await site.contest('capped', { cap: 10 });
		const fan = await site.fan('capped fan', { earned: 900 });
		await vote(fan, contest, 8);
		const { case_id } = await cases.aCase(editor, 'capped', { reason: 'STOL', filter: cases.ofFans(fan) });
		await cases.voidCase(site, await site.operator('finance'), case_id);
		expect((await vote(fan, contest, 3)).error).toBe('vote_cap_reached');
		expect((await vote(fan, contest, 2)).error).toBeUndefined();
		await cases.restoreCase(site, await site.operator('finance'), case_id);
		await expectTickets(contest, 10);
	});

	it('above the bound of the day waits for a second operator, who approves exactly that', async () => {
		const contest = await site.contest('large', { gemsPerVote: 1 });
		const [asker, second] = [await site.operator('finance'), await site.operator('finance')];
		async function opened(name: string) {
			const fan = await site.fan(name, { purchased: 600 });
			await vote(fan, contest, 600);
			return { fan, ...(await cases.aCase(editor, 'large', { filter: cases.ofFans(fan) })) };
		}
		const one = await opened('small');
		const { fan: large, ...two } = await opened('large');
		expect(await cases.voidCase(site, asker, one.case_id)).toMatchObject({ status: 'begun', approval_id: null });
		const asked = await cases.voidCase(site, asker, two.case_id);
		expect(asked).toMatchObject({ status: 'waiting', case: { state: 'waiting' } });
		expect((await cases.askToVoid(second, two.case_id)).body.error).toBe('case_state');
		expect(await gemsOf(large)).toMatchObject({ purchased: 0, frozen: false });
		const [waiting] = (await editor.data(calls.listApprovals)).list;
		expect(waiting).toMatchObject({ kind: 'vote_void', payload: { case_id: two.case_id, tickets: 600 } });
		expect(await asker.decide(asked.approval_id)).toBe('own_approval');
		const answers = await Promise.all([1, 2].map(() => second.decide(asked.approval_id)));
		expect(answers.filter((outcome) => outcome === 200)).toHaveLength(1);
		await workOnCases(site.db);
		expect(await read(two.case_id)).toMatchObject({ state: 'voided', voided_tickets: 600 });
		expect(await gemsOf(large)).toMatchObject({ purchased: 600, frozen: true });
		// A day later the bound is whole again.
		await site.later({ hours: 25 });
		const again = await site.operator('finance');
		expect(await cases.restoreCase(site, again, two.case_id)).toMatchObject({ status: 'begun' });
	});
});

describe('a restore', () => {
	it('of one fan leaves the others voided; of the case brings back the rest, and takes the gems that are there', async () => {
		const contest = await site.contest('mercy');
		const by = await site.operator('finance');
		const aFan = (name: string) => site.fan(name, { purchased: 100 });
		const fans = [await aFan('school'), await aFan('real bot')] as const;
		for (const fan of fans) for (const tickets of [4, 6]) await vote(fan, contest, tickets);
		const { case_id } = await cases.aCase(editor, 'mercy', { filter: cases.ofFans(...fans) });
		expect((await cases.askToRestore(by, case_id, null)).body.error).toBe('case_state');
		await cases.voidCase(site, by, case_id);
		await cases.restoreCase(site, by, case_id, fans[0]);
		expect([await gemsOf(fans[0]), await gemsOf(fans[1])]).toMatchObject([
			{ purchased: 0, frozen: false },
			{ purchased: 100, frozen: true },
		]);
		await expectTickets(contest, 10);
		expect(await read(case_id)).toMatchObject({ state: 'voided', restored_votes: 2, restored_tickets: 10 });
		expect((await cases.askToRestore(by, case_id, fans[0])).body.error).toBe('nothing_to_restore');
		await cases.restoreCase(site, by, case_id);
		await expectTickets(contest, 20);
		expect(await read(case_id)).toMatchObject({ state: 'restored', restored_votes: 4 });
		expect(await gemsOf(fans[1])).toMatchObject({ purchased: 0, frozen: false });
		expect((await cases.askToRestore(by, case_id, null)).body.error).toBe('nothing_to_restore');
		// Free again: another case may hold them.
		const next = await cases.aCase(editor, 'mercy', { filter: cases.ofFans(...fans) });
		expect(next.votes).toBe(4);
		await cases.voidCase(site, by, next.case_id);
		await expectTickets(contest, 0);
	});

	it('takes gems that were spent meanwhile as a debt, once, so that no gem pays for two votes', async () => {
		const contest = await site.contest('spent');
		const by = await site.operator('finance');
		const fan = await site.fan('spender', { earned: 20, purchased: 100 });
		await vote(fan, contest, 4);
		await vote(fan, contest, 8);
		const { case_id } = await cases.aCase(editor, 'spent', { reason: 'STOL', filter: cases.ofFans(fan) });
		await cases.voidCase(site, by, case_id);
		await vote(fan, contest, 3, 1);
		const asked = [cases.askToRestore(by, case_id, null), cases.askToRestore(by, case_id, null)];
		expect((await Promise.all(asked)).filter(({ status }) => status === 200)).toHaveLength(1);
		await Promise.all([workOnCases(site.db, { batch: 1 }), workOnCases(site.db, { batch: 1 })]);
		await workOnCases(site.db);
		expect(await gemsOf(fan)).toMatchObject({ earned: 0, purchased: -30 });
		await expectTickets(contest, 12);
		expect((await vote(fan, contest, 1)).error).toBe('wallet_in_debt');
		const { list } = await editor.data(calls.listCaseVotes, { params: { case_id }, query: {} });
		expect(list.map(({ returned, retaken }) => retaken - returned)).toEqual([0, 0]);
		// Voided and restored again, nothing is taken twice.
		const next = await cases.aCase(editor, 'spent', { reason: 'STOL', filter: cases.ofFans(fan) });
		await cases.voidCase(site, by, next.case_id);
		expect(await gemsOf(fan)).toMatchObject({ earned: 40, purchased: 80 });
		await cases.restoreCase(site, by, next.case_id);
		expect(await gemsOf(fan)).toMatchObject({ earned: 0, purchased: -30 });
	});

	it('of an account that was deleted since takes the gems that it gave up as a debt of nobody', async () => {
		const contest = await site.contest('gone');
		const by = await site.operator('finance');
		const fan = await site.fan('leaver', { purchased: 100 });
		await vote(fan, contest, 10);
		const { case_id } = await cases.aCase(editor, 'gone', { reason: 'STOL', filter: cases.ofFans(fan) });
		await cases.voidCase(site, by, case_id);
		await sql`insert into deletion_request (fan_id, requested_at, erase_at)
			values (${fan.fanId}, lightstick_now() - interval '8 days', lightstick_now() - interval '1 day')`.run(site.owner);
		await eraseAccounts(site.db, diskStore(site.config.dataFolder));
		expect(await gemsOf(fan)).toMatchObject({ purchased: 0 });
		await cases.restoreCase(site, by, case_id);
		expect(await gemsOf(fan)).toMatchObject({ purchased: -100 });
	});
});
