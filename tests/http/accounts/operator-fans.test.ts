/** "Where are my gems?", closing a cheater's account, and names and addresses of fans: hidden from viewers, and on record. */
import { describe, expect, it, afterEach } from 'vitest';
import { approve, listApprovals, reject } from '#contract/operator/approvals.ts';
import { getDashboard } from '#contract/operator/dashboard.ts';
import { pauseRanking } from '#contract/operator/rankings/rankings.ts';
import { takeSnapshots } from '#server/rankings/charts/derived.ts';
import { sql } from '#server/kernel/database.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { aContest, type Contest } from '../../fixtures/voting/contests.ts';
import type { Colleague } from '../../fixtures/operators/operators.ts';
import { allPages, aColleague, askAs, dataAs, outcomeAs, trailOf } from '../../fixtures/operators/operators.ts';
import { aKey, aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { openSite } from '../../fixtures/site/site.ts';
import { getAuditTrail } from '#contract/operator/audit-trail.ts';
import { exportAuditTrail } from '#contract/operator/lists/exports.ts';
import { listOrders, readOrder } from '#contract/operator/orders.ts';
import { listCaseVotes } from '#contract/operator/voting/cases.ts';
import type { OperatorRole } from '#contract/operator/operators/session.ts';
import { aCase, castVote, ofFans } from '../../fixtures/voting/cases.ts';
import { openShop } from '../../fixtures/orders/shop.ts';
import * as calls from '#contract/operator/accounts.ts';

const { listFans, readFan } = calls;
const why = 'gems lost in the outage';

const site = beforeTests(() => openSite({ env: { ADJUSTMENT_BOUND: '1000' } }));
const editor = beforeTests(() => aColleague(site.owner, 'editor'));
const finance = beforeTests(() => aColleague(site.owner, 'finance'));

const byId = (fan: Person) => ({ params: { fan_id: fan.fanId } });
type Change = { earned?: number; purchased?: number; why?: string };
const adjust = (fan: Person, by: Colleague, change: Change, key = aKey()) => {
	const body = { earned: 0, purchased: 0, why, ...change };
	return askAs(site, by, calls.adjustGems, { ...byId(fan), body }, { 'idempotency-key': key });
};
const errorOf = async (...asked: Parameters<typeof adjust>) => (await adjust(...asked)).body.error;
const tokenOpens = async ({ token }: Person) => (await site.ask({ path: '/user/me', token })).status;
/** Votes for the first artist of a ranking: undefined, or why not. */
const vote = async ({ token }: Person, { key, artistIds }: Contest, votes = 1) => {
	const body = { artist_id: artistIds[0], ticket_number: votes };
	return (await site.ask({ path: `/rankings/vote/${key}`, token, body })).body.error;
};
const walletOf = async (fan: Person) => {
	const { fan: read } = await dataAs(site, editor, readFan, byId(fan));
	return [read.earned, read.purchased];
};

describe('a fan', () => {
	it('has the whole ledger and all votes read page by page', async () => {
		const contest = await aContest(site.owner, 'seen');
		const fan = await aPerson(site.owner, 'voter', { earned: 100, purchased: 50 });
		for (const votes of [1, 2, 3, 4]) await vote(fan, contest, votes);
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
		const contest = await aContest(site.owner, 'closed-to-some');
		const fan = await aPerson(site.owner, 'cheater', { earned: 100 });
		const body = { why: 'a hundred accounts on one network' };
		expect((await dataAs(site, editor, calls.suspendFan, { ...byId(fan), body })).fan.suspended).toBe(true);
		expect(await vote(fan, contest)).toBe('account_suspended');
		await dataAs(site, editor, calls.restoreFan, { ...byId(fan), body: { why: 'a school, it turned out' } });
		expect(await vote(fan, contest)).toBeUndefined();
		expect(await trailOf(site, `fan:${fan.fanId}`)).toMatchObject([
			{ action: 'fan.restore', before: { suspended: true } },
			{ action: 'fan.suspend', why: body.why, operatorId: editor.operatorId },
		]);
	});

	it('who is logged out is logged out at once, on every device', async () => {
		const fan = await aPerson(site.owner, 'lost phone');
		expect(await tokenOpens(fan)).toBe(200);
		expect(await dataAs(site, editor, calls.logFanOut, { ...byId(fan), body: { why } })).toMatchObject({ ended: 1 });
		expect(await tokenOpens(fan)).toBe(401);
	});
});

it('a fan who asks to be deleted is logged out at once, and a week later their gems are to be given up, with a reason on record', async () => {
	const boss = await aColleague(site.owner, 'owner');
	const fan = await aPerson(site.owner, 'leaving fan', { earned: 30, purchased: 12 });
	const remove = (given = true) =>
		outcomeAs(site, boss, calls.deleteFan, {
			...byId(fan),
			body: { gems_are_given_up: given as true, why: 'asked by mail' },
		});
	expect(await tokenOpens(fan)).toBe(200);
	expect(await remove(false)).toBe('invalid_request');
	expect(await Promise.all([remove(), remove()])).toEqual([200, 200]);
	expect(await tokenOpens(fan)).toBe(401);
	const { fan: waiting } = await dataAs(site, boss, readFan, byId(fan));
	expect(waiting).toMatchObject({ erased: false, earned: 30, active_sessions: 0 });
	expect(waiting.erase_time).toBeGreaterThan(Date.now() / 1000 + 6 * 86_400);
	const deletion = { action: 'fan.delete', operatorId: boss.operatorId, after: { gems_given_up: 42 } };
	expect((await trailOf(site, `fan:${fan.fanId}`))[0]).toMatchObject({ ...deletion, why: 'asked by mail' });
	const listed = async (status: 'leaving' | 'suspended') =>
		(await dataAs(site, boss, listFans, { query: { status } })).list.map((one) => [one.fan_id, one.status]);
	expect(await listed('leaving')).toEqual([[fan.fanId, 'leaving']]);
	expect(await listed('suspended')).not.toContainEqual([fan.fanId, 'leaving']);
	for (const _ of [1, 2]) {
		const kept = await dataAs(site, boss, calls.keepFan, { ...byId(fan), body: { why: 'changed their mind' } });
		expect(kept.fan).toMatchObject({ erase_time: null, status: 'active', earned: 30 });
	}
	const actions = (await trailOf(site, `fan:${fan.fanId}`)).map(({ action }) => action);
	expect(actions).toEqual(['fan.keep', 'fan.delete', 'fan.delete']);
});

describe('an adjustment', () => {
	it('is a ledger entry, an audit row, and is done once however often it is sent', async () => {
		const fan = await aPerson(site.owner, 'patient fan', { earned: 10, purchased: 5 });
		const key = aKey();
		const answers = await Promise.all([1, 2, 3].map(() => adjust(fan, finance, { earned: 40, purchased: -5 }, key)));
		for (const { body } of answers) {
			expect(body.data).toEqual({ status: 'done', approval_id: null, balance: { earned: 50, purchased: 0 } });
		}
		expect(await walletOf(fan)).toEqual([50, 0]);
		expect(await errorOf(fan, finance, { earned: 41 }, key)).toBe('idempotency_key_reused');
		const trail = await trailOf(site, `fan:${fan.fanId}`);
		expect(trail).toMatchObject([
			{ action: 'fan.adjust_gems', why, before: { earned: 10 }, after: { earned: 50, seq: 2 } },
		]);
		expect(trail).toHaveLength(1);
		await expectBooksToBalance(site.db);
	});

	it('takes no more than there is, and is not nothing', async () => {
		const fan = await aPerson(site.owner, 'poor fan', { earned: 10, debt: 0 });
		expect(await errorOf(fan, finance, { earned: -11 })).toBe('not_enough_gems');
		expect(await errorOf(fan, finance, { purchased: -1 })).toBe('not_enough_gems');
		expect(await errorOf(fan, finance, {})).toBe('nothing_to_adjust');
		expect(await errorOf(fan, finance, { earned: 1, why: ' ' })).toBe('invalid_request');
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
		const body = { payload_hash: waiting?.payload_hash ?? '', why: 'checked the logs' };
		const decide = (by: Colleague, call = approve) => outcomeAs(site, by, call, { params: { approval_id: id }, body });
		expect(await decide(asker)).toBe('own_approval');
		const answers = await Promise.all([decide(second), decide(second), decide(second)]);
		expect(answers.filter((answer) => answer === 200)).toHaveLength(1);
		expect(await walletOf(fan)).toEqual([0, 5000]);
		expect(await decide(second, reject)).toBe('approval_not_found');
		const [entry] = await trailOf(site, `fan:${fan.fanId}`);
		const after = { approval_id: id };
		expect(entry).toMatchObject({ action: 'fan.adjust_gems', operatorId: asker.operatorId, after });
		await expectBooksToBalance(site.db);
	});
});

const sumOf = (hours: readonly (number | null)[]) => hours.reduce<number>((sum, votes) => sum + (votes ?? 0), 0);

it('the dashboard adds up: the supply is what wallets hold, running rankings show their first five, and what needs attention', async () => {
	const contest = await aContest(site.owner, 'on-the-dashboard', { endsIn: 0.1 });
	const { key, artistIds } = contest;
	const fan = await aPerson(site.owner, 'last voter', { earned: 100 });
	await vote(fan, contest, 7);
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
	expect(read.rankings[0]?.top5[0]).toMatchObject({ artist_id: artistIds[0], tickets: 7 });
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

const shop = beforeTests(openShop);
const viewer = beforeTests(() => aColleague(shop.owner, 'viewer'));
const dana = beforeTests(() => aFanCalled('Dana', 'dana@mail.example'));
afterEach(() => shop.clock.run());

async function aFanCalled(name: string, email: string): Promise<Person> {
	const fan = await aPerson(shop.owner, name, { earned: 100 });
	const { fanId } = fan;
	await sql`update fan set name = ${name}, email = ${email} where fan_id = ${fanId}`.run(shop.owner);
	await sql`insert into fan_identity (fan_id, provider, subject, login_email)
			values (${fanId}, 'google', ${email}, ${email}) on conflict do nothing`.run(shop.owner);
	return fan;
}

const readsOf = async (by: Colleague) => {
	const query = { what: 'reads' as const, operator_id: String(by.operatorId) };
	return (await dataAs(shop, viewer, getAuditTrail, { query })).list;
};

describe('a viewer', () => {
	it('reads no name and no address of a fan anywhere', async () => {
		const ranking = await aContest(shop.owner, 'songs', { type: 'theme' });
		await castVote(shop, dana, ranking, { tickets: 1 });
		const reader = await aColleague(shop.owner, 'editor');
		const { case_id } = await aCase(shop, reader, ranking.key, { filter: ofFans(dana) });
		const { tradeNo } = await shop.fulfilledOrder(dana);
		const everything = async (by: Colleague) => {
			const answers = await Promise.all([
				askAs(shop, by, listFans, { query: {} }),
				askAs(shop, by, readFan, { params: { fan_id: dana.fanId } }),
				askAs(shop, by, listOrders, { query: {} }),
				askAs(shop, by, readOrder, { params: { trade_no: tradeNo } }),
				askAs(shop, by, listCaseVotes, { params: { case_id }, query: {} }),
			]);
			expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
			return answers.map(({ text }) => text);
		};
		for (const text of await everything(viewer)) {
			expect(text).not.toMatch(/Dana|dana@|mail\.example/);
			expect(text).toContain('D•••');
		}
		const newcomer = await aColleague(shop.owner, 'owner', { steppedUp: false });
		for (const text of await everything(newcomer)) expect(text).not.toMatch(/Dana|dana@|mail\.example/);
		for (const text of await everything(reader)) expect(text).toContain('Dana');
	});

	it('finds a fan by all of an address or a name, and nobody by a part of it', async () => {
		const found = async (by: Colleague, search: string) =>
			(await dataAs(shop, by, listFans, { query: { search } })).list.map(({ fan_id: fanId }) => fanId);
		const reader = await aColleague(shop.owner, 'editor');
		expect(await found(viewer, 'dana@mail.exampl')).toEqual([]);
		expect(await found(viewer, 'Dan')).toEqual([]);
		expect(await found(viewer, 'Dan%')).toEqual([]);
		expect(await found(viewer, 'DANA@mail.example')).toEqual([dana.fanId]);
		expect(await found(viewer, String(dana.fanId))).toEqual([dana.fanId]);
		for (const part of ['dana@mail.exampl', 'DAN']) expect(await found(reader, part)).toEqual([dana.fanId]);
	});
});

describe('the audit trail', () => {
	it.each(['viewer', 'editor', 'finance', 'owner'] as OperatorRole[])('says which fans %s has read', async (role) => {
		const reader = await aColleague(shop.owner, role);
		const { tradeNo } = await shop.fulfilledOrder(dana);
		await dataAs(shop, reader, listFans, { query: {} });
		await dataAs(shop, reader, readFan, { params: { fan_id: dana.fanId } });
		await dataAs(shop, reader, listOrders, { query: {} });
		await dataAs(shop, reader, readOrder, { params: { trade_no: tradeNo } });
		const masked = role === 'viewer';
		expect(await readsOf(reader)).toMatchObject([
			{ action: 'order.read', target: `order:${tradeNo}`, after: { masked, fan_ids: [dana.fanId] } },
			{ action: 'order.list', target: 'orders', after: { masked, fan_ids: [dana.fanId] } },
			{ action: 'fan.read', target: `fan:${dana.fanId}`, after: { masked } },
			{ action: 'fan.list', target: 'fans', after: { masked, fan_ids: [dana.fanId] } },
		]);
	});

	it('has one entry an hour for the same page or fan, and nothing of what was searched for, apart from changes', async () => {
		const reader = await aColleague(shop.owner, 'editor');
		const read = (fan: Person) => dataAs(shop, reader, readFan, { params: { fan_id: fan.fanId } });
		const mina = await aFanCalled('Mina', 'mina@mail.example');
		for (const fan of [dana, dana, mina, dana]) await read(fan);
		for (const search of ['', '', 'mina@mail', 'mina@mail'])
			await dataAs(shop, reader, listFans, { query: { search } });
		const targets = async () => (await readsOf(reader)).map(({ target }) => target);
		expect(await targets()).toEqual(['fans', 'fans', `fan:${mina.fanId}`, `fan:${dana.fanId}`]);
		expect(JSON.stringify(await readsOf(reader))).not.toContain('mina@mail');
		const changes = await dataAs(shop, viewer, getAuditTrail, { query: {} });
		expect(changes.list.filter(({ action }) => action === 'fan.list')).toEqual([]);
		for (const minutes of [25, 50, 70]) {
			await shop.clock.set(new Date(Date.now() + minutes * 60_000));
			await read(dana);
		}
		const again = sql`select from audit_entry where action = 'fan.read' and target = ${`fan:${dana.fanId}`}
			and operator_id = ${reader.operatorId}`;
		expect(await again.all(shop.owner)).toHaveLength(2);
	});

	it('says who took it along as a file', async () => {
		const owner = await aColleague(shop.owner, 'owner');
		expect((await askAs(shop, owner, exportAuditTrail, { body: {} })).status).toBe(200);
		expect(await readsOf(owner)).toMatchObject([
			{ action: 'audit.exported', target: 'audit', after: { complete: true } },
			{ action: 'audit.export', target: 'audit' },
		]);
	});
});
