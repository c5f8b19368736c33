/** "Where are my gems?", closing a cheater's account, and names and addresses of fans: hidden from viewers, and on record. */
import { describe, expect, it, afterEach } from 'vitest';
import { takeSnapshots } from '#server/rankings/charts/derived.ts';
import { sql } from '#server/kernel/database.ts';
import { aCase, ofFans } from '../../fixtures/voting/cases.ts';
import { openShop } from '../../fixtures/orders/shop.ts';
import { aKey, beforeTests, type Contest, openSite, type Operator, type Person } from '../../fixtures/site/site.ts';
import * as calls from '../../fixtures/site/calls.ts';

const { listFans, readFan } = calls;
const why = 'gems lost in the outage';

const site = beforeTests(() => openSite({ env: { ADJUSTMENT_BOUND: '1000' } }));
const editor = beforeTests(() => site.operator('editor'));
const finance = beforeTests(() => site.operator('finance'));

const byId = (fan: Person) => ({ params: { fan_id: fan.fanId } });
type Change = { earned?: number; purchased?: number; why?: string };
const adjust = (fan: Person, by: Operator, change: Change, key = aKey()) => {
	const body = { earned: 0, purchased: 0, why, ...change };
	return by.ask(calls.adjustGems, { ...byId(fan), body }, { 'idempotency-key': key });
};
const errorOf = async (...asked: Parameters<typeof adjust>) => (await adjust(...asked)).body.error;
const tokenOpens = async ({ token }: Person) => (await site.ask({ path: '/user/me', token })).status;
/** Votes for the first artist of a ranking: undefined, or why not. */
const vote = async (fan: Person, contest: Contest, tickets = 1) =>
	(await site.castVote(fan, contest, { tickets })).body.error;
const walletOf = async (fan: Person) => {
	const { fan: read } = await editor.data(readFan, byId(fan));
	return [read.earned, read.purchased];
};

it('a fan who is suspended cannot vote, and can once restored; both with a reason on record', async () => {
	const contest = await site.contest('closed-to-some');
	const fan = await site.fan('cheater', { earned: 100 });
	const body = { why: 'a hundred accounts on one network' };
	expect((await editor.data(calls.suspendFan, { ...byId(fan), body })).fan.suspended).toBe(true);
	expect(await vote(fan, contest)).toBe('account_suspended');
	await editor.data(calls.restoreFan, { ...byId(fan), body: { why: 'a school, it turned out' } });
	expect(await vote(fan, contest)).toBeUndefined();
	expect(await site.trail(`fan:${fan.fanId}`)).toMatchObject([
		{ action: 'fan.restore', before: { suspended: true } },
		{ action: 'fan.suspend', why: body.why, operatorId: editor.operatorId },
	]);
});

it('a fan who is logged out is logged out at once, on every device', async () => {
	const fan = await site.fan('lost phone');
	expect((await editor.data(calls.readFanSessions, byId(fan))).list).toMatchObject([{ active: true }]);
	expect(await tokenOpens(fan)).toBe(200);
	expect(await editor.data(calls.logFanOut, { ...byId(fan), body: { why } })).toMatchObject({ ended: 1 });
	expect(await tokenOpens(fan)).toBe(401);
});

