/** Approvals of roles, prices and rewards. For adjustments see accounts/operator-fans, for refunds operator-refunds. */
import { describe, expect, it } from 'vitest';
import { listApprovals, reject } from '#contract/operator/approvals.ts';
import { adjustGems } from '#contract/operator/accounts.ts';
import { changeOperator, getOperators, inviteOperator } from '#contract/operator/operators/operators.ts';
import type { OperatorRole } from '#contract/operator/operators/session.ts';
import * as settingCalls from '#contract/operator/site/settings.ts';
import * as store from '#contract/operator/goods.ts';
import { sql } from '#server/kernel/database.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import * as team from '../../fixtures/operators/operators.ts';
import { dataAs, elsewhere, outcomeAs, type Colleague } from '../../fixtures/operators/operators.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { someGoods } from '../../fixtures/orders/shop.ts';
import { openSite } from '../../fixtures/site/site.ts';

const why = 'agreed on Monday';

const site = beforeTests(openSite);
const { inHours } = team.onDaysOfTheirOwn(site);
const aColleague = (role: OperatorRole) => team.aColleague(site.owner, role);
const owner = beforeTests.each(() => aColleague('owner'));

type Asked = { approval_id: string | null };
const decide = (by: Colleague, { approval_id: id }: Asked, call?: typeof reject) => team.decideAs(site, by, id, call);
const waits = async (asking: Promise<Asked>) => (await asking).approval_id !== null;

const change = (by: Colleague, of: Colleague, role: OperatorRole, { version = 1, removed = false } = {}) => {
	const body = { version, role, removed, why };
	return dataAs(site, by, changeOperator, { params: { operator_id: of.operatorId }, body });
};
const roleOf = async ({ operatorId }: Colleague) => {
	const { operators } = await dataAs(site, owner, getOperators, {});
	return operators.find(({ operator_id: id }) => id === operatorId)?.role;
};
const leaves = ({ operatorId }: Colleague) =>
	sql`update operator set removed_at = now() where operator_id = ${operatorId}`.run(site.owner);
const readSettings = async (by: Colleague) => (await dataAs(site, by, settingCalls.readSettings, {})).settings;
async function setEconomy(by: Colleague, changes: { ticket2gem_ratio?: number; currency_name?: string }) {
	const { ticket2gem_ratio, currency_name, currency_symbol, version } = await readSettings(by);
	const body = { version, ticket2gem_ratio, currency_name, currency_symbol, why, ...changes };
	return dataAs(site, by, settingCalls.editEconomy, { body });
}

describe('roles', () => {
	it('are given at once by the only owner, who could not go on otherwise', async () => {
		const colleague = await aColleague('editor');
		expect([await waits(change(owner, colleague, 'owner')), await roleOf(colleague)]).toEqual([false, 'owner']);
	});

	it('of finance and owner are given by two owners, exactly as asked, never by finance', async () => {
		const [second, finance] = [await aColleague('owner'), await aColleague('finance')];
		const colleague = await aColleague('editor');
		const asked = await change(owner, colleague, 'finance');
		expect(asked.operator).toMatchObject({ role: 'editor', version: 1 });
		expect(await roleOf(colleague)).toBe('editor');
		for (const call of [undefined, reject]) expect(await decide(finance, asked, call)).toBe('forbidden');
		expect([await decide(owner, asked), await decide(second, asked)]).toEqual(['own_approval', 200]);
		expect(await roleOf(colleague)).toBe('finance');
		expect((await team.trailOf(site, `operator:${colleague.operatorId}`)).slice(0, 2)).toMatchObject([
			{ action: 'operator.change', operatorId: owner.operatorId, after: { approval_id: asked.approval_id } },
			{ action: 'approval.ask', why },
		]);
	});

	it('are taken away at once; and so are those of editor and viewer given', async () => {
		await aColleague('owner');
		const colleague = await aColleague('finance');
		for (const [version, role, removed, waiting] of [
			[1, 'editor', false, false],
			[2, 'viewer', true, false],
			[3, 'editor', false, false],
			[4, 'finance', true, false],
			[5, 'finance', false, true],
		] as const)
			expect([version, await waits(change(owner, colleague, role, { version, removed }))]).toEqual([version, waiting]);
	});

	it('are not given for a day by who has sent the other owner away', async () => {
		const [second, friend] = [await aColleague('owner'), await aColleague('viewer')];
		await change(owner, second, 'viewer');
		expect(await decide(owner, await change(owner, friend, 'owner'))).toBe('own_approval');
		expect(await roleOf(friend)).toBe('viewer');
		await inHours(25);
		const again = await aColleague('owner');
		await leaves(owner);
		expect(await waits(change(again, friend, 'owner'))).toBe(false);
	});

	it('by invitation follow the same rule; nobody is invited before', async () => {
		const second = await aColleague('owner');
		const invite = (role: OperatorRole) =>
			dataAs(site, owner, inviteOperator, { body: { email: `${role}@guests.example`, role, why } });
		expect((await invite('editor')).invitation).toMatchObject({ status: 'open' });
		const asked = await invite('owner');
		expect(asked.invitation).toBeNull();
		const invited = async () => (await dataAs(site, owner, getOperators, {})).invitations.map(({ email }) => email);
		expect(await invited()).toEqual(['editor@guests.example']);
		expect(await decide(second, asked)).toBe(200);
		expect(await invited()).toEqual(['owner@guests.example', 'editor@guests.example']);
	});

	it('asked for by somebody who is no owner any more, or of somebody who was changed since, are not given', async () => {
		const [second, third] = [await aColleague('owner'), await aColleague('owner')];
		const colleague = await aColleague('editor');
		const stale = await change(second, colleague, 'finance');
		await change(owner, colleague, 'viewer');
		expect(await decide(third, stale)).toBe('stale_edit');
		const orphan = await change(second, colleague, 'finance', { version: 2 });
		await change(owner, second, 'viewer');
		expect([await decide(third, orphan), await roleOf(colleague)]).toEqual(['forbidden', 'viewer']);
	});
});

