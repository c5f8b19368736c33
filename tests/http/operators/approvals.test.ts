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
import {
	aColleague,
	askAs,
	aSession,
	dataAs,
	onDaysOfTheirOwn,
	trailOf,
	type Colleague,
} from '../../fixtures/operators/operators.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { someGoods } from '../../fixtures/orders/shop.ts';
import { openSite } from '../../fixtures/site/site.ts';

const why = 'agreed on Monday';

const site = beforeTests(openSite);
const { inHours } = onDaysOfTheirOwn(site);
const owner = beforeTests.each(() => aColleague(site.owner, 'owner'));

/** `ok`, or why not. */
async function decide(by: Colleague, approvalId: string | null, call = approve): Promise<string> {
	const { list } = await dataAs(site, by, listApprovals, { query: {} });
	const hash = list.find(({ approval_id: id }) => id === approvalId)?.payload_hash ?? '0'.repeat(64);
	const params = { approval_id: approvalId ?? '00000000-0000-4000-8000-000000000000' };
	const answer = await askAs(site, by, call, { params, body: { payload_hash: hash, why: 'seen' } });
	return answer.body.error ?? 'ok';
}

describe('roles', () => {
	const change = (by: Colleague, of: Colleague, role: OperatorRole, { version = 1, removed = false } = {}) => {
		const params = { operator_id: of.operatorId };
		return dataAs(site, by, changeOperator, { params, body: { version, role, removed, why } });
	};
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
		expect(await decide(second, asked.approval_id)).toBe('ok');
		expect(await roleOf(colleague)).toBe('finance');
		expect((await trailOf(site, `operator:${colleague.operatorId}`)).slice(0, 2)).toMatchObject([
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
		const asked = await change(owner, friend, 'owner');
		expect(asked.approval_id).not.toBeNull();
		expect(await decide(owner, asked.approval_id)).toBe('own_approval');
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
		expect(await decide(second, asked.approval_id)).toBe('ok');
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
	const adjust = async (by: Colleague, earned: number) => {
		const { fanId } = await aPerson(site.owner, `fan ${(fans += 1)}`, { earned: 0 });
		return dataAs(site, by, adjustGems, { params: { fan_id: fanId }, body: { earned, purchased: 0, why } });
	};
	const joinedBy = async (inviter: Colleague, role: OperatorRole) => {
		const joined = await aColleague(site.owner, role, { isNew: true });
		await sql`update operator set power_given_by = ${inviter.operatorId}
			where operator_id = ${joined.operatorId}`.run(site.owner);
		return joined;
	};
	let fans = 0;

	it('approves nothing for 24 hours, and may say no', async () => {
		const second = await joinedBy(owner, 'owner');
		const [one, other] = [await adjust(owner, 20_000), await adjust(owner, 20_000)];
		expect(await decide(second, one.approval_id)).toBe('approver_too_new');
		expect(await decide(second, other.approval_id, reject)).toBe('ok');
		await inHours(23.9);
		second.cookie = await aSession(site.owner, second.operatorId, { steppedUp: true });
		expect(await decide(second, one.approval_id)).toBe('approver_too_new');
		await inHours(24.1);
		owner.cookie = await aSession(site.owner, owner.operatorId, { steppedUp: true });
		const late = await adjust(owner, 20_000);
		expect(await decide(second, late.approval_id)).toBe('ok');
	});

	it('gets nothing approved for a day by the operator who let them in; another approves it', async () => {
		const second = await joinedBy(owner, 'finance');
		const asked = await adjust(second, 20_000);
		expect(await decide(owner, asked.approval_id)).toBe('approver_gave_role');
		const colleague = await aColleague(site.owner, 'finance');
		expect(await decide(colleague, asked.approval_id)).toBe('ok');
	});

	it('who was raised is new again; who was given less is not', async () => {
		const colleague = await aColleague(site.owner, 'finance');
		const change = (version: number, role: OperatorRole) =>
			dataAs(site, owner, changeOperator, {
				params: { operator_id: colleague.operatorId },
				body: { version, role, removed: false, why },
			});
		const again = async () => {
			colleague.cookie = await aSession(site.owner, colleague.operatorId, { steppedUp: true });
		};
		await change(1, 'owner');
		await again();
		expect(await decide(colleague, (await adjust(owner, 20_000)).approval_id)).toBe('approver_too_new');
		await inHours(25);
		owner.cookie = await aSession(site.owner, owner.operatorId, { steppedUp: true });
		await again();
		expect(await decide(colleague, (await adjust(owner, 20_000)).approval_id)).toBe('ok');
		await change(2, 'finance');
		await again();
		expect(await decide(colleague, (await adjust(owner, 20_000)).approval_id)).toBe('ok');
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

	it('leaves the only other owner able to go on: they set prices and roles at once, as before', async () => {
		await joinedBy(owner, 'owner');
		const colleague = await aColleague(site.owner, 'editor');
		const params = { operator_id: colleague.operatorId };
		const body = { version: 1, role: 'finance', removed: false, why } as const;
		expect((await dataAs(site, owner, changeOperator, { params, body })).approval_id).toBeNull();
	});

	it('who is removed again on the first day does not count as somebody who could have approved', async () => {
		const second = await joinedBy(owner, 'owner');
		const remove = {
			params: { operator_id: second.operatorId },
			body: { version: 1, role: 'owner', removed: true, why },
		} as const;
		await dataAs(site, owner, changeOperator, remove);
		const colleague = await aColleague(site.owner, 'editor');
		const params = { operator_id: colleague.operatorId };
		const body = { version: 1, role: 'finance', removed: false, why } as const;
		expect((await dataAs(site, owner, changeOperator, { params, body })).approval_id).toBeNull();
	});

	it('does not count an approver who was raised on the same day as nobody: a day ago they could have approved', async () => {
		const finance = await aColleague(site.owner, 'finance');
		const params = { operator_id: finance.operatorId };
		await dataAs(site, owner, changeOperator, { params, body: { version: 1, role: 'owner', removed: false, why } });
		const { settings: now } = await dataAs(site, owner, settingCalls.readSettings, {});
		const { ticket2gem_ratio: ratio, currency_name, currency_symbol, version } = now;
		const body = { version, ticket2gem_ratio: ratio * 5, currency_name, currency_symbol, why };
		expect((await dataAs(site, owner, settingCalls.editEconomy, { body })).approval_id).not.toBeNull();
	});
});

describe('a price or a reward', () => {
	let finance: Colleague;
	beforeEach(async () => {
		finance = await aColleague(site.owner, 'finance');
	});

	const goods = (gems: number, price: number, more: { withdrawn?: boolean; currency?: string } = {}) => ({
		position: 1,
		gems,
		bonus_gems: 0,
		price_minor: price,
		currency: 'USD',
		media_id: null,
		withdrawn: false,
		why,
		...more,
	});
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
		expect(await decide(owner, asked.approval_id)).toBe('ok');
		expect((await dataAs(site, finance, store.listGoods, {})).goods).toMatchObject([{ gems: 160, version: 3 }]);
		await inHours(25);
		finance = await aColleague(site.owner, 'finance');
		expect((await edit(id, 3, goods(230, 100))).approval_id).toBeNull();
	});

	it('of new goods is compared with what is sold, also after a detour through withdrawn ones', async () => {
		await onSale(100, 100);
		expect((await create(goods(150, 100))).approval_id).toBeNull();
		// The best of a day ago counts, not what was made today.
		expect((await create(goods(220, 100))).approval_id).not.toBeNull();
		expect((await create(goods(1000, 1000, { currency: 'KRW' }))).approval_id).not.toBeNull();
		const unknown = goods(1000, 1000, { currency: 'XYZ' });
		expect((await askAs(site, finance, store.createGoods, { body: unknown })).body.error).toBe('currency_unknown');
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
		const waiting = list.filter(({ status }) => status === 'waiting');
		expect(waiting).toMatchObject([{ kind: 'goods_change' }]);
		expect(await decide(finance, asked.approval_id, reject)).toBe('ok');
	});

	it('of a vote, and another currency, follow the same rule', async () => {
		const { settings: now } = await dataAs(site, finance, settingCalls.readSettings, {});
		const { ticket2gem_ratio: ratio, currency_name, currency_symbol, version } = now;
		const set = (change: object) =>
			dataAs(site, finance, settingCalls.editEconomy, {
				body: { version, ticket2gem_ratio: ratio, currency_name, currency_symbol, why, ...change },
			});
		expect((await set({ currency_name: 'KRW', currency_symbol: '₩' })).approval_id).not.toBeNull();
		const asked = await set({ ticket2gem_ratio: ratio * 2 });
		expect(asked.settings).toMatchObject({ ticket2gem_ratio: ratio, version });
		expect(await decide(owner, asked.approval_id)).toBe('ok');
		const after = await dataAs(site, finance, settingCalls.readSettings, {});
		expect(after.settings).toMatchObject({ ticket2gem_ratio: ratio * 2, currency_name });
	});

	it('of the check-in follows the same rule', async () => {
		const { check_in: now } = await dataAs(site, finance, settingCalls.readCheckInSettings, {});
		const set = (version: number, factor: number) => {
			const rewards = now.rewards.map((gems) => Math.ceil(gems * factor));
			return dataAs(site, finance, settingCalls.editCheckInRewards, {
				body: { version, rewards, restarts_after_miss: false, why },
			});
		};
		expect((await set(now.version, 1)).approval_id).toBeNull();
		const asked = await set(now.version + 1, 10);
		expect(asked.check_in.rewards).toEqual(now.rewards);
		expect(await decide(owner, asked.approval_id)).toBe('ok');
		expect((await dataAs(site, finance, settingCalls.readCheckInSettings, {})).check_in.rewards).toEqual(
			now.rewards.map((gems) => gems * 10),
		);
	});

	it('is set at once where nobody else could approve', async () => {
		await sql`update operator set removed_at = now() where operator_id = ${owner.operatorId}`.run(site.owner);
		expect((await create(goods(10_000, 50))).approval_id).toBeNull();
	});
});
