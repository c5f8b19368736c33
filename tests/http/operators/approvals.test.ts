/** Approvals of roles, prices and rewards. For adjustments see accounts/operator-fans, for refunds operator-refunds. */
import { beforeEach, describe, expect, it } from 'vitest';
import { approve, listApprovals, reject } from '#contract/operator/approvals.ts';
import { adjustGems } from '#contract/operator/accounts.ts';
import { changeOperator, getOperators, inviteOperator } from '#contract/operator/operators/operators.ts';
import type { OperatorRole } from '#contract/operator/operators/session.ts';
import * as settingCalls from '#contract/operator/site/settings.ts';
import * as store from '#contract/operator/goods.ts';
import { sql } from '#server/kernel/database.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import * as team from '../../fixtures/operators/operators.ts';
import { aColleague, dataAs, elsewhere, outcomeAs, type Colleague } from '../../fixtures/operators/operators.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { someGoods } from '../../fixtures/orders/shop.ts';
import { openSite } from '../../fixtures/site/site.ts';

const why = 'agreed on Monday';

const site = beforeTests(openSite);
const { inHours } = team.onDaysOfTheirOwn(site);
const owner = beforeTests.each(() => aColleague(site.owner, 'owner'));

/** 200, or why not. */
async function decide(by: Colleague, approvalId: string | null, call = approve): Promise<string | number> {
	const { list } = await dataAs(site, by, listApprovals, { query: {} });
	const hash = list.find(({ approval_id: id }) => id === approvalId)?.payload_hash ?? '0'.repeat(64);
	return outcomeAs(site, by, call, {
		params: { approval_id: approvalId ?? '00000000-0000-4000-8000-000000000000' },
		body: { payload_hash: hash, why: 'seen' },
	});
}

const change = (by: Colleague, of: Colleague, role: OperatorRole, { version = 1, removed = false } = {}) =>
	dataAs(site, by, changeOperator, {
		params: { operator_id: of.operatorId },
		body: { version, role, removed, why },
	});
const readSettings = async (by: Colleague) => (await dataAs(site, by, settingCalls.readSettings, {})).settings;
async function setEconomy(by: Colleague, changes: { ticket2gem_ratio?: number; currency_name?: string }) {
	const { ticket2gem_ratio, currency_name, currency_symbol, version } = await readSettings(by);
	const body = { version, ticket2gem_ratio, currency_name, currency_symbol, why, ...changes };
	return dataAs(site, by, settingCalls.editEconomy, { body });
}

describe('roles', () => {
	const roleOf = async ({ operatorId }: Colleague) => {
		const { operators } = await dataAs(site, owner, getOperators, {});
		return operators.find(({ operator_id: id }) => id === operatorId)?.role;
	};

	it('are given at once by the only owner, who could not go on otherwise', async () => {
		const colleague = await aColleague(site.owner, 'editor');
		expect((await change(owner, colleague, 'owner')).approval_id).toBeNull();
		expect(await roleOf(colleague)).toBe('owner');
	});

	it('of finance and owner are given by two owners, exactly as asked, never by finance', async () => {
		const second = await aColleague(site.owner, 'owner');
		const finance = await aColleague(site.owner, 'finance');
		const colleague = await aColleague(site.owner, 'editor');
		const asked = await change(owner, colleague, 'finance');
		expect([asked.operator.role, asked.operator.version]).toEqual(['editor', 1]);
		expect(await roleOf(colleague)).toBe('editor');
		expect(await decide(finance, asked.approval_id)).toBe('forbidden');
		expect(await decide(finance, asked.approval_id, reject)).toBe('forbidden');
		expect(await decide(owner, asked.approval_id)).toBe('own_approval');
		expect(await decide(second, asked.approval_id)).toBe(200);
		expect(await roleOf(colleague)).toBe('finance');
		expect((await team.trailOf(site, `operator:${colleague.operatorId}`)).slice(0, 2)).toMatchObject([
			{ action: 'operator.change', operatorId: owner.operatorId, after: { approval_id: asked.approval_id } },
			{ action: 'approval.ask', why },
		]);
	});

	it('are taken away at once; and so are those of editor and viewer given', async () => {
		await aColleague(site.owner, 'owner');
		const colleague = await aColleague(site.owner, 'finance');
		expect((await change(owner, colleague, 'editor')).approval_id).toBeNull();
		expect((await change(owner, colleague, 'viewer', { version: 2, removed: true })).approval_id).toBeNull();
		expect((await change(owner, colleague, 'editor', { version: 3 })).approval_id).toBeNull();
		expect((await change(owner, colleague, 'finance', { version: 4, removed: true })).approval_id).toBeNull();
		expect((await change(owner, colleague, 'finance', { version: 5 })).approval_id).not.toBeNull();
	});

	it('are not given for a day by who has sent the other owner away', async () => {
		const second = await aColleague(site.owner, 'owner');
		const friend = await aColleague(site.owner, 'viewer');
		await change(owner, second, 'viewer');
		expect(await decide(owner, (await change(owner, friend, 'owner')).approval_id)).toBe('own_approval');
		expect(await roleOf(friend)).toBe('viewer');
		await inHours(25);
		const again = await aColleague(site.owner, 'owner');
		await sql`update operator set removed_at = now() where operator_id = ${owner.operatorId}`.run(site.owner);
		expect((await change(again, friend, 'owner')).approval_id).toBeNull();
	});

	it('by invitation follow the same rule; nobody is invited before', async () => {
		const second = await aColleague(site.owner, 'owner');
		const invite = (role: OperatorRole) =>
			dataAs(site, owner, inviteOperator, { body: { email: `${role}@guests.example`, role, why } });
		expect((await invite('editor')).invitation).toMatchObject({ status: 'open' });
		const asked = await invite('owner');
		expect(asked.invitation).toBeNull();
		const invited = async () => (await dataAs(site, owner, getOperators, {})).invitations.map(({ email }) => email);
		expect(await invited()).toEqual(['editor@guests.example']);
		expect(await decide(second, asked.approval_id)).toBe(200);
		expect(await invited()).toEqual(['owner@guests.example', 'editor@guests.example']);
	});

	it('asked for by somebody who is no owner any more, or of somebody who was changed since, are not given', async () => {
		const [second, third] = [await aColleague(site.owner, 'owner'), await aColleague(site.owner, 'owner')];
		const colleague = await aColleague(site.owner, 'editor');
		const stale = await change(second, colleague, 'finance');
		await change(owner, colleague, 'viewer');
		expect(await decide(third, stale.approval_id)).toBe('stale_edit');
		const orphan = await change(second, colleague, 'finance', { version: 2 });
		await change(owner, second, 'viewer');
		expect(await decide(third, orphan.approval_id)).toBe('forbidden');
		expect(await roleOf(colleague)).toBe('viewer');
	});
});

