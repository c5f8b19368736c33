/**
 * Approvals: no role, price, reward, result or balance by one hand. For adjustments see accounts/operator-fans, for refunds
 * orders/operator-orders. Long because all of them are asked for and decided in the same way.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/kernel/database.ts';
import { closeAndCertify } from '#server/rankings/closing/closing.ts';
import { onDaysOfTheirOwn } from '../../fixtures/operators/operators.ts';
import { someGoods } from '../../fixtures/orders/shop.ts';
import { beforeTests, type Contest, openSite, type Operator, type Person } from '../../fixtures/site/site.ts';
import * as calls from '../../fixtures/site/calls.ts';

const why = 'agreed on Monday';

const site = beforeTests(openSite);
const { at, inHours } = onDaysOfTheirOwn(site);
const owner = beforeTests.each(() => site.operator('owner'));

type Asked = { approval_id: string | null };
const decide = (by: Operator, { approval_id: id }: Asked, call?: typeof calls.reject) => by.decide(id, call);
const waits = async (asking: Promise<Asked>) => (await asking).approval_id !== null;

const change = (by: Operator, of: Operator, role: calls.OperatorRole, { version = 1, removed = false } = {}) => {
	const body = { version, role, removed, why };
	return by.data(calls.changeOperator, { params: { operator_id: of.operatorId }, body });
};
const roleOf = async ({ operatorId }: Operator) => {
	const { operators } = await owner.data(calls.getOperators);
	return operators.find(({ operator_id: id }) => id === operatorId)?.role;
};
const leaves = ({ operatorId }: Operator) =>
	sql`update operator set removed_at = now() where operator_id = ${operatorId}`.run(site.owner);
const readSettings = async (by: Operator) => (await by.data(calls.readSettings)).settings;
async function setEconomy(by: Operator, changes: { ticket2gem_ratio?: number; currency_name?: string }) {
	const { ticket2gem_ratio, currency_name, currency_symbol, version } = await readSettings(by);
	const body = { version, ticket2gem_ratio, currency_name, currency_symbol, why, ...changes };
	return by.data(calls.editEconomy, { body });
}

describe('roles', () => {
	it('are given at once by the only owner, who could not go on otherwise', async () => {
		const colleague = await site.operator('editor');
		expect([await waits(change(owner, colleague, 'owner')), await roleOf(colleague)]).toEqual([false, 'owner']);
	});

	it('of finance and owner are given by two owners, exactly as asked, never by finance', async () => {
		const [second, finance] = [await site.operator('owner'), await site.operator('finance')];
		const colleague = await site.operator('editor');
		const asked = await change(owner, colleague, 'finance');
		expect(asked.operator).toMatchObject({ role: 'editor', version: 1 });
		expect(await roleOf(colleague)).toBe('editor');
		for (const call of [undefined, calls.reject]) expect(await decide(finance, asked, call)).toBe('forbidden');
		expect([await decide(owner, asked), await decide(second, asked)]).toEqual(['own_approval', 200]);
		expect(await roleOf(colleague)).toBe('finance');
		expect((await site.trail(`operator:${colleague.operatorId}`)).slice(0, 2)).toMatchObject([
			{ action: 'operator.change', operatorId: owner.operatorId, after: { approval_id: asked.approval_id } },
			{ action: 'approval.ask', why },
		]);
	});

	it('are taken away at once; and so are those of editor and viewer given', async () => {
		await site.operator('owner');
		const colleague = await site.operator('finance');
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
		const [second, friend] = [await site.operator('owner'), await site.operator('viewer')];
		await change(owner, second, 'viewer');
		expect(await decide(owner, await change(owner, friend, 'owner'))).toBe('own_approval');
		expect(await roleOf(friend)).toBe('viewer');
		await inHours(25);
		const again = await site.operator('owner');
		await leaves(owner);
		expect(await waits(change(again, friend, 'owner'))).toBe(false);
	});

	it('by invitation follow the same rule; nobody is invited before', async () => {
		const second = await site.operator('owner');
		const invite = (role: calls.OperatorRole) =>
			owner.data(calls.inviteOperator, { body: { email: `${role}@guests.example`, role, why } });
		expect((await invite('editor')).invitation).toMatchObject({ status: 'open' });
		const asked = await invite('owner');
		expect(asked.invitation).toBeNull();
		const invited = async () => (await owner.data(calls.getOperators)).invitations.map(({ email }) => email);
		expect(await invited()).toEqual(['editor@guests.example']);
		expect(await decide(second, asked)).toBe(200);
		expect(await invited()).toEqual(['owner@guests.example', 'editor@guests.example']);
	});

	it('asked for by somebody who is no owner any more, or of somebody who was changed since, are not given', async () => {
		const [second, third] = [await site.operator('owner'), await site.operator('owner')];
		const colleague = await site.operator('editor');
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
	const adjust = async (by: Operator, earned = 20_000) => {
		const { fanId } = await site.fan(`fan ${(fans += 1)}`, { earned: 0 });
		return by.data(calls.adjustGems, { params: { fan_id: fanId }, body: { earned, purchased: 0, why } });
	};
	const joinedBy = async (inviter: Operator, role: calls.OperatorRole) => {
		const joined = await site.operator(role, { isNew: true });
		await sql`update operator set power_given_by = ${inviter.operatorId}
			where operator_id = ${joined.operatorId}`.run(site.owner);
		return joined;
	};

	it('approves nothing for 24 hours, and may say no', async () => {
		const second = await joinedBy(owner, 'owner');
		const [one, other] = [await adjust(owner), await adjust(owner)];
		expect([await decide(second, one), await decide(second, other, calls.reject)]).toEqual(['approver_too_new', 200]);
		await inHours(23.9);
		expect(await decide(second, one)).toBe('approver_too_new');
		await inHours(24.1);
		expect(await decide(second, await adjust(owner))).toBe(200);
	});

	it('gets nothing approved for a day by the operator who let them in; another approves it', async () => {
		const asked = await adjust(await joinedBy(owner, 'finance'));
		expect(await decide(owner, asked)).toBe('approver_gave_role');
		expect(await decide(await site.operator('finance'), asked)).toBe(200);
	});

	it('who was raised is new again; who was given less is not', async () => {
		const colleague = await site.operator('finance');
		// A change of the role ends their sessions.
		const approves = async () => decide(await colleague.elsewhere(), await adjust(owner));
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
		expect(await waits(change(owner, await site.operator('editor'), 'finance'))).toBe(false);
		await change(owner, second, 'owner', { removed: true });
		expect(await waits(change(owner, await site.operator('editor'), 'finance'))).toBe(false);
	});

	it('does not count an approver who was raised on the same day as nobody: a day ago they could have approved', async () => {
		await change(owner, await site.operator('finance'), 'owner');
		const { ticket2gem_ratio: ratio } = await readSettings(owner);
		expect(await waits(setEconomy(owner, { ticket2gem_ratio: ratio * 5 }))).toBe(true);
	});
});

describe('a price or a reward', () => {
	const finance = beforeTests.each(() => site.operator('finance'));

	const goods = (gems: number, price_minor: number, more: { withdrawn?: boolean; currency?: string } = {}) => {
		const usual = { position: 1, bonus_gems: 0, currency: 'USD', media_id: null, withdrawn: false, why };
		return { ...usual, gems, price_minor, ...more };
	};
	const create = (...of: Parameters<typeof goods>) => finance.data(calls.createGoods, { body: goods(...of) });
	const edit = (id: number, version: number, gems: number, price = 100) =>
		finance.data(calls.editGoods, { params: { goods_id: id }, body: { ...goods(gems, price), version } });
	const onSale = () => someGoods(site, { gems: 100, bonus: 0, priceMinor: 100 });

	it('of goods changes a little at once, and much by two: small steps of one day count together', async () => {
		const id = await onSale();
		expect(await waits(edit(id, 1, 140))).toBe(false);
		const asked = await edit(id, 2, 160);
		expect(asked.goods).toMatchObject([{ gems: 140, version: 2 }]);
		expect([await decide(finance, asked), await decide(owner, asked)]).toEqual(['own_approval', 200]);
		expect((await finance.data(calls.listGoods)).goods).toMatchObject([{ gems: 160, version: 3 }]);
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
		expect(await finance.outcome(calls.createGoods, unknown)).toBe('currency_unknown');
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
		const { list } = await owner.data(calls.listApprovals);
		expect(list.filter(({ status }) => status === 'waiting')).toMatchObject([{ kind: 'goods_change' }]);
		expect(await decide(finance, asked, calls.reject)).toBe(200);
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
		const read = async () => (await finance.data(calls.readCheckInSettings)).check_in;
		const { rewards: before, version } = await read();
		const set = (later: number, factor: number) => {
			const rewards = before.map((gems) => Math.ceil(gems * factor));
			const body = { version: version + later, rewards, restarts_after_miss: false, why };
			return finance.data(calls.editCheckInRewards, { body });
		};
		expect(await waits(set(0, 1))).toBe(false);
		const asked = await set(1, 10);
		expect([asked.check_in.rewards, await decide(owner, asked)]).toEqual([before, 200]);
		expect((await read()).rewards).toEqual(before.map((gems) => gems * 10));
	});
});

let contests = 0;

const editor = beforeTests.each(() => site.operator('editor'));

async function waitingList() {
	const { list } = await owner.data(calls.listApprovals);
	return list.filter(({ status }) => status === 'waiting');
}

const run = (text: string) => site.owner.query({ text });
const setRole = ({ operatorId }: Operator, set: string) =>
	run(`update operator set ${set} where operator_id = ${operatorId}`);

describe('an entry', () => {
	let contest: Contest;
	let fan: Person;
	const hide = (hidden: boolean) => {
		const params = { ranking_key: contest.key, artist_id: contest.artistIds[0] ?? 0 };
		return editor.data(calls.hideEntry, { params, body: { hidden, why } });
	};
	const isHidden = async () => {
		const { entries } = await editor.data(calls.listEntries, { params: { ranking_key: contest.key } });
		return entries.find(({ artist_id: id }) => id === contest.artistIds[0])?.hidden;
	};
	const vote = async () => (await site.castVote(fan, contest)).body.error;
	beforeEach(async () => {
		const days = { startsAt: at(-240), endsAt: at(240) };
		contest = await site.contest(`running-${(contests += 1)}`, { ...days, artists: ['Sol', 'Lun'] });
		fan = await site.fan('fan', { earned: 90 });
		expect(await vote()).toBeUndefined();
	});

	it('that takes votes is hidden, and shown again, by two operators', async () => {
		const asked = await hide(true);
		expect(await isHidden()).toBe(false);
		expect(await vote()).toBeUndefined();
		const payload = { ranking_key: contest.key, hidden: true, en_name: 'Sol', title: `The ${contest.key} ranking` };
		expect((await waitingList())[0]).toMatchObject({
			approval_id: asked.approval_id,
			kind: 'entry_visibility',
			payload,
		});
		const { attention } = await owner.data(calls.getDashboard);
		expect(attention).toContainEqual(expect.objectContaining({ kind: 'approval_waiting', about: 'entry_visibility' }));
		expect(await decide(editor, asked)).toBe('forbidden');
		const other = await site.operator('finance');
		const answers = await Promise.all([decide(owner, asked), decide(other, asked)]);
		expect(answers.toSorted()).toEqual([200, 'approval_not_found']);
		expect([await isHidden(), await vote()]).toEqual([true, 'artist_not_listed']);
		expect((await site.trail(`ranking:${contest.key}`)).slice(0, 2)).toMatchObject([
			{ action: 'ranking.hide_entry', operatorId: editor.operatorId, after: { approval_id: asked.approval_id }, why },
			{ action: 'approval.ask' },
		]);
		expect([await decide(owner, await hide(false)), await isHidden()]).toEqual([200, false]);
	});

	it('asked for twice, or at once from two devices, waits once', async () => {
		const answers = [...(await Promise.all([hide(true), hide(true)])), await hide(true)];
		const [asked = { approval_id: null }, ...others] = await waitingList();
		expect([others, new Set(answers.map((one) => one.approval_id))]).toEqual([[], new Set([asked.approval_id])]);
		expect([await decide(owner, asked, calls.reject), await decide(owner, asked)]).toEqual([200, 'approval_not_found']);
		await hide(true);
		expect(await waitingList()).toHaveLength(1);
	});

	it('is left as it is by an approval that came too late, or of another payload', async () => {
		const asked = await hide(true);
		const other = { params: { approval_id: asked.approval_id ?? '' }, body: { payload_hash: '0'.repeat(64), why } };
		expect(await owner.outcome(calls.approve, other)).toBe('stale_edit');
		await run('update ranking_entry set hidden_at = lightstick_now()');
		expect(await decide(owner, asked)).toBe('stale_edit');
		await run('update ranking_entry set hidden_at = null');
		await run(`update ranking set ends_at = lightstick_now() - interval '2 days'`);
		await closeAndCertify(site.db);
		await run(`update ranking_closing set closed_at = closed_at - interval '2 days'`);
		await closeAndCertify(site.db);
		expect(await decide(owner, asked)).toBe('ranking_state');
		await inHours(25);
		expect(await decide(owner, asked)).toBe('approval_not_found');
		expect(await run('select from ranking_entry where hidden_at is not null')).toEqual([]);
	});

	it('is left as it is if the editor may not ask any more, and if the approval breaks off half-way', async () => {
		const asked = await hide(true);
		for (const state of [`role = 'viewer'`, `role = 'editor', removed_at = lightstick_now()`]) {
			await setRole(editor, state);
			expect(await decide(owner, asked)).toBe('forbidden');
		}
		await setRole(editor, 'removed_at = null');
		await run('alter table ranking add constraint broken check (entries_version < 1) not valid');
		expect(await decide(owner, asked)).toBe('internal');
		await run('alter table ranking drop constraint broken');
		expect([await isHidden(), await decide(owner, asked)]).toEqual([false, 200]);
	});

	it('is hidden at once before the opening, and by an operator whom nobody else could approve', async () => {
		await leaves(owner);
		expect(await waits(hide(true))).toBe(false);
		await setRole(owner, 'removed_at = null');
		contest = await site.contest('to-come', { startsAt: at(48), endsAt: at(96), artists: ['Mar', 'Nix'] });
		expect([await waits(hide(true)), await isHidden()]).toEqual([false, true]);
	});
});

describe('a result', () => {
	let params: { ranking_key: string };
	const certification = () => ({ params, body: { why, takes_card_down: true } });
	const certify = () => owner.data(calls.certifyRanking, certification());
	const cards = async () => (await editor.data(calls.readEntryCards)).cards.map((card) => card.ranking_key);
	const stage = async () => (await editor.data(calls.readRanking, { params })).ranking.stage;
	beforeEach(async () => {
		params = { ranking_key: `ended-${(contests += 1)}` };
		await site.contest(params.ranking_key, {
			type: 'theme',
			startsAt: at(-72),
			endsAt: at(-12),
			tab: params.ranking_key,
		});
		await closeAndCertify(site.db);
	});

	it('before the end of the review takes two operators, and takes the home card down with it', async () => {
		const finance = await site.operator('finance');
		const asked = await certify();
		expect(asked).toMatchObject({ ranking: { stage: 'closed' } });
		expect(await cards()).toContain(params.ranking_key);
		const payload = { review_ends_time: expect.any(Number) };
		const { approval_id } = asked;
		expect((await waitingList())[0]).toMatchObject({ approval_id, kind: 'early_result', payload });
		await setRole(owner, `role = 'finance'`);
		expect(await decide(finance, asked)).toBe('forbidden');
		await setRole(owner, `role = 'owner'`);
		expect([await decide(finance, asked), await stage()]).toEqual([200, 'certified']);
		expect(await cards()).not.toContain(params.ranking_key);
		const entry = { operatorId: owner.operatorId, why, after: { approval_id } };
		expect((await site.trail('entry_cards'))[0]).toMatchObject(entry);
		expect(await owner.outcome(calls.certifyRanking, certification())).toBe('ranking_state');
	});

	it('that became final meanwhile is not made again, and one owner alone certifies; a monthly card stays', async () => {
		await run(`update ranking set ranking_type = 'monthly' where ranking_key = '${params.ranking_key}'`);
		const finance = await site.operator('finance');
		const asked = await certify();
		await setRole(finance, `role = 'editor'`);
		expect(await certify()).toMatchObject({ approval_id: null, ranking: { stage: 'certified' } });
		expect(await cards()).toContain(params.ranking_key);
		await setRole(finance, `role = 'finance'`);
		expect(await decide(finance, asked)).toBe('ranking_state');
	});
});

describe('fans', () => {
	let fans: number[];
	const set = (fan_ids: number[], suspended = true, dry_run = false) =>
		editor.data(calls.setFansSuspended, { body: { fan_ids, suspended, why, dry_run } });
	const suspended = () => sql`select count(*) from wallet where suspended and fan_id = any(${fans})`.value(site.owner);
	beforeEach(async () => {
		const people = Array.from({ length: 12 }, (_, n) => site.fan(`fan ${n}`));
		fans = (await Promise.all(people)).map(({ fanId }) => fanId);
	});

	it('are suspended, and restored, several at once by two operators', async () => {
		const outcomes = (asked: Awaited<ReturnType<typeof set>>) => [...new Set(asked.results.map((one) => one.outcome))];
		expect([outcomes(await set(fans, true, true)), await waitingList()]).toEqual([['waiting'], []]);
		const asked = await set(fans);
		const { approval_id } = asked;
		expect([outcomes(asked), (await set(fans.toReversed())).approval_id]).toEqual([['waiting'], approval_id]);
		expect(await suspended()).toBe(0);
		// Of those, some were suspended and erased meanwhile.
		await run(`update wallet set suspended = true where fan_id = ${fans[0]}`);
		await run(`update fan set erased_at = lightstick_now() where fan_id = ${fans[1]}`);
		expect([await decide(owner, asked), await suspended()]).toEqual([200, 11]);
		expect(outcomes(await set(fans.slice(2)))).toEqual(['unchanged']);
		expect(await site.trail(`fan:${fans[2]}`)).toMatchObject([{ action: 'fan.suspend', after: { approval_id } }]);
		expect((await set(fans, false)).approval_id).not.toBeNull();
	});

	it('are suspended one by one, by one operator, ten a day', async () => {
		const one = (fan_id = 0, call = calls.suspendFan) => editor.data(call, { params: { fan_id }, body: { why } });
		for (const fanId of fans.slice(0, 10)) expect((await one(fanId)).approval_id).toBeNull();
		expect((await one(fans[0])).approval_id).toBeNull();
		expect(await one(fans[10])).toMatchObject({ approval_id: expect.any(String), fan: { suspended: false } });
		expect((await set(fans.slice(11))).approval_id).not.toBeNull();
		expect((await one(fans[0], calls.restoreFan)).approval_id).not.toBeNull();
		await inHours(25);
		expect((await one(fans[11])).approval_id).toBeNull();
	});

	it('are suspended at once by an operator whom nobody else could approve', async () => {
		await leaves(owner);
		const { results, approval_id } = await set([...fans, 999_999]);
		expect([approval_id, results.at(-1)?.outcome]).toEqual([null, 'refused']);
		expect(await suspended()).toBe(12);
	});
});
