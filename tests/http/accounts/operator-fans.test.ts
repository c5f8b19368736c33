/** "Where are my gems?", and closing a cheater's account. */
import { describe, expect, it } from 'vitest';
import { approve, listApprovals, reject } from '#contract/operator/approvals.ts';
import { getDashboard } from '#contract/operator/dashboard.ts';
import * as calls from '#contract/operator/accounts.ts';
import { pauseRanking } from '#contract/operator/rankings/rankings.ts';
import { takeSnapshots } from '#server/rankings/charts/derived.ts';
import { sql } from '#server/kernel/database.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { allPages, aColleague, askAs, dataAs, trailOf, type Colleague } from '../../fixtures/operators/operators.ts';
import { aKey, aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { openSite } from '../../fixtures/site/site.ts';

let finance: Colleague;
const why = 'gems lost in the outage';

const site = beforeTests(() => openSite({ env: { ADJUSTMENT_BOUND: '1000' } }));
const editor = beforeTests(() => aColleague(site.owner, 'editor'));

const byId = (fan: Person) => ({ params: { fan_id: fan.fanId } });
const adjust = (
	fan: Person,
	by: Colleague,
	change: { earned?: number; purchased?: number; why?: string },
	key = aKey(),
) =>
	askAs(
		site,
		by,
		calls.adjustGems,
		{ ...byId(fan), body: { earned: 0, purchased: 0, why, ...change } },
		{ 'idempotency-key': key },
	);
const walletOf = async (fan: Person) => {
	const { fan: read } = await dataAs(site, editor, calls.readFan, byId(fan));
	return [read.earned, read.purchased];
};

describe('a fan', () => {
	it('has the whole ledger and all votes read page by page', async () => {
		const { key, artistIds } = await aContest(site.owner, 'seen');
		const fan = await aPerson(site.owner, 'voter', { earned: 100, purchased: 50 });
		for (const votes of [1, 2, 3, 4]) {
			const body = { artist_id: artistIds[0], ticket_number: votes };
			await site.ask({ path: `/rankings/vote/${key}`, token: fan.token, body });
		}
		const entries = await allPages((cursor) =>
			dataAs(site, editor, calls.readLedger, { ...byId(fan), query: { limit: 2, cursor } }),
		);
		const votes = await allPages((cursor) =>
			dataAs(site, editor, calls.readFanVotes, { ...byId(fan), query: { limit: 3, cursor } }),
		);
		expect(entries.map(({ seq }) => seq)).toEqual([5, 4, 3, 2, 1]);
		expect(votes.map(({ tickets }) => tickets)).toEqual([4, 3, 2, 1]);
		expect((await dataAs(site, editor, calls.readFanOrders, { ...byId(fan), query: {} })).list).toEqual([]);
		expect((await dataAs(site, editor, calls.readFanSessions, byId(fan))).list).toMatchObject([{ active: true }]);
	});

	it('who is suspended cannot vote, and can once restored; both with a reason on record', async () => {
		const { key, artistIds } = await aContest(site.owner, 'closed-to-some');
		const fan = await aPerson(site.owner, 'cheater', { earned: 100 });
		const vote = async () =>
			(
				await site.ask({
					path: `/rankings/vote/${key}`,
					token: fan.token,
					body: { artist_id: artistIds[0], ticket_number: 1 },
				})
			).body.error;
		const body = { why: 'a hundred accounts on one network' };
		expect((await dataAs(site, editor, calls.suspendFan, { ...byId(fan), body })).fan.suspended).toBe(true);
		expect(await vote()).toBe('account_suspended');
		await dataAs(site, editor, calls.restoreFan, { ...byId(fan), body: { why: 'a school, it turned out' } });
		expect(await vote()).toBeUndefined();
		expect(await trailOf(site, `fan:${fan.fanId}`)).toMatchObject([
			{ action: 'fan.restore', before: { suspended: true } },
			{ action: 'fan.suspend', why: body.why, operatorId: editor.operatorId },
		]);
	});

	it('who is logged out is logged out at once, on every device', async () => {
		const fan = await aPerson(site.owner, 'lost phone');
		expect((await site.ask({ path: '/user/me', token: fan.token })).status).toBe(200);
		const read = await dataAs(site, editor, calls.logFanOut, { ...byId(fan), body: { why: 'a lost phone' } });
		expect(read.ended).toBe(1);
		expect((await site.ask({ path: '/user/me', token: fan.token })).status).toBe(401);
	});
});

describe('a fan who asks to be deleted', () => {
	const remove = (fan: Person, by: Colleague, given = true) =>
		askAs(site, by, calls.deleteFan, {
			...byId(fan),
			body: { gems_are_given_up: given as true, why: 'asked by mail' },
		});

	it('is logged out at once, and a week later their gems are to be given up, with a reason on record', async () => {
		const boss = await aColleague(site.owner, 'owner');
		const fan = await aPerson(site.owner, 'leaving fan', { earned: 30, purchased: 12 });
		expect((await site.ask({ path: '/user/me', token: fan.token })).status).toBe(200);
		expect((await remove(fan, boss, false)).status).toBe(400);
		const answers = await Promise.all([remove(fan, boss), remove(fan, boss)]);
		expect(answers.map(({ status }) => status)).toEqual([200, 200]);
		expect((await site.ask({ path: '/user/me', token: fan.token })).status).toBe(401);
		const { fan: waiting } = await dataAs(site, boss, calls.readFan, byId(fan));
		expect(waiting).toMatchObject({ erased: false, earned: 30, active_sessions: 0 });
		expect(waiting.erase_time).toBeGreaterThan(Date.now() / 1000 + 6 * 86_400);
		expect((await trailOf(site, `fan:${fan.fanId}`))[0]).toMatchObject({
			action: 'fan.delete',
			why: 'asked by mail',
			operatorId: boss.operatorId,
			after: { gems_given_up: 42 },
		});
		const listed = async (status: 'leaving' | 'suspended') =>
			(await dataAs(site, boss, calls.listFans, { query: { status } })).list.map((one) => [one.fan_id, one.status]);
		expect(await listed('leaving')).toEqual([[fan.fanId, 'leaving']]);
		expect(await listed('suspended')).not.toContainEqual([fan.fanId, 'leaving']);
		for (const _ of [1, 2]) {
			const kept = await dataAs(site, boss, calls.keepFan, { ...byId(fan), body: { why: 'changed their mind' } });
			expect(kept.fan).toMatchObject({ erase_time: null, status: 'active', earned: 30 });
		}
		expect((await trailOf(site, `fan:${fan.fanId}`)).map(({ action }) => action)).toEqual([
			'fan.keep',
			'fan.delete',
			'fan.delete',
		]);
	});
});

describe('an adjustment', () => {
	it('is a ledger entry, an audit row, and is done once however often it is sent', async () => {
		finance = await aColleague(site.owner, 'finance');
		const fan = await aPerson(site.owner, 'patient fan', { earned: 10, purchased: 5 });
		const key = aKey();
		const answers = await Promise.all([1, 2, 3].map(() => adjust(fan, finance, { earned: 40, purchased: -5 }, key)));
		for (const { body } of answers) {
			expect(body.data).toEqual({ status: 'done', approval_id: null, balance: { earned: 50, purchased: 0 } });
		}
		expect(await walletOf(fan)).toEqual([50, 0]);
		expect((await adjust(fan, finance, { earned: 41 }, key)).body.error).toBe('idempotency_key_reused');
		const trail = await trailOf(site, `fan:${fan.fanId}`);
		expect(trail).toMatchObject([
			{ action: 'fan.adjust_gems', why, before: { earned: 10 }, after: { earned: 50, seq: 2 } },
		]);
		expect(trail).toHaveLength(1);
		await expectBooksToBalance(site.db);
	});

	it('takes no more than there is, and is not nothing; an editor makes none', async () => {
		const fan = await aPerson(site.owner, 'poor fan', { earned: 10, debt: 0 });
		expect((await adjust(fan, finance, { earned: -11 })).body.error).toBe('not_enough_gems');
		expect((await adjust(fan, finance, { purchased: -1 })).body.error).toBe('not_enough_gems');
		expect((await adjust(fan, finance, {})).body.error).toBe('nothing_to_adjust');
		expect((await adjust(fan, editor, { earned: 1 })).body.error).toBe('forbidden');
		expect((await adjust(fan, finance, { earned: 1, why: ' ' })).status).toBe(400);
		expect(await walletOf(fan)).toEqual([10, 0]);
		expect(await trailOf(site, `fan:${fan.fanId}`)).toEqual([]);
	});

	it('above the bound of the day waits, for one fan from many operators and for one operator with many fans', async () => {
		const [one, other] = [await aColleague(site.owner, 'finance'), await aColleague(site.owner, 'finance')];
		const fan = await aPerson(site.owner, 'bounded');
		const friend = await aPerson(site.owner, 'friend');
		const statusOf = async (...asked: Parameters<typeof adjust>) =>
			((await adjust(...asked)).body.data as { status: string }).status;
		expect(await statusOf(fan, one, { earned: 600 })).toBe('done');
		expect(await statusOf(fan, other, { earned: 401 })).toBe('waiting');
		expect(await statusOf(friend, one, { earned: 401 })).toBe('waiting');
		expect(await statusOf(friend, one, { earned: 400 })).toBe('done');
		expect(await statusOf(friend, one, { earned: 1 })).toBe('waiting');
		await site.clock.set(new Date(Date.now() + 25 * 3_600_000));
		expect(await statusOf(fan, await aColleague(site.owner, 'finance'), { earned: 1000 })).toBe('done');
		await site.clock.run();
	});

	it('is approved by somebody else, exactly as asked, once', async () => {
		const [asker, second] = [await aColleague(site.owner, 'finance'), await aColleague(site.owner, 'owner')];
		const fan = await aPerson(site.owner, 'generous case');
		const { approval_id: id } = (await adjust(fan, asker, { purchased: 5000 })).body.data as { approval_id: string };
		expect(await walletOf(fan)).toEqual([0, 0]);
		const { list } = await dataAs(site, editor, listApprovals, { query: {} });
		const waiting = list.find(({ approval_id }) => approval_id === id);
		expect(waiting).toMatchObject({ status: 'waiting', why, payload: { fan_id: fan.fanId, purchased: 5000 } });
		const decide = (by: Colleague, hash = waiting?.payload_hash ?? '', call = approve) =>
			askAs(site, by, call, { params: { approval_id: id }, body: { payload_hash: hash, why: 'checked the logs' } });
		expect((await decide(asker)).body.error).toBe('own_approval');
		expect((await decide(editor)).body.error).toBe('forbidden');
		expect((await decide(second, '0'.repeat(64))).body.error).toBe('stale_edit');
		const answers = await Promise.all([decide(second), decide(second), decide(second)]);
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
		expect(await walletOf(fan)).toEqual([0, 5000]);
		expect((await decide(second, undefined, reject)).body.error).toBe('approval_not_found');
		expect((await trailOf(site, `fan:${fan.fanId}`))[0]).toMatchObject({
			action: 'fan.adjust_gems',
			operatorId: asker.operatorId,
			after: { approval_id: id },
		});
		await expectBooksToBalance(site.db);
	});
});

const sumOf = (hours: readonly (number | null)[]) => hours.reduce<number>((sum, votes) => sum + (votes ?? 0), 0);

it('the dashboard adds up: the supply is what wallets hold, running rankings show their first five, and what needs attention', async () => {
	const { key, artistIds } = await aContest(site.owner, 'on-the-dashboard', { endsIn: 0.1 });
	const fan = await aPerson(site.owner, 'last voter', { earned: 100 });
	const body = { artist_id: artistIds[3], ticket_number: 7 };
	await site.ask({ path: `/rankings/vote/${key}`, token: fan.token, body });
	// The first snapshot of a ranking that has only begun holds all of its votes.
	const hourAgo = (await dataAs(site, editor, getDashboard, {})).votes_by_hour.today;
	await sql`update ranking set starts_at = lightstick_now() - interval '2 minutes'
		where ranking_key = ${key}`.run(site.owner);
	await takeSnapshots(site.db);
	const read = await dataAs(site, editor, getDashboard, {});
	expect(sumOf(read.votes_by_hour.today) - sumOf(hourAgo)).toBe(7);
	const issued = read.supply.by_kind.reduce((sum, { earned, purchased }) => sum + earned + purchased, 0);
	expect(issued).toBe(read.supply.in_wallets.earned + read.supply.in_wallets.purchased);
	expect(read.rankings[0]).toMatchObject({ ranking_key: key, status: 'ongoing', total_tickets: 7 });
	expect(read.rankings[0]?.top5[0]).toMatchObject({ artist_id: artistIds[3], tickets: 7 });
	expect(read.days).toHaveLength(7);
	expect(read.days.at(-1)?.sign_ups).toBeGreaterThan(5);
	expect(read.sign_ups_by_country[0]).toMatchObject({ country: 'KR' });
	expect(read.votes_by_hour.today).toHaveLength(24);
	expect(read.attention).toContainEqual(expect.objectContaining({ kind: 'ranking_without_cover', target: key }));
	expect(read.attention.map(({ kind }) => kind)).toContain('approval_waiting');
	await dataAs(site, editor, pauseRanking, { params: { ranking_key: key }, body: { why: 'a wrong song' } });
	const paused = await dataAs(site, editor, getDashboard, {});
	expect(paused.attention).toContainEqual(expect.objectContaining({ kind: 'ranking_paused', target: key }));
});