describe('a new operator', () => {
	let fans = 0;
	const adjust = async (by: Colleague, earned = 20_000) => {
		const { fanId } = await aPerson(site.owner, `fan ${(fans += 1)}`, { earned: 0 });
		return dataAs(site, by, adjustGems, { params: { fan_id: fanId }, body: { earned, purchased: 0, why } });
	};
	const joinedBy = async (inviter: Colleague, role: OperatorRole) => {
		const joined = await aColleague(site.owner, role, { isNew: true });
		await sql`update operator set power_given_by = ${inviter.operatorId}
			where operator_id = ${joined.operatorId}`.run(site.owner);
		return joined;
	};

	it('approves nothing for 24 hours, and may say no', async () => {
		const second = await joinedBy(owner, 'owner');
		const [one, other] = [await adjust(owner), await adjust(owner)];
		expect(await decide(second, one.approval_id)).toBe('approver_too_new');
		expect(await decide(second, other.approval_id, reject)).toBe(200);
		await inHours(23.9);
		expect(await decide(second, one.approval_id)).toBe('approver_too_new');
		await inHours(24.1);
		expect(await decide(second, (await adjust(owner)).approval_id)).toBe(200);
	});

	it('gets nothing approved for a day by the operator who let them in; another approves it', async () => {
		const second = await joinedBy(owner, 'finance');
		const asked = await adjust(second);
		expect(await decide(owner, asked.approval_id)).toBe('approver_gave_role');
		expect(await decide(await aColleague(site.owner, 'finance'), asked.approval_id)).toBe(200);
	});

	it('who was raised is new again; who was given less is not', async () => {
		const colleague = await aColleague(site.owner, 'finance');
		// A change of the role ends their sessions.
		const approves = async () => decide(await elsewhere(site, colleague), (await adjust(owner)).approval_id);
		await change(owner, colleague, 'owner');
		expect(await approves()).toBe('approver_too_new');
		await inHours(25);
		expect(await approves()).toBe(200);
		await change(owner, colleague, 'finance', { version: 2 });
		expect(await approves()).toBe(200);
	});

	it('shares one bound of the day with all who are new: ten accounts are not ten bounds', async () => {
		const [one, other] = [await joinedBy(owner, 'finance'), await joinedBy(owner, 'finance')];
		expect((await adjust(one, 6_000)).status).toBe('done');
		expect((await adjust(other, 6_000)).status).toBe('waiting');
		expect((await adjust(other, 4_000)).status).toBe('done');
		expect((await adjust(owner, 10_000)).status).toBe('done');
	});

	it('of two at once cannot take the shared bound twice', async () => {
		const joined = await Promise.all([1, 2, 3, 4].map(() => joinedBy(owner, 'finance')));
		const answers = await Promise.all(joined.map((each) => adjust(each, 6_000)));
		expect(answers.filter(({ status }) => status === 'done')).toHaveLength(1);
	});

	it.each([false, true])(
		'leaves the only other owner able to go on; so does one removed again (%s)',
		async (removed) => {
			const second = await joinedBy(owner, 'owner');
			if (removed) await change(owner, second, 'owner', { removed });
			expect((await change(owner, await aColleague(site.owner, 'editor'), 'finance')).approval_id).toBeNull();
		},
	);

	it('does not count an approver who was raised on the same day as nobody: a day ago they could have approved', async () => {
		await change(owner, await aColleague(site.owner, 'finance'), 'owner');
		const { ticket2gem_ratio: ratio } = await readSettings(owner);
		expect((await setEconomy(owner, { ticket2gem_ratio: ratio * 5 })).approval_id).not.toBeNull();
	});
});

