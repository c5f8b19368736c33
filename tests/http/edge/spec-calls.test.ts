/** The specification's calls and entities, field by field, as a program that knows nothing but it would read them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { aBrowser, openSiteWithSignOn } from '../../fixtures/accounts/sign-in.ts';
import { someGoods } from '../../fixtures/orders/shop.ts';
import { ARTICLES, aPopUp, aWholeSite, VIDEOS } from '../../fixtures/site/whole-site.ts';
import { beforeTests } from '../../fixtures/site/site.ts';

type Json = Record<string, unknown>;

const openedAt = Date.now() / 1000;
const inSeconds = () => Date.now() / 1000;

const site = beforeTests(openSiteWithSignOn);
const content = beforeTests(() => aWholeSite(site));
const fan = beforeTests(() => site.fan('ana', { earned: 500 }));
const goods = beforeTests(async () => ({ id: await someGoods(site) }));
beforeAll(() => aPopUp(site.owner, '/news'));

/** The `data` of a call, which has to succeed. */
async function read(path: string, body?: Json, method?: 'PUT'): Promise<Json> {
	const answer = await site.ask({ path, token: fan.token, body, method });
	expect([path, answer.status, answer.body.code, answer.body.message]).toEqual([path, 200, 200, 'ok']);
	return answer.body.data;
}

const listOf = (data: Json, name: string) => data[name] as Json[];

/** @param thing an object, or a list whose first one counts */
function expectFields(thing: unknown, names: string): void {
	const [one] = [thing].flat() as Json[];
	expect(Object.keys(one ?? {})).toEqual(expect.arrayContaining(names.split(' ')));
}

const SITE = '/configurations/site';
const ENDED = '/rankings/ended-rankings-profile?page=1&limit=10000&ranking_type=monthly';
const LATEST = '/news/latest-list?page=1&limit=10';
const HALL = '/configurations/view-detail?id=hall';

