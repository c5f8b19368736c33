/** What a second operator approves besides gems: roles, prices, rewards. (Adjustments: console-fans; refunds: console-refunds.) */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { approve, listApprovals, reject } from '#contract/operator/approvals.ts';
import { changeOperator, getOperators, inviteOperator } from '#contract/operator/operators.ts';
import type { OperatorRole } from '#contract/operator/roles.ts';
import * as settings from '#contract/operator/site.ts';
import * as store from '#contract/operator/store.ts';
import { aColleague, askAs, dataAs, trailOf, type Colleague } from '../world/operators.ts';
import { openSite, type Site } from '../world/site.ts';

let site: Site;
let owner: Colleague;
const why = 'agreed on Monday';

beforeEach(async () => {
	site = await openSite();
	owner = await aColleague(site.owner, 'owner');
});
afterEach(() => site.close());

const inHours = (hours: number) => site.clock.set(new Date(Date.now() + hours * 3_600_000));

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
		await site.owner.query({
			text: 'update operator set removed_at = now() where operator_id = $1',
			values: [owner.operatorId],
		});
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

describe('a price or a reward', () => {
	let finance: Colleague;
	beforeEach(async () => {
		finance = await aColleague(site.owner, 'finance');
	});

	const goods = (gems: number, price: number, more: { withdrawn?: boolean; currency?: string } = {}) => ({
		...{ position: 1, gems, bonus_gems: 0, price_minor: price, currency: 'USD', media_id: null, withdrawn: false, why },
		...more,
	});
	const create = (body: ReturnType<typeof goods>) => dataAs(site, finance, store.createGoods, { body });
	const edit = (id: number, version: number, body: ReturnType<typeof goods>) =>
		dataAs(site, finance, store.editGoods, { params: { goods_id: id }, body: { ...body, version } });
	async function onSale(gems: number, price: number): Promise<number> {
		const [row] = await site.owner.query<{ id: number }>({
			text: `insert into goods (position, gems, bonus_gems, price_minor, currency) values (1, $1, 0, $2, 'USD')
				returning goods_id as id`,
			values: [gems, price],
		});
		return row?.id ?? 0;
	}

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
		const hidden = await create(goods(10_000, 1, { withdrawn: true }));
		const id = Math.max(...hidden.goods.map(({ goods_id: goodsId }) => goodsId));
		expect(hidden.approval_id).toBeNull();
		expect((await edit(id, 1, goods(10_000, 1))).approval_id).not.toBeNull();
		expect((await edit(id, 1, goods(90, 100))).approval_id).toBeNull();
	});

	it('of goods that were changed since it was asked for is not set', async () => {
		const id = await onSale(100, 100);
		const asked = await edit(id, 1, goods(900, 100));
		await edit(id, 1, goods(110, 100));
		expect(await decide(owner, asked.approval_id)).toBe('stale_edit');
		const { list } = await dataAs(site, owner, listApprovals, { query: {} });
		expect(list).toMatchObject([{ kind: 'goods_change', status: 'waiting' }]);
		expect(await decide(finance, asked.approval_id, reject)).toBe('ok');
	});

	it('of a vote, and another currency, follow the same rule', async () => {
		const { settings: now } = await dataAs(site, finance, settings.readSettings, {});
		const { ticket2gem_ratio: ratio, currency_name, currency_symbol, version } = now;
		const set = (change: object) =>
			dataAs(site, finance, settings.editEconomy, {
				body: { version, ticket2gem_ratio: ratio, currency_name, currency_symbol, why, ...change },
			});
		expect((await set({ currency_name: 'KRW', currency_symbol: '₩' })).approval_id).not.toBeNull();
		const asked = await set({ ticket2gem_ratio: ratio * 2 });
		expect(asked.settings).toMatchObject({ ticket2gem_ratio: ratio, version });
		expect(await decide(owner, asked.approval_id)).toBe('ok');
		const after = await dataAs(site, finance, settings.readSettings, {});
		expect(after.settings).toMatchObject({ ticket2gem_ratio: ratio * 2, currency_name });
	});

	it('of the check-in follows the same rule', async () => {
		const { check_in: now } = await dataAs(site, finance, settings.readCheckInSettings, {});
		const set = (version: number, factor: number) => {
			const rewards = now.rewards.map((gems) => Math.ceil(gems * factor));
			return dataAs(site, finance, settings.editCheckInRewards, {
				body: { version, rewards, restarts_after_miss: false, why },
			});
		};
		expect((await set(now.version, 1)).approval_id).toBeNull();
		const asked = await set(now.version + 1, 10);
		expect(asked.check_in.rewards).toEqual(now.rewards);
		expect(await decide(owner, asked.approval_id)).toBe('ok');
		expect((await dataAs(site, finance, settings.readCheckInSettings, {})).check_in.rewards).toEqual(
			now.rewards.map((gems) => gems * 10),
		);
	});

	it('is set at once where nobody else could approve', async () => {
		await site.owner.query({
			text: 'update operator set removed_at = now() where operator_id = $1',
			values: [owner.operatorId],
		});
		expect((await create(goods(10_000, 1))).approval_id).toBeNull();
	});
});
