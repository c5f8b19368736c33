/** Bad input at the fans' calls: a refusal that names the field, and nothing that the database has to refuse itself. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeCursor } from '#server/operators/cursor.ts';
import { aContest } from '../world/contests.ts';
import { someNews } from '../world/news.ts';
import { aColleague, type Colleague } from '../world/operators.ts';
import { aPerson, type Person } from '../world/people.ts';
import { openSite, type Ask, type Site } from '../world/site.ts';

let site: Site;
let fan: Person;
let viewer: Colleague;

beforeAll(async () => {
	site = await openSite();
	await aContest(site.owner, 'november', { tab: 'solo' });
	await someNews(site.owner, ['A stage']);
	fan = await aPerson(site.owner, 'ana', { earned: 100 });
	viewer = await aColleague(site.owner, 'viewer');
});
afterAll(() => site.close());

const BEYOND_INTEGER = 2_147_483_648;

async function refusalOf(ask: Ask): Promise<[number, string | undefined, string]> {
	const { status, body } = await site.ask({ token: fan.token, ...ask });
	return [status, body.error, body.message.split(':')[0] ?? ''];
}

describe('a number that no column holds is refused by its field', () => {
	it.each<[field: string, ask: Ask]>([
		['artist_id', { path: '/rankings/vote/november', body: { artist_id: BEYOND_INTEGER, ticket_number: 1 } }],
		['artist_id', { path: '/rankings/vote/november', body: { artist_id: 3_000_000_000, ticket_number: 1 } }],
		['goods_id', { path: '/orders/create', body: { goods_id: BEYOND_INTEGER } }],
		['category_id', { path: `/news/list?category_id=${BEYOND_INTEGER}` }],
		['news_id', { path: `/news/detail/${BEYOND_INTEGER}` }],
		['artist_id', { path: `/artists/detail/${BEYOND_INTEGER}` }],
	])('%s in %o', async (field, ask) => {
		expect(await refusalOf(ask)).toEqual([400, 'invalid_request', field]);
	});

	it.each([BEYOND_INTEGER, '9'.repeat(16), '9'.repeat(17)])('a page of %s is nowhere', async (id) => {
		for (const page of ['artist', 'news']) {
			expect((await site.app.inject(`/${page}/${id}`)).statusCode).toBe(404);
		}
	});
});

describe('a list is not continued from', () => {
	it.each<[path: string, parts: (string | number)[]]>([
		['/console/artists?', ['', BEYOND_INTEGER]],
		['/console/artists?', ['', 1.5]],
		['/console/news?', [1, BEYOND_INTEGER]],
		['/console/rankings?', [1e300, 1]],
		['/console/rankings?', [-0.5, 1]],
		['/console/fans?', [1e21]],
		['/console/cases?', [1e19]],
		['/console/audit?', [0.1]],
	])('%s a place that no row can have: %j', async (path, parts) => {
		const asked = { path: `${path}cursor=${encodeCursor(parts)}`, headers: { cookie: viewer.cookie } };
		expect(await refusalOf(asked)).toEqual([400, 'invalid_request', 'cursor']);
	});
});
