/** Names and addresses of fans: hidden from viewers, and on record when anybody reads them. */
import { afterEach, describe, expect, it } from 'vitest';
import { getAuditTrail } from '#contract/operator/audit-trail.ts';
import { listFans, readFan } from '#contract/operator/accounts.ts';
import { exportAuditTrail } from '#contract/operator/lists/exports.ts';
import { listOrders, readOrder } from '#contract/operator/orders.ts';
import { listCaseVotes } from '#contract/operator/voting/cases.ts';
import type { OperatorRole } from '#contract/operator/operators/session.ts';
import { sql } from '#server/kernel/database.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aCase, castVote, ofFans } from '../../fixtures/voting/cases.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { aColleague, askAs, dataAs, type Colleague } from '../../fixtures/operators/operators.ts';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { openShop } from '../../fixtures/orders/shop.ts';

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
		const editor = await aColleague(shop.owner, 'editor');
		const { case_id } = await aCase(shop, editor, ranking.key, { filter: ofFans(dana) });
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
		for (const text of await everything(editor)) expect(text).toContain('Dana');
	});

	it('finds a fan by all of an address or a name, and nobody by a part of it', async () => {
		const found = async (by: Colleague, search: string) =>
			(await dataAs(shop, by, listFans, { query: { search } })).list.map(({ fan_id: fanId }) => fanId);
		const editor = await aColleague(shop.owner, 'editor');
		expect(await found(viewer, 'dana@mail.exampl')).toEqual([]);
		expect(await found(viewer, 'Dan')).toEqual([]);
		expect(await found(viewer, 'Dan%')).toEqual([]);
		expect(await found(viewer, 'DANA@mail.example')).toEqual([dana.fanId]);
		expect(await found(viewer, String(dana.fanId))).toEqual([dana.fanId]);
		for (const part of ['dana@mail.exampl', 'DAN']) expect(await found(editor, part)).toEqual([dana.fanId]);
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

	it('has one entry an hour for the same page or fan, and one for each other', async () => {
		const editor = await aColleague(shop.owner, 'editor');
		const read = (fan: Person) => dataAs(shop, editor, readFan, { params: { fan_id: fan.fanId } });
		const mina = await aFanCalled('Mina', 'mina@mail.example');
		for (const fan of [dana, dana, mina, dana]) await read(fan);
		for (const search of ['', '', 'mina', 'mina']) await dataAs(shop, editor, listFans, { query: { search } });
		const targets = async () => (await readsOf(editor)).map(({ target }) => target);
		expect(await targets()).toEqual(['fans', 'fans', `fan:${mina.fanId}`, `fan:${dana.fanId}`]);
		const inMinutes = (minutes: number) => shop.clock.set(new Date(Date.now() + minutes * 60_000));
		for (const minutes of [25, 50, 70]) {
			await inMinutes(minutes);
			await read(dana);
		}
		const again = await sql`select count(*) as entries from audit_entry
			where action = 'fan.read' and target = ${`fan:${dana.fanId}`} and operator_id = ${editor.operatorId}`.all(
			shop.owner,
		);
		expect(again).toEqual([{ entries: 2 }]);
	});

	it('keeps nothing of what was searched for, and shows reads apart from changes', async () => {
		const editor = await aColleague(shop.owner, 'editor');
		await dataAs(shop, editor, listFans, { query: { search: 'dana@mail.example' } });
		expect(JSON.stringify(await readsOf(editor))).not.toContain('mail.example');
		const changes = await dataAs(shop, viewer, getAuditTrail, { query: {} });
		expect(changes.list.filter(({ action }) => action === 'fan.list')).toEqual([]);
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
