/** Cases against votes: opened, looked at, dropped; and the result that waits for them. */
import { afterEach, describe, expect, it } from 'vitest';
import { certifyRanking, readRanking } from '#contract/operator/rankings/rankings.ts';
import * as calls from '#contract/operator/voting/cases.ts';
import { closeAndCertify } from '#server/rankings/closing/closing.ts';
import { openCase } from '#server/voting/operator/cases/cases.ts';
import { workOnCases } from '#server/voting/operator/cases/work.ts';
import { sql } from '#server/kernel/database.ts';
import {
	aCase,
	askForCase,
	askToRestore,
	askToVoid,
	aStatement,
	voidCase,
	ofFans,
} from '../../fixtures/voting/cases.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { allPages, aColleague, askAs, dataAs, trailOf } from '../../fixtures/operators/operators.ts';
import { aKey, aPerson } from '../../fixtures/accounts/people.ts';
import { openCaseDesk } from '../../fixtures/voting/case-desk.ts';

const site = beforeTests(openCaseDesk);
afterEach(() => site.settle());

describe('a case', () => {
	it('holds exactly the votes that its filter finds when it is opened, and none that another case holds', async () => {
		const contest = await aContest(site.owner, 'held');
		const [bot, fan] = await site.pair('bot', 'fan');
		await site.vote(bot, contest, 3);
		await site.vote(bot, contest, 4, 1);
		await site.vote(fan, contest, 5);
		const params = { ranking_key: 'held' };
		const preview = await dataAs(site, site.editor, calls.previewCase, { params, body: { filter: ofFans(bot) } });
		// Objections end no later than the review: the operator is told before the case is opened.
		const { ranking } = await dataAs(site, site.editor, readRanking, { params });
		expect(preview.review_ends_time).toBe(ranking.end_time + ranking.review_hours * 3_600);
		expect(preview).toMatchObject({ votes: 2, tickets: 7, fans: 1, artists: [{ tickets: 4 }, { tickets: 3 }] });
		const opened = await aCase(site, site.editor, 'held', { filter: ofFans(bot) });
		expect(opened).toMatchObject({ votes: 2, tickets: 7, state: 'objections', reason: 'BOT', statement: aStatement });
		await site.vote(bot, contest, 8);
		expect(await site.read(opened.case_id)).toMatchObject({ votes: 2, tickets: 7 });
		const other = await aCase(site, site.editor, 'held', { filter: ofFans(bot, fan) });
		expect(other).toMatchObject({ votes: 2, tickets: 13 });
		const again = await askForCase(site, site.editor, 'held', { filter: ofFans(bot, fan) });
		expect([again.status, again.body.error]).toEqual([409, 'case_empty']);
		const { list } = await dataAs(site, site.editor, calls.listCases, { query: params });
		expect(list.map(({ tickets }) => tickets)).toEqual([13, 7]);
		const drop = { params: { case_id: opened.case_id }, body: { why: 'it was a school' } };
		await dataAs(site, site.editor, calls.dropCase, drop);
		expect(await site.read(opened.case_id)).toMatchObject({ state: 'dropped' });
		expect(await aCase(site, site.editor, 'held', { filter: ofFans(bot) })).toMatchObject({ votes: 2, tickets: 7 });
		expect(await trailOf(site, `case:${opened.case_id}`)).toMatchObject([
			{ action: 'case.drop', why: 'it was a school' },
			{ action: 'case.open', why: aStatement, after: { votes: 2, tickets: 7 } },
		]);
	});

	it('tells what a void would do to the ranks, before it is opened and before it is asked for', async () => {
		const contest = await aContest(site.owner, 'foreseen');
		const [bot, fan] = await site.pair('bot', 'fan');
		await site.vote(bot, contest, 9, 1);
		await site.vote(fan, contest, 2, 1);
		await site.vote(fan, contest, 5, 0);
		await site.expectTickets(contest, 5);
		const [first, second] = contest.artistIds;
		const moves = [
			{ artist_id: second, rank: 1, rank_after: 2, tickets: 11, tickets_after: 2 },
			{ artist_id: first, rank: 2, rank_after: 1, tickets: 5, tickets_after: 5 },
		];
		const asked = { params: { ranking_key: 'foreseen' }, body: { filter: ofFans(bot) } };
		expect((await dataAs(site, site.editor, calls.previewCase, asked)).rank_moves).toMatchObject(moves);
		const { case_id } = await aCase(site, site.editor, 'foreseen', { filter: ofFans(bot) });
		const foresee = () => dataAs(site, site.editor, calls.previewVoid, { params: { case_id } });
		expect((await foresee()).rank_moves).toMatchObject(moves);
		await voidCase(site, site.finance, case_id);
		await site.expectTickets(contest, 2, 1);
		expect(await foresee()).toEqual({ rank_moves: [] });
	});

	it('is found by when accounts were made, where from, on which network, and when the votes were cast', async () => {
		const contest = await aContest(site.owner, 'sieved');
		const [old, fresh] = await site.pair('old', 'fresh');
		await sql`update fan set registered_at = lightstick_now() - interval '400 days', country = 'JP'
			where fan_id = ${old.fanId}`.run(site.owner);
		const network = 'ab'.repeat(32);
		await sql`update session set network_hash = decode(${network}, 'hex')
			where fan_id = ${fresh.fanId}`.run(site.owner);
		await site.vote(old, contest, 10);
		await site.vote(fresh, contest, 20);
		const [clock] =
			await sql`select to_char((lightstick_now() - interval '1 day') at time zone timezone, 'YYYY-MM-DD"T"HH24:MI') as ago,
				to_char((lightstick_now() + interval '1 hour') at time zone timezone, 'YYYY-MM-DD"T"HH24:MI') as soon
				from site_setting`.all<{ ago: string; soon: string }>(site.owner);
		const { ago = '', soon = '' } = clock ?? {};
		const previewed = async (filter: calls.CaseFilter) =>
			(await dataAs(site, site.editor, calls.previewCase, { params: { ranking_key: 'sieved' }, body: { filter } }))
				.tickets;
		expect(await previewed({ joined_from_local: ago })).toBe(20);
		expect(await previewed({ joined_to_local: ago })).toBe(10);
		expect(await previewed({ country: 'JP' })).toBe(10);
		expect(await previewed({ network })).toBe(20);
		expect(await previewed({ cast_from_local: ago, cast_to_local: soon })).toBe(30);
		expect(await previewed({ cast_from_local: soon })).toBe(0);
		expect(await previewed({ network, country: 'JP' })).toBe(0);
		const nothing = { params: { ranking_key: 'sieved' }, body: { filter: {} } };
		expect((await askAs(site, site.editor, calls.previewCase, nothing)).status).toBe(400);
	});

	it('for an error of ours needs its incident; too many votes need several; sent twice it is opened once', async () => {
		const contest = await aContest(site.owner, 'clumsy');
		const fan = await aPerson(site.owner, 'victim', { earned: 900 });
		for (const tickets of [1, 2, 3]) await site.vote(fan, contest, tickets);
		const filter = ofFans(fan);
		const blank = await askForCase(site, site.editor, 'clumsy', { reason: 'ERR', filter });
		expect(blank.body.error).toBe('incident_missing');
		const asked = { ranking_key: 'clumsy', reason: 'BOT' as const, statement: 'x', incident_url: null, filter };
		const many = openCase(site.db, site.editor, { ...asked, objection_hours: 24, idempotencyKey: aKey() }, 2);
		await expect(many).rejects.toThrow(/Too many votes for one case/);
		const key = aKey();
		const opening = { reason: 'ERR' as const, filter, incident: 'https://status.example/7' };
		const answers = await Promise.all([1, 2, 3].map(() => askForCase(site, site.editor, 'clumsy', opening, key)));
		const ids = answers.map(({ body }) => (body.data as { case: { case_id: number } }).case.case_id);
		expect(new Set(ids).size).toBe(1);
		expect((await askForCase(site, site.editor, 'clumsy', { filter }, key)).body.error).toBe('idempotency_key_reused');
		expect((await askForCase(site, site.finance, 'clumsy', { filter })).body.error).toBe('forbidden');
	});

	it('shows its votes page by page, and those of one fan', async () => {
		const contest = await aContest(site.owner, 'paged');
		const fans = await site.pair('one', 'two');
		for (const fan of fans) for (const tickets of [1, 2, 3]) await site.vote(fan, contest, tickets);
		const { case_id } = await aCase(site, site.editor, 'paged', { filter: ofFans(...fans) });
		const votes = await allPages((cursor) =>
			dataAs(site, site.editor, calls.listCaseVotes, { params: { case_id }, query: { limit: 4, cursor } }),
		);
		expect(votes.map(({ tickets }) => tickets).toSorted((one, other) => one - other)).toEqual([1, 1, 2, 2, 3, 3]);
		const query = { fan_id: fans[0]?.fanId };
		const { list } = await dataAs(site, site.editor, calls.listCaseVotes, { params: { case_id }, query });
		expect(list.map(({ fan_id }) => fan_id)).toEqual(Array.from({ length: 3 }, () => fans[0]?.fanId));
	});
});