describe('a new operator', () => {
	let fans = 0;
	const adjust = async (by: Colleague, earned = 20_000) => {
		const { fanId } = await aPerson(site.owner, `fan ${(fans += 1)}`, { earned: 0 });
		return dataAs(site, by, adjustGems, { params: { fan_id: fanId }, body: { earned, purchased: 0, why } });
	};
	const joinedBy = async (inviter: Colleague, role: OperatorRole) => {
		const joined = await team.aColleague(site.owner, role, { isNew: true });
		await sql`update operator set power_given_by = ${inviter.operatorId}
			where operator_id = ${joined.operatorId}`.run(site.owner);
		return joined;
	};

	it('approves nothing for 24 hours, and may say no', async () => {
		const second = await joinedBy(owner, 'owner');
		const [one, other] = [await adjust(owner), await adjust(owner)];
		expect([await decide(second, one), await decide(second, other, reject)]).toEqual(['approver_too_new', 200]);
		await inHours(23.9);
		expect(await decide(second, one)).toBe('approver_too_new');
		await inHours(24.1);
		expect(await decide(second, await adjust(owner))).toBe(200);
	});

	it('gets nothing approved for a day by the operator who let them in; another approves it', async () => {
		const asked = await adjust(await joinedBy(owner, 'finance'));
		expect(await decide(owner, asked)).toBe('approver_gave_role');
		expect(await decide(await aColleague('finance'), asked)).toBe(200);
	});

	it('who was raised is new again; who was given less is not', async () => {
		const colleague = await aColleague('finance');
		// A change of the role ends their sessions.
		const approves = async () => decide(await elsewhere(site, colleague), await adjust(owner));
		await change(owner, colleague, 'owner');
		expect(await approves()).toBe('approver_too_new');
		await inHours(25);
		expect(await approves()).toBe(200);
		await change(owner, colleague, 'finance', { version: 2 });
		expect(await approves()).toBe(200);
	});

	it('shares one bound of the day with all who are new: ten accounts are not ten bounds, nor do four at once take it twice', async () => {
		const [one, other] = [await joinedBy(owner, 'finance'), await joinedBy(owner, 'finance')];
		const answers = await Promise.all([one, one, other, other].map((each) => adjust(each, 6_000)));
		expect(answers.filter(({ status }) => status === 'done')).toHaveLength(1);
		expect([(await adjust(other, 6_000)).status, (await adjust(other, 4_000)).status]).toEqual(['waiting', 'done']);
		expect((await adjust(owner, 10_000)).status).toBe('done');
	});

	it('leaves the only other owner able to go on; so does one removed again', async () => {
		const second = await joinedBy(owner, 'owner');
		expect(await waits(change(owner, await aColleague('editor'), 'finance'))).toBe(false);
		await change(owner, second, 'owner', { removed: true });
		expect(await waits(change(owner, await aColleague('editor'), 'finance'))).toBe(false);
	});

	it('does not count an approver who was raised on the same day as nobody: a day ago they could have approved', async () => {
		await change(owner, await aColleague('finance'), 'owner');
		const { ticket2gem_ratio: ratio } = await readSettings(owner);
		expect(await waits(setEconomy(owner, { ticket2gem_ratio: ratio * 5 }))).toBe(true);
	});
});

