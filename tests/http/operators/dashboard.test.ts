/** The console's first page: what the dashboard says of approvals, disputes, results, months and gems; and its search. */
import { beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { formatAnchorLeaf } from '#public-log/format/anchor/anchor-leaf.ts';
import type { Supply } from '#public-log/format/anchor/anchor-json.ts';
import { sql } from '#server/kernel/database.ts';
import { sumStandings } from '#server/rankings/standings/sql.ts';
import { fold, searched } from '#contract/values/text.ts';
import { beforeTests, openSite, type Operator } from '../../fixtures/site/site.ts';
import { getDashboard, getSetup, markSetup, searchEverything } from '../../fixtures/site/calls.ts';

const TRADE_NO = 'Ab_3kQw9TzL2mXc7RnYs4F';

const site = beforeTests(openSite);
const viewer = beforeTests(() => site.operator('viewer'));
beforeAll(async () => {
	const october = await site.contest('october', { startsIn: -60, endsIn: -30 });
	await site.contest('november', { startsIn: -28, endsIn: 3 });
	await site.fan('ana', { earned: 5 });
	const { rankingId, artistIds } = october;
	await site.owner.query({
		text: `insert into tally (ranking_id, artist_id, slot, tickets, last_vote_at) values
				(${rankingId}, ${artistIds[0] ?? 0}, 0, 200, lightstick_now()), (${rankingId}, ${artistIds[1] ?? 0}, 0, 80, lightstick_now());
			insert into tally_slot (ranking_id, slot, batches) values (${rankingId}, 0, 1);
			insert into standing_hour (ranking_id, taken_at, artist_ids, tickets)
				select ${rankingId}, starts_at + days * interval '1 day', '{${artistIds.slice(0, 2).join(',')}}',
					array[days * 100, days]
				from ranking cross join (values (27), (28), (29)) hours (days) where ranking_id = ${rankingId};
			insert into ranking_closing (ranking_id, closed_at) values (${rankingId}, lightstick_now() - interval '30 days');
			insert into approval (kind, payload, payload_hash, why, asked_by, expires_at)
				values ('refund', '{}', '', 'A double charge', ${viewer.operatorId}, lightstick_now() + interval '1 day');
			insert into goods (position, gems, price_minor, currency) values (1, 550, 499, 'USD');
			insert into gem_order (fan_id, trade_no, goods_id, gems, bonus_gems, price_minor, currency, currency_symbol,
					status, created_at, expires_at)
				select fan_id, '${TRADE_NO}', goods_id, 550, 0, 499, 'USD', 'US$', 'disputed', lightstick_now(), lightstick_now()
				from fan cross join goods;
			insert into payment (payment_id, trade_no, amount_minor, currency, received_at, role)
				values ('pi_1', '${TRADE_NO}', 499, 'USD', lightstick_now(), 'order');
			insert into payment_dispute (dispute_id, payment_id, amount_minor, status, heard_at)
				values ('du_1', 'pi_1', 499, 'open', lightstick_now())`,
	});
});

const about = async (kind: string) => (await viewer.data(getDashboard)).attention.filter((item) => item.kind === kind);

it('lists what waits for a decision, an approval by what it does', async () => {
	expect(await about('approval_waiting')).toMatchObject([{ text: 'A double charge', about: 'refund' }]);
	const text = expect.stringMatching(/^ana · 4\.99 USD · /);
	expect(await about('payment_disputed')).toMatchObject([{ target: TRADE_NO, about: 'open', text }]);
	expect(await about('result_waiting')).toMatchObject([{ target: 'october' }]);
	expect(await about('next_month_missing')).toMatchObject([{ target: 'november' }]);
	expect(await about('result_in_review')).toEqual([]);
	await site.owner.query({ text: `update ranking_closing set closed_at = lightstick_now() - interval '23 hours'` });
	await sumStandings(site.owner);
	expect(await about('result_in_review')).toMatchObject([
		{ target: 'october', text: expect.stringMatching(/^The october ranking(?:: .+ leads by 120)$/) },
	]);
	await site.contest('december', { startsIn: 3, endsIn: 30 });
	expect(await about('next_month_missing')).toEqual([]);
});

it('names the packs that the store of another currency does not sell', async () => {
	const told = async () => (await about('packs_off_sale')).map(({ text }) => text);
	for (const [change, off] of [
		[`update site_setting set currency_name = 'JPY'`, ['550 gems in USD']],
		[`update goods set withdrawn_at = lightstick_now()`, []],
		[`update goods set withdrawn_at = null`, ['550 gems in USD']],
		[`update site_setting set currency_name = 'USD'`, []],
	] as const) {
		await site.owner.query({ text: change });
		expect(await told()).toEqual(off);
	}
});

it('compares the running month with the one before it, at the same hour after the start', async () => {
	const { rankings } = await viewer.data(getDashboard);
	const month_before = { title: 'The october ranking', tickets: 2_828 };
	expect(rankings).toMatchObject([{ ranking_key: 'november', month_before }]);
});

it('shows the gems of a day from the supply recorded at its end and before it', async () => {
	for (const [index, daysAgo, bought, spent] of [
		[0, 2, 1_000, 100],
		[1, 1, 1_500, 400],
		[2, 0, 1_700, 900],
	] as const) {
		const leaf = formatAnchorLeaf({ type: 'supply', json: aSupply(bought, spent) });
		await sql`insert into anchor_leaf (index, kind, leaf, appended_at) values
			(${1_000_000 + index}, 'supply', ${leaf}, lightstick_now() - make_interval(days => ${daysAgo}))`.run(site.owner);
	}
	const { days } = await viewer.data(getDashboard);
	expect(days.map(({ gems }) => gems)).toEqual([
		...Array.from({ length: 5 }, () => null),
		{ issued: 500, spent: 300 },
		{ issued: 200, spent: 500 },
	]);
});

it('ticks the steps of the setup for what exists, and keeps marks for the operator who made them', async () => {
	const editor = await site.operator('editor');
	const open = async (who: Operator) => {
		const { steps } = await who.data(getSetup);
		return steps.filter(({ done }) => !done).map(({ step }) => step);
	};
	const server = ['sign_on', 'payments', 'push', 'backups'];
	const content = ['home_cards', 'check_in', 'news_category', 'article', 'banner', 'status_page'];
	expect((await open(editor)).toSorted()).toEqual(['site', 'passkeys', ...content, ...server].toSorted());
	await site.owner.query({
		text: `update site_setting set version = 2, check_in_version = 2;
			insert into rank_entry_config (position, main_tab, ranking_id, rank_name) select 1, 'solo', min(ranking_id), 'Solo' from ranking;
			insert into news_category (position, name, key) values (1, 'Notices', 'article');
			insert into news (category_id, title, content_raw, content_html, content_policy, published_at, updated_at)
				select category_id, 'Hello', '', '', 1, lightstick_now(), lightstick_now() from news_category;
			insert into media (media_id, width, height) values ('banner', 10, 10);
			insert into banner (position, media_id, pc_media_id, alt) values (1, 'banner', 'banner', 'A stage')`,
	});
	expect((await open(editor)).toSorted()).toEqual(['passkeys', 'status_page', ...server].toSorted());
	// One that the home page does not show.
	await site.owner.query({ text: `update news_category set key = 'notices'` });
	expect(await open(editor)).toContain('news_category');
	await editor.data(markSetup, { body: { mark: 'status_read', on: true } });
	expect(await open(editor)).not.toContain('status_page');
	expect(await open(viewer)).toContain('status_page');
	const hide = (on: boolean) => editor.data(markSetup, { body: { mark: 'hidden', on } });
	expect((await hide(true)).hidden).toBe(true);
	await hide(true);
	const marks = (await site.trail(`operator:${editor.operatorId}`)).filter(({ action }) => action === 'setup.mark');
	expect(marks).toHaveLength(2);
	expect([(await viewer.data(getSetup)).hidden, (await hide(false)).hidden]).toEqual([false, false]);
});

function aSupply(bought: number, spent: number): Supply {
	const none = { earned: 0, purchased: 0 };
	const both = { adjustment: none, void_return: none, refund: none, chargeback: none };
	return {
		at: 1_790_000_000,
		prev: null,
		issued: { ...both, check_in: none, bonus: none, purchase: { earned: 0, purchased: bought } },
		burned: { ...both, forfeit: none, vote: { earned: 0, purchased: spent } },
		outstanding: { earned: 0, purchased: bought - spent },
		unlogged: none,
		rankings: {},
	};
}

describe('the search', () => {
	let fanId: number;

	const editor = beforeTests(() => site.operator('editor'));
	beforeAll(async () => {
		await site.contest('november-2026');
		({ fanId } = await site.fan('midnight_seat', { earned: 5 }));
		await sql`update artist set native_name = '아유 바라', sub_title = null
			where artist_id = (select min(artist_id) from artist)`.run(site.owner);
	});

	const find = async (who: Operator, search: string) => {
		const { list } = await who.data(searchEverything, { query: { search } });
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
		['A.B. & Co', 'ab'],
		["Rock'n'Roll (Live) [2]", 'rocknroll live 2'],
		['❤️‍🔥 !!!', '!!!'],
		['夜光24', '光24'],
		['Zoé Łuna', 'zoe luna'],
		['O’Neil', 'o´neil'],
	])('finds the artist %s by %s', async (name, part) => {
		await sql`insert into artist (kind, en_name) values ('group', ${name})`.run(site.owner);
		expect(await find(editor, part)).toContain(`artist ${name}`);
	});

	it('finds what it shows: each word of a name in any script, as it is and in other forms', async () => {
		const signs = fc.constantFrom(...'./+-&\'"“”【】()[]!?:*|\\%_,·★ 　'.split(''));
		const letters = fc.constantFrom(...'ab Ｗｏ ΟΣ Éc İ đê 달빛 がく 夜光 ฟ้า 12 ７ हि Яю ß'.split(' '));
		const names = fc
			.array(fc.tuple(letters, signs), { minLength: 1, maxLength: 4 })
			.map((parts) => parts.flat().join('').trim());
		const composed = (text: string) => text.normalize('NFD');
		const plain = (text: string) => composed(text).replaceAll(/[\u0300-\u036F]/g, '');
		const forms = [String, composed, plain, (text: string) => text.toUpperCase(), (text: string) => text.toLowerCase()];
		await fc.assert(
			fc.asyncProperty(names, fc.constantFrom(...forms), fc.boolean(), async (name, form, whole) => {
				const words = name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
				for (const text of whole ? [name] : words) {
					const found = await sql`select search_index(${name}) @@ search_query(${form(text)})`.value<boolean>(
						site.owner,
					);
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
		['Rosé', 'ROSE', true],
		['Dang Anh', 'đặng ánh', true],
		['O’Neil', 'oʼneil', true],
		['O’Neil', 'o´neil', true],
		['ガクト', 'がくと', true],
		['がく', 'かく', false],
		['Sol', '%', false],
		['Sol', 's_l', false],
	])('a list finds %s by %s: %s', async (name, typed, expected) => {
		expect(await sql`select holds(searched(${name}), ${typed})`.value(site.owner)).toBe(expected);
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
		const rows =
			await sql`select text, folded(text) as folded, searched(text) as searched, unicode_assigned(text) as known
		from unnest(${texts}::text[]) text`.all<{ text: string; folded: string; searched: string; known: boolean }>(
				site.owner,
			);
		// Letters that are new in Unicode are known to one of the two first.
		const differs = ({ text, ...form }: (typeof rows)[number]) =>
			fold(text) !== form.folded || searched(text) !== form.searched;
		expect(rows.filter((row) => row.known && differs(row))).toEqual([]);
	});

	it('finds a fan by number, and nothing by what no name begins with', async () => {
		expect(await find(editor, `#${fanId}`)).toContain('fan midnight_seat');
		expect(await find(editor, 'vember')).toEqual([]);
		expect(await find(editor, `%'":*&|!\\`)).toEqual([]);
		expect((await editor.ask(searchEverything, { query: { search: ' ' } })).status).toBe(400);
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
		const colleague = await site.operator(role, { steppedUp });
		for (const search of ['midnight_seat', String(fanId)])
			expect((await find(colleague, search)).join()).not.toContain('fan ');
		expect(await find(colleague, 'november-2026')).toHaveLength(1);
	});
});