describe('what anybody may ask', () => {
	it('[S7-01, S7-02] lies under /api/v1, answers JSON in an envelope, and on this machine by default', async () => {
		const response = await site.app.inject({ url: '/api/v1/configurations/site' });
		expect(response.headers['content-type']).toContain('application/json');
		expect(Object.keys(response.json<Json>())).toEqual(['code', 'message', 'data']);
		expect((await site.app.inject({ url: '/configurations/site' })).statusCode).toBe(404);
		expect(new URL(readConfig({}).publicUrl).hostname).toBe('localhost');
	});

	/** What is asked, and the fields of a thing in the reply: of the first one of a list. */
	const LISTED = 'rank artist_id en_name native_name sub_title avatar_url tickets';
	const ENTRY = 'main_tab rank_key ranking_type bg_url rank_name';
	const ARTIST =
		'artist_id en_name native_name sub_title nationality gender birthday age avatar_url description rank tickets';
	const GOODS = 'id gem_number additional_gem_number price image_url';
	const BANNER = 'image_url pc_image_url link_url link_target';
	it.each([
		['[S3-09] the entries of the leaderboard', SITE, 'rank_entry_configs', ENTRY],
		['[S3-10] the currency', SITE, 'currency_config', 'currency_name currency_symbol'],
		['[S3-11] the pop-up', SITE, 'pop_up', 'uuid image_url link_url'],
		['[S7-03, S3-01] an artist', '/artists/detail/ARTIST', 'artist', ARTIST],
		['[S3-03] their place', '/artists/detail/ARTIST', 'rank_info', 'rank ticket_number'],
		['[S7-19] all time', '/rankings/all-time-ranking', 'artist_list', LISTED],
		['[S7-19] hot music', '/rankings/hot-music-ranking', 'artist_list', LISTED],
		['[S7-19] new music', '/rankings/new-music-ranking', 'artist_list', LISTED],
		['[S7-21] ended rankings', ENDED, 'list', 'ranking_key title start_time end_time top_artists'],
		['[S7-10, S3-13] the latest news', LATEST, 'news_list', 'id title cover_url updated_time'],
		['[S7-12, S3-15] news categories', '/news/categories', 'categories', 'id name key'],
		['[S7-07, S3-12] banners', '/configurations/banners', 'banners', BANNER],
		['[S7-06, S3-21] a picture page', HALL, 'view_detail', 'image_url pc_image_url'],
		['[S7-05, S3-17] a day of the check-in', '/checkin/config', 'checkin_configs', 'sequence gem_number is_checked'],
		['[S7-16, S3-20] the goods', '/orders/goods', 'goods_list', GOODS],
		['[S7-22, S3-04] a chart, by its key', '/rankings/detail?ranking_key=november', 'artist_list', LISTED],
	])('%s', async (_, path, thing, fields) => {
		const data = await read(path.replace('ARTIST', String(content.monthly.artistIds[0])));
		expectFields(data[thing], fields);
	});

	it('[S7-08, S3-08, S9-21] the site configuration, with the timezone Asia/Seoul', async () => {
		expect(await read('/configurations/site')).toMatchObject({
			ticket2gem_ratio: 10,
			timezone: 'Asia/Seoul',
			timezone_name: 'KST',
			current_monthly_rank_key: 'november',
		});
	});

	it('[S3-17] the check-in config, with its rule and where the fan stands', async () =>
		expectFields(await read('/checkin/config'), 'checkin_configs checkin_rule current_sequence today_checked'));

	it('[S3-05] an ended ranking, whose list comes from the detail call', async () => {
		const [ended] = listOf(await read(ENDED), 'list');
		const detail = await read(`/rankings/detail?ranking_key=${String(ended?.['ranking_key'])}`);
		expect(listOf(detail, 'artist_list').map(({ tickets }) => tickets)).toEqual([50, 40, 30, 20, 10]);
	});

	it('[S7-20] lists of rankings', async () => {
		const [theme] = listOf(await read('/rankings/list?page=1&limit=20&ranking_type=theme'), 'list');
		expect(theme).toMatchObject({ ranking_key: 'songs', ranking_type: 'theme' });
	});

	it.each([
		['[S7-10] the latest news', LATEST, 10],
		['[S7-13] videos', '/news/video-list?page=1&limit=10', 10],
		['[S7-11, S3-14] a page of news', '/news/list?page=1&limit=20&category_id=0&search_keyword=', 20],
	] as const)('%s, with the time in seconds, and the content in the detail only', async (_, path, count) => {
		const data = await read(path);
		expect(listOf(data, 'news_list')).toHaveLength(count);
		for (const item of listOf(data, 'news_list')) {
			expect(item['updated_time']).toBeLessThan(inSeconds());
			expect(item).not.toHaveProperty('content');
		}
		if (path.startsWith('/news/list')) expect(data['total']).toBe(ARTICLES + VIDEOS);
	});

	it('[S7-14] a piece of news', async () => {
		const { news } = await read(`/news/detail/${content.articles[0]}`);
		expect(news).toMatchObject({ title: 'Article 01', content: '<p>For one night only</p>' });
	});

	it('[S7-09, S1-03, S3-25] the address of a provider, google or line', async () => {
		for (const provider of ['google', 'line'] as const) {
			const { body } = await aBrowser(site).begin(provider);
			expect((body.data as Json)['login_url']).toMatch(/^http/);
		}
		const { status } = await site.ask({ path: '/login/sso?sso_type=myspace&callback_url=x' });
		expect(status).toBe(400);
	});
});