describe('a price or a reward', () => {
	const finance = beforeTests.each(() => aColleague('finance'));

	const goods = (gems: number, price_minor: number, more: { withdrawn?: boolean; currency?: string } = {}) => {
		const usual = { position: 1, bonus_gems: 0, currency: 'USD', media_id: null, withdrawn: false, why };
		return { ...usual, gems, price_minor, ...more };
	};
	const create = (...of: Parameters<typeof goods>) => dataAs(site, finance, store.createGoods, { body: goods(...of) });
	const edit = (id: number, version: number, gems: number, price = 100) =>
		dataAs(site, finance, store.editGoods, { params: { goods_id: id }, body: { ...goods(gems, price), version } });
	const onSale = () => someGoods(site, { gems: 100, bonus: 0, priceMinor: 100 });

	it('of goods changes a little at once, and much by two: small steps of one day count together', async () => {
		const id = await onSale();
		expect(await waits(edit(id, 1, 140))).toBe(false);
		const asked = await edit(id, 2, 160);
		expect(asked.goods).toMatchObject([{ gems: 140, version: 2 }]);
		expect([await decide(finance, asked), await decide(owner, asked)]).toEqual(['own_approval', 200]);
		expect((await dataAs(site, finance, store.listGoods, {})).goods).toMatchObject([{ gems: 160, version: 3 }]);
		await inHours(25);
		expect(await waits(edit(id, 3, 230))).toBe(false);
	});

	it('of new goods is compared with what is sold, also after a detour through withdrawn ones', async () => {
		await onSale();
		expect(await waits(create(150, 100))).toBe(false);
		// The best of a day ago counts, not what was made today.
		expect(await waits(create(220, 100))).toBe(true);
		expect(await waits(create(1000, 1000, { currency: 'KRW' }))).toBe(true);
		const unknown = { body: goods(1000, 1000, { currency: 'XYZ' }) };
		expect(await outcomeAs(site, finance, store.createGoods, unknown)).toBe('currency_unknown');
		const hidden = await create(10_000, 50, { withdrawn: true });
		const id = Math.max(...hidden.goods.map(({ goods_id: goodsId }) => goodsId));
		expect([hidden.approval_id, await waits(edit(id, 1, 10_000, 50))]).toEqual([null, true]);
		expect(await waits(edit(id, 1, 90))).toBe(false);
	});

	it('of goods that were changed since it was asked for is not set', async () => {
		const id = await onSale();
		const asked = await edit(id, 1, 900);
		await edit(id, 1, 110);
		expect(await decide(owner, asked)).toBe('stale_edit');
		const { list } = await dataAs(site, owner, listApprovals, { query: {} });
		expect(list.filter(({ status }) => status === 'waiting')).toMatchObject([{ kind: 'goods_change' }]);
		expect(await decide(finance, asked, reject)).toBe(200);
	});

	it('of a vote, and another currency, follow the same rule', async () => {
		const { ticket2gem_ratio: ratio, version, currency_name } = await readSettings(finance);
		expect(await waits(setEconomy(finance, { currency_name: 'KRW' }))).toBe(true);
		const asked = await setEconomy(finance, { ticket2gem_ratio: ratio * 2 });
		expect(asked.settings).toMatchObject({ ticket2gem_ratio: ratio, version });
		expect(await decide(owner, asked)).toBe(200);
		expect(await readSettings(finance)).toMatchObject({ ticket2gem_ratio: ratio * 2, currency_name });
	});

	it('of the check-in follows the same rule', async () => {
		const read = async () => (await dataAs(site, finance, settingCalls.readCheckInSettings, {})).check_in;
		const { rewards: before, version } = await read();
		const set = (later: number, factor: number) => {
			const rewards = before.map((gems) => Math.ceil(gems * factor));
			const body = { version: version + later, rewards, restarts_after_miss: false, why };
			return dataAs(site, finance, settingCalls.editCheckInRewards, { body });
		};
		expect(await waits(set(0, 1))).toBe(false);
		const asked = await set(1, 10);
		expect([asked.check_in.rewards, await decide(owner, asked)]).toEqual([before, 200]);
		expect((await read()).rewards).toEqual(before.map((gems) => gems * 10));
	});

	it('is set at once where nobody else could approve', async () => {
		await leaves(owner);
		expect(await waits(create(10_000, 50))).toBe(false);
	});
});