describe('a price or a reward', () => {
	let finance: Colleague;
	beforeEach(async () => {
		finance = await aColleague(site.owner, 'finance');
	});

	const goods = (gems: number, price_minor: number, more: { withdrawn?: boolean; currency?: string } = {}) => {
		const usual = { position: 1, bonus_gems: 0, currency: 'USD', media_id: null, withdrawn: false, why };
		return { ...usual, gems, price_minor, ...more };
	};
	const create = (body: ReturnType<typeof goods>) => dataAs(site, finance, store.createGoods, { body });
	const edit = (id: number, version: number, body: ReturnType<typeof goods>) =>
		dataAs(site, finance, store.editGoods, { params: { goods_id: id }, body: { ...body, version } });
	const onSale = (gems: number, priceMinor: number) => someGoods(site, { gems, bonus: 0, priceMinor });

	it('of goods changes a little at once, and much by two: small steps of one day count together', async () => {
		const id = await onSale(100, 100);
		expect((await edit(id, 1, goods(140, 100))).approval_id).toBeNull();
		const asked = await edit(id, 2, goods(160, 100));
		expect(asked.goods).toMatchObject([{ gems: 140, version: 2 }]);
		expect(await decide(finance, asked.approval_id)).toBe('own_approval');
		expect(await decide(owner, asked.approval_id)).toBe(200);
		expect((await dataAs(site, finance, store.listGoods, {})).goods).toMatchObject([{ gems: 160, version: 3 }]);
		await inHours(25);
		expect((await edit(id, 3, goods(230, 100))).approval_id).toBeNull();
	});

	it('of new goods is compared with what is sold, also after a detour through withdrawn ones', async () => {
		await onSale(100, 100);
		expect((await create(goods(150, 100))).approval_id).toBeNull();
		// The best of a day ago counts, not what was made today.
		expect((await create(goods(220, 100))).approval_id).not.toBeNull();
		expect((await create(goods(1000, 1000, { currency: 'KRW' }))).approval_id).not.toBeNull();
		const unknown = goods(1000, 1000, { currency: 'XYZ' });
		expect(await outcomeAs(site, finance, store.createGoods, { body: unknown })).toBe('currency_unknown');
		const hidden = await create(goods(10_000, 50, { withdrawn: true }));
		const id = Math.max(...hidden.goods.map(({ goods_id: goodsId }) => goodsId));
		expect(hidden.approval_id).toBeNull();
		expect((await edit(id, 1, goods(10_000, 50))).approval_id).not.toBeNull();
		expect((await edit(id, 1, goods(90, 100))).approval_id).toBeNull();
	});

	it('of goods that were changed since it was asked for is not set', async () => {
		const id = await onSale(100, 100);
		const asked = await edit(id, 1, goods(900, 100));
		await edit(id, 1, goods(110, 100));
		expect(await decide(owner, asked.approval_id)).toBe('stale_edit');
		const { list } = await dataAs(site, owner, listApprovals, { query: {} });
		expect(list.filter(({ status }) => status === 'waiting')).toMatchObject([{ kind: 'goods_change' }]);
		expect(await decide(finance, asked.approval_id, reject)).toBe(200);
	});

	it('of a vote, and another currency, follow the same rule', async () => {
		const { ticket2gem_ratio: ratio, version, currency_name } = await readSettings(finance);
		expect((await setEconomy(finance, { currency_name: 'KRW' })).approval_id).not.toBeNull();
		const asked = await setEconomy(finance, { ticket2gem_ratio: ratio * 2 });
		expect(asked.settings).toMatchObject({ ticket2gem_ratio: ratio, version });
		expect(await decide(owner, asked.approval_id)).toBe(200);
		expect(await readSettings(finance)).toMatchObject({ ticket2gem_ratio: ratio * 2, currency_name });
	});

	it('of the check-in follows the same rule', async () => {
		const read = async () => (await dataAs(site, finance, settingCalls.readCheckInSettings, {})).check_in;
		const now = await read();
		const set = (version: number, factor: number) => {
			const rewards = now.rewards.map((gems) => Math.ceil(gems * factor));
			const body = { version, rewards, restarts_after_miss: false, why };
			return dataAs(site, finance, settingCalls.editCheckInRewards, { body });
		};
		expect((await set(now.version, 1)).approval_id).toBeNull();
		const asked = await set(now.version + 1, 10);
		expect(asked.check_in.rewards).toEqual(now.rewards);
		expect(await decide(owner, asked.approval_id)).toBe(200);
		expect((await read()).rewards).toEqual(now.rewards.map((gems) => gems * 10));
	});

	it('is set at once where nobody else could approve', async () => {
		await sql`update operator set removed_at = now() where operator_id = ${owner.operatorId}`.run(site.owner);
		expect((await create(goods(10_000, 50))).approval_id).toBeNull();
	});
});
