/** Bad input at the fans' calls: a refusal that names the field, and nothing that the database has to refuse itself. */
import { beforeAll, expect, it } from 'vitest';
import { encodeCursor } from '#server/kernel/paging.ts';
import { sql } from '#server/kernel/database.ts';
import { artistFields } from '../../fixtures/site/artists.ts';
import { someNews } from '../../fixtures/site/news.ts';
import { type Ask, beforeTests, openSite } from '../../fixtures/site/site.ts';

const site = beforeTests(openSite);
beforeAll(async () => {
	await site.contest('november', { tab: 'solo' });
	await someNews(site.owner, ['A stage']);
});
const fan = beforeTests(() => site.fan('ana', { earned: 100 }));
const viewer = beforeTests(() => site.operator('viewer'));

const BEYOND_INTEGER = 2_147_483_648;

async function refusalOf(ask: Ask): Promise<[number, string | undefined, string]> {
	const { status, body } = await site.ask({ token: fan.token, ...ask });
	return [status, body.error, body.message.split(':')[0] ?? ''];
}

const BAD_TEXTS = {
	NUL: 'a\0b',
	'half of a character': 'a\ud800b',
	'an escape': 'a\u001b[31mb',
	'a C1 control': 'a\u0080b',
};

it.each(['0000-01-01', '1899-12-31', '2999-01-01', '2001-02-29'])('nobody is born on %s', async (birthday) => {
	const editor = await site.operator('editor');
	const headers = { cookie: editor.cookie, 'x-lightstick-console': '1' };
	const body = artistFields({ kind: 'solo', gender: 1, birthday });
	expect(await refusalOf({ path: '/console/artists', headers, body })).toEqual([400, 'invalid_request', 'birthday']);
});

// Half of a character has no form in an address: its bytes are no UTF-8, and are read as U+FFFD or as they stand.
const IN_ADDRESSES = Object.entries(BAD_TEXTS).filter(([, text]) => text.isWellFormed());

it.each(IN_ADDRESSES)('%s is refused in every text of an address, by its field', async (_, text) => {
	const written = encodeURIComponent(text);
	for (const [field, path] of [
		['search_keyword', `/news/list?search_keyword=${written}`],
		['payment_method', `/orders/pay?trade_no=aaaaaaaaaaaa&payment_method=${written}`],
		['callback_url', `/login/sso?sso_type=google&callback_url=http://localhost:3000/${written}`],
		['id', `/configurations/view-detail?id=${written}`],
		['trade_no', `/orders/detail/${written}`],
		['ranking_key', `/rankings/detail?ranking_key=${written}`],
	] as const) {
		expect(await refusalOf({ path })).toEqual([400, 'invalid_request', field]);
	}
});

it.each<[path: string, parts: (string | number)[]]>([
	...Object.values(BAD_TEXTS).map((text): [string, (string | number)[]] => ['/console/artists?', [text, 1]]),
	['/console/artists?', ['', BEYOND_INTEGER]],
	['/console/artists?', ['', 1.5]],
	['/console/news?', [1, BEYOND_INTEGER]],
	['/console/rankings?', [1e300, 1]],
	['/console/rankings?', [-0.5, 1]],
	['/console/fans?', [1e21]],
	['/console/cases?', [1e19]],
	['/console/audit?', [0.1]],
])('%s: a list is not continued from a place that no row can have: %j', async (path, parts) => {
	const asked = { path: `${path}cursor=${encodeCursor(parts)}`, headers: { cookie: viewer.cookie } };
	expect(await refusalOf(asked)).toEqual([400, 'invalid_request', 'cursor']);
});

it('a list is continued after the longest name of any script', async () => {
	await sql`insert into artist (kind, en_name) select 'group', repeat('한', 199) || part
		from unnest(array['가', '나']) as part`.run(site.owner);
	const list = async (cursor: string) => {
		const path = `/console/artists?search=한한&limit=1&cursor=${cursor}`;
		const { status, body } = await site.ask({ path: encodeURI(path), headers: { cookie: viewer.cookie } });
		expect(status).toBe(200);
		return body.data as { cursor: string | null };
	};
	const { cursor } = await list('');
	expect((await list(cursor ?? '')).cursor).toBeNull();
});
