/** The console's search: what it finds, from how little, for whom, and what stays on record. */
import { beforeAll, expect, it } from 'vitest';
import { searchEverything } from '#contract/operator/search.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { aColleague, askAs, dataAs, type Colleague } from '../../fixtures/operators/operators.ts';
import { openSite } from '../../fixtures/site/site.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

let fanId: number;

const site = beforeTests(openSite);
const editor = beforeTests(() => aColleague(site.owner, 'editor'));
beforeAll(async () => {
	await aContest(site.owner, 'november-2026', { tab: 'solo' });
	({ fanId } = await aPerson(site.owner, 'midnight_seat', { earned: 5 }));
	const [first] = await site.owner.query<{ id: number }>({ text: 'select min(artist_id) as id from artist' });
	await site.owner.query({
		text: `update artist set native_name = '아유 바라', sub_title = null where artist_id = $1`,
		values: [first?.id],
	});
	for (const text of [
		`insert into goods (position, gems, price_minor, currency) values (1, 550, 499, 'USD')`,
		`insert into gem_order (fan_id, trade_no, goods_id, gems, bonus_gems, price_minor, currency, currency_symbol,
				created_at, expires_at)
			select fan_id, 'Ab_3kQw9TzL2mXc7RnYs4F', goods_id, 550, 0, 499, 'USD', 'US$', lightstick_now(), lightstick_now()
			from fan cross join goods`,
	]) {
		await site.owner.query({ text });
	}
});

const find = async (who: Colleague, search: string) => {
	const { list } = await dataAs(site, who, searchEverything, { query: { search } });
	return list.map(({ kind, name, id }) => `${kind} ${name ?? id}`);
};

it.each([
	['any word of a title, and of a key', '2026 nov', 'ranking The november-2026 ranking'],
	['a name in its own script', '바라', 'artist Ayu Bara'],
	['the beginning of a fan’s name', 'Midni', 'fan midnight_seat'],
	['the beginning of an address', 'midnight_seat@', 'fan midnight_seat'],
	['the beginning of an order’s id', 'Ab_3', 'order Ab_3kQw9TzL2mXc7RnYs4F'],
])('finds by %s', async (_, text, expected) => {
	expect(await find(editor, text)).toContain(expected);
});

it('finds a fan by number, and nothing by what no name begins with', async () => {
	expect(await find(editor, `#${fanId}`)).toContain('fan midnight_seat');
	expect(await find(editor, 'vember')).toEqual([]);
	expect(await find(editor, `%'":*&|!\\`)).toEqual([]);
	expect((await askAs(site, editor, searchEverything, { query: { search: ' ' } })).status).toBe(400);
});

it('puts the fans it showed on record, and none of the words', async () => {
	const text = `select after from audit_entry where operator_id = $1 and action = 'fan.list'`;
	const reads = await site.owner.query<{ after: unknown }>({ text, values: [editor.operatorId] });
	expect(reads).toEqual([{ after: { masked: false, fan_ids: [fanId] } }]);
});

it.each([
	['a viewer', 'viewer', true],
	['an editor who has not used a passkey', 'editor', false],
] as const)('shows no fan to %s', async (_, role, steppedUp) => {
	const colleague = await aColleague(site.owner, role, { steppedUp });
	expect(await find(colleague, 'midnight_seat')).toEqual([]);
	expect(await find(colleague, String(fanId))).toEqual([]);
	expect(await find(colleague, 'november')).toHaveLength(1);
});
