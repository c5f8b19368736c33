/** Voiding and restoring votes, and the effects on gems, charts and the messages to fans. */
import { afterEach, describe, expect, it } from 'vitest';
import { approve, listApprovals } from '#contract/operator/approvals.ts';
import { getDashboard } from '#contract/operator/dashboard.ts';
import { readFan, readFanVotes } from '#contract/operator/accounts.ts';
import * as calls from '#contract/operator/voting/cases.ts';
import { eraseAccounts } from '#server/accounts/accounts.ts';
import { sql } from '#server/kernel/database.ts';
import { diskStore } from '#server/media/store.ts';
import { takeSnapshots } from '#server/rankings/charts/derived.ts';
import { workOnCases } from '#server/voting/operator/cases/work.ts';
import {
	aCase,
	askToRestore,
	askToVoid,
	hearObjections,
	ofFans,
	restoreCase,
	voidCase,
} from '../../fixtures/voting/cases.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { aColleague, askAs, dataAs, trailOf, type Colleague } from '../../fixtures/operators/operators.ts';
import { aKey, aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { openCaseDesk } from '../../fixtures/voting/case-desk.ts';

const site = beforeTests(openCaseDesk);
afterEach(() => site.settle());

const gemsOf = ({ fanId }: Person) =>
	sql`select earned, purchased, frozen from wallet where fan_id = ${fanId}`.one<object>(site.owner);

describe('a void', () => {
	it('waits until objections were heard, is decided once, and is carried out by a job', async () => {
		const contest = await aContest(site.owner, 'patient');
		const bot = await aPerson(site.owner, 'patient bot', { earned: 50, purchased: 80 });
		await site.vote(bot, contest, 10);
		const { case_id } = await aCase(site, site.editor, 'patient', { filter: ofFans(bot) });
		expect((await askToVoid(site, site.finance, case_id)).body.error).toBe('objections_open');
		expect((await askToVoid(site, site.editor, case_id)).body.error).toBe('forbidden');
		await hearObjections(site.owner, case_id);
		expect(await site.read(case_id)).toMatchObject({ state: 'ready' });
		const { attention } = await dataAs(site, site.editor, getDashboard, {});
		const title = 'The patient ranking';
		expect(attention).toContainEqual({ about: null, kind: 'case_ready', target: String(case_id), text: title });
		const key = aKey();
		const other = await aColleague(site.owner, 'owner');
		const answers = await Promise.all([
			askToVoid(site, site.finance, case_id, key),
			askToVoid(site, site.finance, case_id, key),
			askToVoid(site, other, case_id),
		]);
		const told = answers.map(({ status, body }) => (status === 200 ? 'begun' : String(body.error))).toSorted();
		expect([
			['begun', 'begun', 'case_state'],
			['begun', 'case_state', 'case_state'],
		]).toContainEqual(told);
		await Promise.all([workOnCases(site.db), workOnCases(site.db)]);
		await workOnCases(site.db);
		expect(await site.read(case_id)).toMatchObject({ state: 'voided', voided_votes: 1, voided_tickets: 10 });
		await site.expectTickets(contest, 0);
		const returned = sql`select purchased, cause from ledger_entry where fan_id = ${bot.fanId} and kind = 'void_return'`;
		expect(await returned.all(site.owner)).toEqual([{ purchased: 50, cause: `case ${case_id}` }]);
		const trail = await trailOf(site, `case:${case_id}`);
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
		const contest = await aContest(site.owner, `reason-${reason.toLowerCase()}`);
		const fan = await aPerson(site.owner, `wallet ${reason}`, { earned: 40, purchased: 60 });
		await site.vote(fan, contest, 10);
		const incident = reason === 'ERR' ? 'https://status.example/8' : null;
		const { case_id } = await aCase(site, site.editor, contest.key, { reason, filter: ofFans(fan), incident });
		await voidCase(site, await aColleague(site.owner, 'finance'), case_id);
		expect(await gemsOf(fan)).toEqual(expected);
		const read = await dataAs(site, site.finance, readFan, { params: { fan_id: fan.fanId } });
		expect(read.fan.locked_by).toBe(expected.frozen ? case_id : null);
		const refusal = expected.purchased > 0 ? undefined : 'not_enough_gems';
		expect((await site.vote(fan, contest, 1)).error).toBe(expected.frozen ? 'account_suspended' : refusal);
	});

	it('is told to the fan at the vote, in charts, in the fan’s own data, and in the answer to the next vote', async () => {
		const contest = await aContest(site.owner, 'told');
		const fan = await aPerson(site.owner, 'told fan', { earned: 200 });
		await site.vote(fan, contest, 7);
		await site.expectTickets(contest, 7);
		const { case_id } = await aCase(site, site.editor, 'told', { reason: 'STOL', filter: ofFans(fan) });
		await voidCase(site, await aColleague(site.owner, 'finance'), case_id);
		await site.expectTickets(contest, 0);
		expect((await site.vote(fan, contest, 2)).data.artist_tickets).toBe(2);
		const { body } = await site.ask({ path: '/user/me/data', token: fan.token });
		expect(body.data).toMatchObject({
			votes: [
				{ ticket_number: 2, voided: null },
				{ ticket_number: 7, voided: { case_id, reason: 'STOL' } },
			],
			gem_logs: [{}, { kind: 'void_return', description: 'Votes returned', gem_offset: 70 }, {}, {}],
		});
		const seen = await dataAs(site, site.editor, readFanVotes, { params: { fan_id: fan.fanId }, query: {} });
		expect(seen.list.map(({ voided }) => voided)).toEqual([null, { case_id, reason: 'STOL' }]);
	});

	it('never takes a song below nothing in what was hot lately', async () => {
		const contest = await aContest(site.owner, 'songs', { type: 'theme' });
		const fan = await aPerson(site.owner, 'listener', { earned: 200 });
		await site.vote(fan, contest, 9);
		await takeSnapshots(site.db);
		const { case_id } = await aCase(site, site.editor, 'songs', { reason: 'STOL', filter: ofFans(fan) });
		await voidCase(site, await aColleague(site.owner, 'finance'), case_id);
		await site.clock.set(new Date(Date.now() + 25 * 3_600_000));
		const { status, body } = await site.ask({ path: '/rankings/hot-music-ranking' });
		const songs = (body.data as { artist_list: { tickets: number }[] }).artist_list;
		expect([status, songs.map(({ tickets }) => tickets)]).toEqual([200, [0, 0, 0, 0]]);
	});

	it('counts against a fan’s cap all the same, so that restoring never goes beyond it', async () => {
		const contest = await aContest(site.owner, 'capped', { cap: 10 });
		const fan = await aPerson(site.owner, 'capped fan', { earned: 900 });
		await site.vote(fan, contest, 8);
		const { case_id } = await aCase(site, site.editor, 'capped', { reason: 'STOL', filter: ofFans(fan) });
		await voidCase(site, await aColleague(site.owner, 'finance'), case_id);
		expect((await site.vote(fan, contest, 3)).error).toBe('vote_cap_reached');
		expect((await site.vote(fan, contest, 2)).error).toBeUndefined();
		await restoreCase(site, await aColleague(site.owner, 'finance'), case_id);
		await site.expectTickets(contest, 10);
	});

	it('above the bound of the day waits for a second operator, who approves exactly that', async () => {
		const contest = await aContest(site.owner, 'large', { gemsPerVote: 1 });
		const [asker, second] = [await aColleague(site.owner, 'finance'), await aColleague(site.owner, 'finance')];
		async function opened(name: string) {
			const fan = await aPerson(site.owner, name, { purchased: 600 });
			await site.vote(fan, contest, 600);
			return { fan, ...(await aCase(site, site.editor, 'large', { filter: ofFans(fan) })) };
		}
		const one = await opened('small');
		const { fan: large, ...two } = await opened('large');
		expect(await voidCase(site, asker, one.case_id)).toMatchObject({ status: 'begun', approval_id: null });
		const asked = await voidCase(site, asker, two.case_id);
		expect(asked).toMatchObject({ status: 'waiting', case: { state: 'waiting' } });
		expect((await askToVoid(site, second, two.case_id)).body.error).toBe('case_state');
		expect(await gemsOf(large)).toMatchObject({ purchased: 0, frozen: false });
		const { list } = await dataAs(site, site.editor, listApprovals, { query: {} });
		const waiting = list.find(({ approval_id }) => approval_id === asked.approval_id);
		expect(waiting).toMatchObject({ kind: 'vote_void', payload: { case_id: two.case_id, tickets: 600 } });
		const input = {
			params: { approval_id: asked.approval_id ?? '' },
			body: { payload_hash: waiting?.payload_hash ?? '', why: 'looked at them' },
		};
		const decide = (by: Colleague) => askAs(site, by, approve, input);
		expect((await decide(asker)).body.error).toBe('own_approval');
		const answers = await Promise.all([decide(second), decide(second)]);
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
		await workOnCases(site.db);
		expect(await site.read(two.case_id)).toMatchObject({ state: 'voided', voided_tickets: 600 });
		expect(await gemsOf(large)).toMatchObject({ purchased: 600, frozen: true });
		// A day later the bound is whole again.
		await site.clock.set(new Date(Date.now() + 25 * 3_600_000));
		const again = await aColleague(site.owner, 'finance');
		expect(await restoreCase(site, again, two.case_id)).toMatchObject({ status: 'begun' });
	});
});

describe('a restore', () => {
	it('of one fan leaves the others voided; of the case brings back the rest, and takes the gems that are there', async () => {
		const contest = await aContest(site.owner, 'mercy');
		const by = await aColleague(site.owner, 'finance');
		const aFan = (name: string) => aPerson(site.owner, name, { purchased: 100 });
		const fans = [await aFan('school'), await aFan('real bot')] as const;
		for (const fan of fans) for (const tickets of [4, 6]) await site.vote(fan, contest, tickets);
		const { case_id } = await aCase(site, site.editor, 'mercy', { filter: ofFans(...fans) });
		expect((await askToRestore(site, by, case_id, null)).body.error).toBe('case_state');
		await voidCase(site, by, case_id);
		await restoreCase(site, by, case_id, fans[0]);
		expect([await gemsOf(fans[0]), await gemsOf(fans[1])]).toMatchObject([
			{ purchased: 0, frozen: false },
			{ purchased: 100, frozen: true },
		]);
		await site.expectTickets(contest, 10);
		expect(await site.read(case_id)).toMatchObject({ state: 'voided', restored_votes: 2, restored_tickets: 10 });
		expect((await askToRestore(site, by, case_id, fans[0])).body.error).toBe('nothing_to_restore');
		await restoreCase(site, by, case_id);
		await site.expectTickets(contest, 20);
		expect(await site.read(case_id)).toMatchObject({ state: 'restored', restored_votes: 4 });
		expect(await gemsOf(fans[1])).toMatchObject({ purchased: 0, frozen: false });
		expect((await askToRestore(site, by, case_id, null)).body.error).toBe('nothing_to_restore');
		// Free again: another case may hold them.
		const next = await aCase(site, site.editor, 'mercy', { filter: ofFans(...fans) });
		expect(next.votes).toBe(4);
		await voidCase(site, by, next.case_id);
		await site.expectTickets(contest, 0);
	});

	it('takes gems that were spent meanwhile as a debt, once, so that no gem pays for two votes', async () => {
		const contest = await aContest(site.owner, 'spent');
		const by = await aColleague(site.owner, 'finance');
		const fan = await aPerson(site.owner, 'spender', { earned: 20, purchased: 100 });
		await site.vote(fan, contest, 4);
		await site.vote(fan, contest, 8);
		const { case_id } = await aCase(site, site.editor, 'spent', { reason: 'STOL', filter: ofFans(fan) });
		await voidCase(site, by, case_id);
		await site.vote(fan, contest, 3, 1);
		const asked = [askToRestore(site, by, case_id, null), askToRestore(site, by, case_id, null)];
		expect((await Promise.all(asked)).filter(({ status }) => status === 200)).toHaveLength(1);
		await Promise.all([workOnCases(site.db, { batch: 1 }), workOnCases(site.db, { batch: 1 })]);
		await workOnCases(site.db);
		expect(await gemsOf(fan)).toMatchObject({ earned: 0, purchased: -30 });
		await site.expectTickets(contest, 12);
		expect((await site.vote(fan, contest, 1)).error).toBe('wallet_in_debt');
		const { list } = await dataAs(site, site.editor, calls.listCaseVotes, { params: { case_id }, query: {} });
		expect(list.map(({ returned, retaken }) => retaken - returned)).toEqual([0, 0]);
		// Voided and restored again, nothing is taken twice.
		const next = await aCase(site, site.editor, 'spent', { reason: 'STOL', filter: ofFans(fan) });
		await voidCase(site, by, next.case_id);
		expect(await gemsOf(fan)).toMatchObject({ earned: 40, purchased: 80 });
		await restoreCase(site, by, next.case_id);
		expect(await gemsOf(fan)).toMatchObject({ earned: 0, purchased: -30 });
	});

	it('of an account that was deleted since takes the gems that it gave up as a debt of nobody', async () => {
		const contest = await aContest(site.owner, 'gone');
		const by = await aColleague(site.owner, 'finance');
		const fan = await aPerson(site.owner, 'leaver', { purchased: 100 });
		await site.vote(fan, contest, 10);
		const { case_id } = await aCase(site, site.editor, 'gone', { reason: 'STOL', filter: ofFans(fan) });
		await voidCase(site, by, case_id);
		await sql`insert into deletion_request (fan_id, requested_at, erase_at)
			values (${fan.fanId}, lightstick_now() - interval '8 days', lightstick_now() - interval '1 day')`.run(site.owner);
		await eraseAccounts(site.db, diskStore(site.config.dataFolder));
		expect(await gemsOf(fan)).toMatchObject({ purchased: 0 });
		await restoreCase(site, by, case_id);
		expect(await gemsOf(fan)).toMatchObject({ purchased: -100 });
	});
});