it('a result waits for open cases, and after it nothing is voided, restored or held any more', async () => {
	const endsAt = new Date(Date.now() + 60_000);
	const contest = await aContest(site.owner, 'ending', { endsAt });
	const [bot, fan] = await site.pair('late bot', 'late fan');
	await site.vote(bot, contest, 9);
	await site.vote(fan, contest, 5, 1);
	const opened = await aCase(site, site.editor, 'ending', { filter: ofFans(bot), hours: 720 });
	// No longer than until the result is due: a day after the end.
	expect(opened.objections_until_time).toBe(Math.floor(endsAt.getTime() / 1000) + 86_400);
	await site.clock.set(new Date(endsAt.getTime() + 1_000));
	await closeAndCertify(site.db);
	await site.clock.set(new Date(endsAt.getTime() + 25 * 3_600_000));
	const late = [await aColleague(site.owner, 'owner'), await aColleague(site.owner, 'finance')] as const;
	await closeAndCertify(site.db);
	const certify = () =>
		askAs(site, late[0], certifyRanking, { params: { ranking_key: 'ending' }, body: { why: 'reviewed' } });
	expect((await certify()).body.error).toBe('case_open');
	expect((await askToVoid(site, late[1], opened.case_id)).status).toBe(200);
	await closeAndCertify(site.db);
	expect((await certify()).body.error).toBe('case_open');
	await workOnCases(site.db, { batch: 1 });
	await closeAndCertify(site.db);
	expect((await certify()).body.error).toBe('ranking_state');
	await site.expectTickets(contest, 0);
	expect((await askToRestore(site, late[1], opened.case_id, null)).body.error).toBe('ranking_certified');
	const refused = await askForCase(site, late[0], 'ending', { filter: ofFans(fan) });
	expect(refused.body.error).toBe('ranking_certified');
});
