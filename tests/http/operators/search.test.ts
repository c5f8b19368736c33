/** The console's search: what it finds, from how little, for whom, and what stays on record. */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { searchEverything } from '#contract/operator/search.ts';
import { sql } from '#server/kernel/database.ts';
import { fold } from '#contract/values/text.ts';
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
	await sql`update artist set native_name = '아유 바라', sub_title = null
		where artist_id = (select min(artist_id) from artist)`.run(site.owner);
	await sql`insert into goods (position, gems, price_minor, currency) values (1, 550, 499, 'USD')`.run(site.owner);
	await sql`insert into gem_order (fan_id, trade_no, goods_id, gems, bonus_gems, price_minor, currency, currency_symbol,
			created_at, expires_at)
		select fan_id, 'Ab_3kQw9TzL2mXc7RnYs4F', goods_id, 550, 0, 499, 'USD', 'US$', lightstick_now(), lightstick_now()
		from fan cross join goods`.run(site.owner);
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

it.each([
	['A.B. & Co', ['a.b.', 'A.B. & Co', 'co', 'ab', 'ＡＢ']],
	['AB/CD', ['ab/cd', 'cd', 'abcd']],
	['+98,765 Hours', ['+98', '98,765', '+98,765 hours', 'hours']],
	['“Low Tide” wins', ['low tide', '“Low', 'tide” wins', '"low tide"']],
	['【공지】 새 무대', ['공지', '【공지】', '무대', '대']],
	['Ｗｏｒｌｄ　Ｔｏｕｒ', ['world', 'tour world', 'ｗｏｒ']],
	['İREM ΝΙΚΟΣ', ['İREM', 'irem', 'νικος', 'ΝΙΚΟΣ']],
	['Đêm nhạc', ['ĐÊM', 'đêm nhạc'.normalize('NFD'), 'nhạc'.normalize('NFD')]],
	['がくと夜の星'.normalize('NFD'), ['がくと', '夜の', '星', 'がくと'.normalize('NFD')]],
	['ฟ้าใสกลางคืน', ['ฟ้าใส', 'กลางคืน']],
	['夜光樂團', ['夜光', '樂團', '團']],
	["Rock'n'Roll (Live) [2]", ['roll', '(live)', '[2]', "rock'n'roll", 'rocknroll', 'live 2']],
	['Señorita Ñandú 50%', ['SEÑORITA', 'ñandú'.normalize('NFD'), '50%', '50']],
	['❤️‍🔥 !!!', ['!!!', '❤️‍🔥']],
	['a_b\\c:*', ['a_b', 'a_b\\c', 'c:*', 'c']],
])('finds the artist %s by each of its parts', async (name, texts) => {
	await sql`insert into artist (kind, en_name) values ('group', ${name})`.run(site.owner);
	for (const part of texts)
		expect([part, await find(editor, part)]).toEqual([part, expect.arrayContaining([`artist ${name}`])]);
});

it('finds what it shows: each word of a name in any script, as it is and in other forms', async () => {
	const signs = fc.constantFrom(...'./+-&\'"“”【】()[]!?:*|\\%_,·★ 　'.split(''));
	const letters = fc.constantFrom(...'ab Ｗｏ ΟΣ Éc İ đê 달빛 がく 夜光 ฟ้า 12 ７ हि Яю ß'.split(' '));
	const names = fc
		.array(fc.tuple(letters, signs), { minLength: 1, maxLength: 4 })
		.map((parts) => parts.flat().join('').trim());
	const composed = (text: string) => text.normalize('NFD');
	const forms = [String, composed, (text: string) => text.toUpperCase(), (text: string) => text.toLowerCase()];
	await fc.assert(
		fc.asyncProperty(names, fc.constantFrom(...forms), fc.boolean(), async (name, form, whole) => {
			const words = name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
			for (const text of whole ? [name] : words) {
				const found = await sql`select search_index(${name}) @@ search_query(${form(text)})`.value<boolean>(site.owner);
				expect([name, form(text), found]).toEqual([name, form(text), true]);
			}
		}),
	);
});

it.each([
	['Rock’n’Low', "rock'n'low", true],
	["Rock'n'Low", 'ROCK‘N’', true],
	['“Sol” — live', '"sol" - live', true],
	['H‐A–Z', 'h-a-z', true],
	['Ｓｏｌ  Ｖａｎｅ', 'sol vane', true],
	['Sol', '%', false],
	['Sol', 's_l', false],
])('a list finds %s by %s: %s', async (name, typed, expected) => {
	expect(await sql`select holds(folded(${name}), ${typed})`.value(site.owner)).toBe(expected);
});

it('folds text in the database as in the browser', async () => {
	// Letters of Cherokee are folded to capitals by one of the two; surrogates and NUL are no text; ideographs stay.
	const apart = [
		[0, 0],
		[0xd800, 0xdfff],
		[0x13a0, 0x13fd],
		[0xab70, 0xabbf],
		[0x3400, 0x9fff],
		[0x2_0000, 0x2_f7ff],
	] as const;
	const texts = Array.from({ length: 0x3_0000 }, (_, code) => code)
		.filter((code) => !apart.some(([first, last]) => first <= code && code <= last))
		.map((code) => `a${String.fromCodePoint(code)}b Ω`);
	const rows = await sql`select text, folded(text) as folded, unicode_assigned(text) as known
		from unnest(${texts}::text[]) text`.all<{ text: string; folded: string; known: boolean }>(site.owner);
	// Letters that are new in Unicode are known to one of the two first.
	expect(rows.filter(({ text, folded, known }) => known && fold(text) !== folded)).toEqual([]);
});

it('finds a fan by number, and nothing by what no name begins with', async () => {
	expect(await find(editor, `#${fanId}`)).toContain('fan midnight_seat');
	expect(await find(editor, 'vember')).toEqual([]);
	expect(await find(editor, `%'":*&|!\\`)).toEqual([]);
	expect((await askAs(site, editor, searchEverything, { query: { search: ' ' } })).status).toBe(400);
});

it('puts the fans it showed on record, and none of the words', async () => {
	const reads = await sql`select after from audit_entry
		where operator_id = ${editor.operatorId} and action = 'fan.list'`.column(site.owner);
	expect(reads).toEqual([{ masked: false, fan_ids: [fanId] }]);
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