it('a fan who asks to be deleted is logged out at once, and a week later their gems are to be given up, with a reason on record', async () => {
	const boss = await site.operator('owner');
	const fan = await site.fan('leaving fan', { earned: 30, purchased: 12 });
	const remove = (given = true) =>
		boss.outcome(calls.deleteFan, {
			...byId(fan),
			body: { gems_are_given_up: given as true, why: 'asked by mail' },
		});
	expect(await tokenOpens(fan)).toBe(200);
	expect(await remove(false)).toBe('invalid_request');
	expect(await Promise.all([remove(), remove()])).toEqual([200, 200]);
	expect(await tokenOpens(fan)).toBe(401);
	const { fan: waiting } = await boss.data(readFan, byId(fan));
	expect(waiting).toMatchObject({ erased: false, earned: 30, active_sessions: 0 });
	expect(waiting.erase_time).toBeGreaterThan(Date.now() / 1000 + 6 * 86_400);
	const deletion = { action: 'fan.delete', operatorId: boss.operatorId, after: { gems_given_up: 42 } };
	expect((await site.trail(`fan:${fan.fanId}`))[0]).toMatchObject({ ...deletion, why: 'asked by mail' });
	const listed = async (status: 'leaving' | 'suspended') =>
		(await boss.data(listFans, { query: { status } })).list.map((one) => [one.fan_id, one.status]);
	expect(await listed('leaving')).toEqual([[fan.fanId, 'leaving']]);
	expect(await listed('suspended')).not.toContainEqual([fan.fanId, 'leaving']);
	for (const _ of [1, 2]) {
		const kept = await boss.data(calls.keepFan, { ...byId(fan), body: { why: 'changed their mind' } });
		expect(kept.fan).toMatchObject({ erase_time: null, status: 'active', earned: 30 });
	}
	const actions = (await site.trail(`fan:${fan.fanId}`)).map(({ action }) => action);
	expect(actions).toEqual(['fan.keep', 'fan.delete', 'fan.delete']);
});

describe('an adjustment', () => {
	it('is a ledger entry, an audit row, and is done once however often it is sent', async () => {
		const fan = await site.fan('patient fan', { earned: 10, purchased: 5 });
		const key = aKey();
		const answers = await Promise.all([1, 2, 3].map(() => adjust(fan, finance, { earned: 40, purchased: -5 }, key)));
		for (const { body } of answers) {
			expect(body.data).toEqual({ status: 'done', approval_id: null, balance: { earned: 50, purchased: 0 } });
		}
		expect(await walletOf(fan)).toEqual([50, 0]);
		expect(await errorOf(fan, finance, { earned: 41 }, key)).toBe('idempotency_key_reused');
		const trail = await site.trail(`fan:${fan.fanId}`);
		expect(trail).toMatchObject([
			{ action: 'fan.adjust_gems', why, before: { earned: 10 }, after: { earned: 50, seq: 2 } },
		]);
		expect(trail).toHaveLength(1);
		await site.balances();
	});

	it('takes no more than there is, and is not nothing', async () => {
		const fan = await site.fan('poor fan', { earned: 10, debt: 0 });
		expect(await errorOf(fan, finance, { earned: -11 })).toBe('not_enough_gems');
		expect(await errorOf(fan, finance, { purchased: -1 })).toBe('not_enough_gems');
		expect(await errorOf(fan, finance, {})).toBe('nothing_to_adjust');
		expect(await errorOf(fan, finance, { earned: 1, why: ' ' })).toBe('invalid_request');
		expect(await walletOf(fan)).toEqual([10, 0]);
		expect(await site.trail(`fan:${fan.fanId}`)).toEqual([]);
	});

	it('above the bound of the day waits, for one fan from many operators and for one operator with many fans', async () => {
		const [one, other] = [await site.operator('finance'), await site.operator('finance')];
		const fan = await site.fan('bounded');
		const friend = await site.fan('friend');
		const statusOf = async (...asked: Parameters<typeof adjust>) =>
			((await adjust(...asked)).body.data as { status: string }).status;
		expect(await statusOf(fan, one, { earned: 600 })).toBe('done');
		expect(await statusOf(fan, other, { earned: 401 })).toBe('waiting');
		expect(await statusOf(friend, one, { earned: 401 })).toBe('waiting');
		expect(await statusOf(friend, one, { earned: 400 })).toBe('done');
		expect(await statusOf(friend, one, { earned: 1 })).toBe('waiting');
		await site.later({ hours: 25 });
		expect(await statusOf(fan, await site.operator('finance'), { earned: 1000 })).toBe('done');
		await site.clock.run();
	});

	it('is approved by somebody else, exactly as asked, once', async () => {
		const [asker, second] = [await site.operator('finance'), await site.operator('owner')];
		const fan = await site.fan('generous case');
		const { approval_id: id } = (await adjust(fan, asker, { purchased: 5000 })).body.data as { approval_id: string };
		expect(await walletOf(fan)).toEqual([0, 0]);
		const { list } = await editor.data(calls.listApprovals);
		const payload = { fan_id: fan.fanId, purchased: 5000 };
		expect(list.find((one) => one.approval_id === id)).toMatchObject({ status: 'waiting', why, payload });
		expect(await asker.decide(id)).toBe('own_approval');
		const answers = await Promise.all([1, 2, 3].map(() => second.decide(id)));
		expect(answers.filter((answer) => answer === 200)).toHaveLength(1);
		expect(await walletOf(fan)).toEqual([0, 5000]);
		expect(await second.decide(id, calls.reject)).toBe('approval_not_found');
		const [entry] = await site.trail(`fan:${fan.fanId}`);
		const after = { approval_id: id };
		expect(entry).toMatchObject({ action: 'fan.adjust_gems', operatorId: asker.operatorId, after });
		await site.balances();
	});
});