describe('a chart', () => {
	const chartOf = (key: string) => read(`/rankings/detail?ranking_key=${key}`);

	it('[S1-01] is seen by anybody, with the votes of each artist', async () => {
		const { status, body } = await site.ask({ path: '/rankings/detail?ranking_key=november' });
		expect(status).toBe(200);
		const votes = listOf(body.data, 'artist_list').map(({ tickets }) => tickets);
		expect(votes.length).toBeGreaterThan(0);
		expect(votes.every((count) => Number.isSafeInteger(count))).toBe(true);
	});

	it('[S1-09, S3-06] is of a monthly, a birthday or a theme ranking; says status, period, cover, and seconds until the end', async () => {
		for (const [{ key }, type] of [
			[content.monthly, 'monthly'],
			[content.birthday, 'birthday'],
			[content.music, 'theme'],
		] as const) {
			const page = await read(`/rankings/list?page=1&limit=100&ranking_type=${type}`);
			expect(listOf(page, 'list').map(({ ranking_key }) => ranking_key)).toContain(key);
			const config = (await chartOf(key))['ranking_config'] as Json;
			expectFields(config, 'status start_time end_time end_countdown cover_image_url cover_link_url');
			const countedFrom = Number(config['end_time']) - Number(config['end_countdown']);
			// The chart may be a moment old, but not older than the site; both numbers are rounded to seconds.
			expect(countedFrom).toBeGreaterThanOrEqual(openedAt - 1);
			expect(countedFrom).toBeLessThanOrEqual(inSeconds() + 1);
		}
	});
});

describe('what a fan may do', () => {
	it('[S7-25, S3-07] read who they are, with their balance', async () => {
		const data = await read('/user/me');
		expectFields(data, 'name email avatar_url register_platform is_new_user');
		expect(data['gem_balance']).toBe(500);
	});

	it('[S7-23, S1-05, S9-01] vote, for ticket2gem_ratio gems each', async () => {
		const body = { artist_id: content.monthly.artistIds[3], ticket_number: 3 };
		expect(await read('/rankings/vote/november', body)).toMatchObject({ artist_tickets: 3 });
		expect(await read('/user/me')).toMatchObject({ gem_balance: 470 });
	});

	it('[S7-27, S3-16, S9-04, S1-08] read seven days of gem logs by a cursor', async () => {
		const page = await read('/user/me/gem-logs?cursor=&limit=1');
		expectFields(page['gem_logs'], 'created_time gem_offset description');
		expect(page['gem_logs']).toMatchObject([{ gem_offset: -30 }]);
		// The last row fills the page, and ends the list.
		const rest = await read(`/user/me/gem-logs?cursor=${String(page['cursor'])}&limit=1`);
		expect(rest['gem_logs']).toMatchObject([{ gem_offset: 500 }]);
		expect(rest['cursor']).toBeNull();
		await site.later({ days: 8 });
		expect(listOf(await read('/user/me/gem-logs?limit=9999'), 'gem_logs')).toEqual([]);
		await site.clock.run();
	});

	it('[S7-26] update name and email by POST and by PUT', async () => {
		await read('/user/me/update', { email: 'ana@new.example', name: 'ana b' });
		await read('/user/me/update', { email: 'ana@new.example', name: 'ana c' }, 'PUT');
		expect(await read('/user/me')).toMatchObject({ email: 'ana@new.example', name: 'ana c' });
	});

	it('[S7-24, S1-04, S3-22, S6-02] complete a registration with email, name and country, and nothing else before', async () => {
		const newcomer = await site.fan('newcomer', { registered: false });
		const ask = (path: string, body?: Json) => site.ask({ path, token: newcomer.token, body });
		const vote = { artist_id: content.monthly.artistIds[0], ticket_number: 1 };
		expect((await ask('/rankings/vote/november', vote)).body.error).toBe('registration_required');
		const body = { email: 'new@fans.example', name: 'new', country: 'JP' };
		const elsewhere = { ...body, country: 'ZZ' };
		expect((await ask('/user/complete-registration', elsewhere)).body.message).toBe('Please select your country');
		expect((await ask('/user/complete-registration', body)).status).toBe(200);
		expect((await ask('/user/me')).body.data).toMatchObject({ is_new_user: false });
	});

	it('[S7-04, S7-15, S7-17, S3-19] check in with an empty body, and order', async () => {
		expect(await read('/checkin', {})).toHaveProperty('gem_number');
		const { order } = await read('/orders/create', { goods_id: goods.id });
		const detail = await read(`/orders/detail/${String((order as Json)['trade_no'])}`);
		expectFields(detail['order'], 'trade_no price goods');
	});
});