const sumOf = (hours: readonly (number | null)[]) => hours.reduce<number>((sum, votes) => sum + (votes ?? 0), 0);

it('the dashboard adds up: the supply is what wallets hold, running rankings show their first five, and what needs attention', async () => {
	const contest = await site.contest('on-the-dashboard', { endsIn: 0.1 });
	const { key, artistIds } = contest;
	const fan = await site.fan('last voter', { earned: 100 });
	await vote(fan, contest, 7);
	// The first snapshot of a ranking that has only begun holds all of its votes.
	const hourAgo = (await editor.data(calls.getDashboard)).votes_by_hour.today;
	await sql`update ranking set starts_at = lightstick_now() - interval '2 minutes'
		where ranking_key = ${key}`.run(site.owner);
	await takeSnapshots(site.db);
	const read = await editor.data(calls.getDashboard);
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
	await editor.data(calls.pauseRanking, { params: { ranking_key: key }, body: { why: 'a wrong song' } });
	const paused = await editor.data(calls.getDashboard);
	expect(paused.attention).toContainEqual(expect.objectContaining({ kind: 'ranking_paused', target: key }));
});

const shop = beforeTests(openShop);
const viewer = beforeTests(() => shop.operator('viewer'));
const dana = beforeTests(() => aFanCalled('Dana', 'dana@mail.example'));
afterEach(() => shop.clock.run());

async function aFanCalled(name: string, email: string): Promise<Person> {
	const fan = await shop.fan(name, { earned: 100 });
	const { fanId } = fan;
	await sql`update fan set name = ${name}, email = ${email} where fan_id = ${fanId}`.run(shop.owner);
	await sql`insert into fan_identity (fan_id, provider, subject, login_email)
			values (${fanId}, 'google', ${email}, ${email}) on conflict do nothing`.run(shop.owner);
	return fan;
}

const readsOf = async (by: Operator) => {
	const query = { what: 'reads' as const, operator_id: String(by.operatorId) };
	return (await viewer.data(calls.getAuditTrail, { query })).list;
};

it('a viewer reads no name and no address of a fan anywhere', async () => {
	const ranking = await shop.contest('songs', { type: 'theme' });
	await shop.castVote(dana, ranking, { tickets: 1 });
	const reader = await shop.operator('editor');
	const { case_id } = await aCase(reader, ranking.key, { filter: ofFans(dana) });
	const { tradeNo } = await shop.fulfilledOrder(dana);
	const everything = async (by: Operator) => {
		const answers = await Promise.all([
			by.ask(listFans),
			by.ask(readFan, { params: { fan_id: dana.fanId } }),
			by.ask(calls.listOrders),
			by.ask(calls.readOrder, { params: { trade_no: tradeNo } }),
			by.ask(calls.listCaseVotes, { params: { case_id }, query: {} }),
		]);
		expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
		return answers.map(({ text }) => text);
	};
	for (const text of await everything(viewer)) {
		expect(text).not.toMatch(/Dana|dana@|mail\.example/);
		expect(text).toContain('D•••');
	}
	const newcomer = await shop.operator('owner', { steppedUp: false });
	for (const text of await everything(newcomer)) expect(text).not.toMatch(/Dana|dana@|mail\.example/);
	for (const text of await everything(reader)) expect(text).toContain('Dana');
});

it('a viewer finds a fan by all of an address or a name, and nobody by a part of it', async () => {
	const found = async (by: Operator, search: string) =>
		(await by.data(listFans, { query: { search } })).list.map(({ fan_id: fanId }) => fanId);
	const reader = await shop.operator('editor');
	expect(await found(viewer, 'dana@mail.exampl')).toEqual([]);
	expect(await found(viewer, 'Dan')).toEqual([]);
	expect(await found(viewer, 'Dan%')).toEqual([]);
	expect(await found(viewer, 'DANA@mail.example')).toEqual([dana.fanId]);
	expect(await found(viewer, 'dañà')).toEqual([dana.fanId]);
	expect(await found(reader, '\u0301\u0301')).toEqual([]);
	expect(await found(viewer, String(dana.fanId))).toEqual([dana.fanId]);
	for (const part of ['dana@mail.exampl', 'DAN', 'Dáña']) expect(await found(reader, part)).toEqual([dana.fanId]);
});

it.each(['viewer', 'editor', 'finance', 'owner'] as calls.OperatorRole[])(
	'the audit trail says which fans %s has read',
	async (role) => {
		const reader = await shop.operator(role);
		const { tradeNo } = await shop.fulfilledOrder(dana);
		await reader.data(listFans);
		await reader.data(readFan, { params: { fan_id: dana.fanId } });
		await reader.data(calls.listOrders);
		await reader.data(calls.readOrder, { params: { trade_no: tradeNo } });
		const masked = role === 'viewer';
		expect(await readsOf(reader)).toMatchObject([
			{ action: 'order.read', target: `order:${tradeNo}`, after: { masked, fan_ids: [dana.fanId] } },
			{ action: 'order.list', target: 'orders', after: { masked, fan_ids: [dana.fanId] } },
			{ action: 'fan.read', target: `fan:${dana.fanId}`, after: { masked } },
			{ action: 'fan.list', target: 'fans', after: { masked, fan_ids: [dana.fanId] } },
		]);
	},
);

it('the audit trail has one entry an hour for the same page or fan, and nothing of what was searched for, apart from changes', async () => {
	const reader = await shop.operator('editor');
	const read = (fan: Person) => reader.data(readFan, { params: { fan_id: fan.fanId } });
	const mina = await aFanCalled('Mina', 'mina@mail.example');
	for (const fan of [dana, dana, mina, dana]) await read(fan);
	for (const search of ['', '', 'mina@mail', 'mina@mail']) await reader.data(listFans, { query: { search } });
	const targets = async () => (await readsOf(reader)).map(({ target }) => target);
	expect(await targets()).toEqual(['fans', 'fans', `fan:${mina.fanId}`, `fan:${dana.fanId}`]);
	expect(JSON.stringify(await readsOf(reader))).not.toContain('mina@mail');
	const changes = await viewer.data(calls.getAuditTrail);
	expect(changes.list.filter(({ action }) => action === 'fan.list')).toEqual([]);
	for (const minutes of [25, 50, 70]) {
		await shop.later({ minutes });
		await read(dana);
	}
	const again = sql`select from audit_entry where action = 'fan.read' and target = ${`fan:${dana.fanId}`}
		and operator_id = ${reader.operatorId}`;
	expect(await again.all(shop.owner)).toHaveLength(2);
});
