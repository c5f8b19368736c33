/** The specification's calls and entities, field by field, as a program that knows nothing but it would read them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aBrowser, openSiteWithSignOn } from '../../fixtures/accounts/sign-in.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { someGoods } from '../../fixtures/orders/shop.ts';
import { ARTICLES, aPopUp, aWholeSite, VIDEOS } from '../../fixtures/site/whole-site.ts';
import { readConfig } from '#server/config/config.ts';

let goodsId: number;
let openedAt: number;

const inSeconds = () => Date.now() / 1000;

type Json = Record<string, unknown>;

beforeAll(async () => {
	openedAt = inSeconds();
});
const site = beforeTests(openSiteWithSignOn);
const content = beforeTests(() => aWholeSite(site));
const fan = beforeTests(() => aPerson(site.owner, 'ana', { earned: 500 }));
beforeAll(async () => {
	goodsId = await someGoods(site);
	await aPopUp(site.owner, '/news');
});

/** The `data` of a call, which has to succeed. */
async function read(path: string, body?: Json, method?: 'PUT'): Promise<Json> {
	const answer = await site.ask({ path, token: fan.token, body, method });
	expect([path, answer.status, answer.body.code, answer.body.message]).toEqual([path, 200, 200, 'ok']);
	return answer.body.data;
}

const inside = (data: Json, name: string) => data[name] as Json;
const first = (data: Json, name: string) => (data[name] as Json[])[0] as Json;
const listOf = (data: Json, name: string) => data[name] as Json[];

function expectFields(thing: Json | undefined, ...names: string[]): void {
	expect(Object.keys(thing ?? {})).toEqual(expect.arrayContaining(names));
}

const LISTED = ['rank', 'artist_id', 'en_name', 'native_name', 'sub_title', 'avatar_url', 'tickets'];

describe('what anybody may ask', () => {
	it('[S7-01, S7-02] lies under /api/v1, answers JSON in an envelope, and on this machine by default', async () => {
		const response = await site.app.inject({ url: '/api/v1/configurations/site' });
		expect(response.headers['content-type']).toContain('application/json');
		expect(Object.keys(response.json<Json>())).toEqual(['code', 'message', 'data']);
		expect((await site.app.inject({ url: '/configurations/site' })).statusCode).toBe(404);
		expect(new URL(readConfig({}).publicUrl).hostname).toBe('localhost');
	});

	it('[S7-08, S3-08, S9-21] the site configuration, with the timezone Asia/Seoul', async () => {
		expect(await read('/configurations/site')).toMatchObject({
			ticket2gem_ratio: 10,
			timezone: 'Asia/Seoul',
			timezone_name: 'KST',
			current_monthly_rank_key: 'november',
		});
	});

	it('[S3-09] the entries of the leaderboard in the site configuration', async () => {
		const [entry] = listOf(await read('/configurations/site'), 'rank_entry_configs');
		expectFields(entry, 'main_tab', 'rank_key', 'ranking_type', 'bg_url', 'rank_name');
	});

	it.each([
		['[S3-10] the currency', 'currency_config', ['currency_name', 'currency_symbol']],
		['[S3-11] the pop-up', 'pop_up', ['uuid', 'image_url', 'link_url']],
	] as const)('%s in the site configuration', async (_, name, fields) => {
		expectFields(inside(await read('/configurations/site'), name), ...fields);
	});

	it('[S7-03, S3-01, S3-03] an artist with their place', async () => {
		const data = await read(`/artists/detail/${content.monthly.artistIds[0]}`);
		expectFields(
			inside(data, 'artist'),
			'artist_id',
			'en_name',
			'native_name',
			'sub_title',
			'nationality',
			'gender',
			'birthday',
			'age',
			'avatar_url',
			'description',
			'rank',
			'tickets',
		);
		expectFields(inside(data, 'rank_info'), 'rank', 'ticket_number');
	});

	it('[S7-21, S3-05] ended rankings, whose lists come from the detail call', async () => {
		const data = await read('/rankings/ended-rankings-profile?page=1&limit=10000&ranking_type=monthly');
		const ended = first(data, 'list');
		expectFields(ended, 'ranking_key', 'title', 'start_time', 'end_time', 'top_artists');
		const detail = await read(`/rankings/detail?ranking_key=${String(ended['ranking_key'])}`);
		expect(listOf(detail, 'artist_list').map(({ tickets }) => tickets)).toEqual([50, 40, 30, 20, 10]);
	});

	it('[S7-19, S7-20] lists of rankings, and the three special ones', async () => {
		for (const name of ['all-time', 'hot-music', 'new-music']) {
			expectFields(first(await read(`/rankings/${name}-ranking`), 'artist_list'), ...LISTED);
		}
		const data = await read('/rankings/list?page=1&limit=20&ranking_type=theme');
		expect(first(data, 'list')).toMatchObject({ ranking_key: 'songs', ranking_type: 'theme' });
	});

	it.each([
		['[S7-10] the latest news', '/news/latest-list?page=1&limit=10', 10],
		['[S7-13] videos', '/news/video-list?page=1&limit=10', 10],
		['[S7-11] a page of news', '/news/list?page=1&limit=20&category_id=0&search_keyword=', 20],
	] as const)('%s', async (_, path, count) => {
		expect(listOf(await read(path), 'news_list')).toHaveLength(count);
	});

	it('[S3-13] news items with their time in seconds, and their content in the detail only', async () => {
		const item = first(await read('/news/latest-list?page=1&limit=10'), 'news_list');
		expectFields(item, 'id', 'title', 'cover_url', 'updated_time');
		expect(item['updated_time']).toBeLessThan(inSeconds());
		for (const path of ['/news/latest-list?page=1&limit=10', '/news/video-list?page=1&limit=10', '/news/list?page=1']) {
			expect(first(await read(path), 'news_list')).not.toHaveProperty('content');
		}
	});

	it('[S3-14] a list of news with its total', async () => {
		const list = await read('/news/list?page=1&limit=20&category_id=0&search_keyword=');
		expect(list['total']).toBe(ARTICLES + VIDEOS);
	});

	it('[S7-12, S3-15] news categories', async () => {
		expectFields(first(await read('/news/categories'), 'categories'), 'id', 'name', 'key');
	});

	it('[S7-14] a piece of news', async () => {
		const { news } = await read(`/news/detail/${content.articles[0]}`);
		expect(news).toMatchObject({ title: 'Article 01', content: '<p>For one night only</p>' });
	});

	it('[S7-06, S7-07, S3-12, S3-21] banners and picture pages', async () => {
		const banner = first(await read('/configurations/banners'), 'banners');
		expectFields(banner, 'image_url', 'pc_image_url', 'link_url', 'link_target');
		const view = await read('/configurations/view-detail?id=hall');
		expectFields(inside(view, 'view_detail'), 'image_url', 'pc_image_url');
	});

	it('[S7-09, S1-03, S3-25] the address of a provider, google or line', async () => {
		for (const provider of ['google', 'line'] as const) {
			const { body } = await aBrowser(site).begin(provider);
			expect(inside(body, 'data')['login_url']).toMatch(/^http/);
		}
		const { status } = await site.ask({ path: '/login/sso?sso_type=myspace&callback_url=x' });
		expect(status).toBe(400);
	});

	it('[S7-05, S7-16, S3-17, S3-20] the check-in config and the goods', async () => {
		const config = await read('/checkin/config');
		expectFields(config, 'checkin_configs', 'checkin_rule', 'current_sequence', 'today_checked');
		expectFields(first(config, 'checkin_configs'), 'sequence', 'gem_number', 'is_checked');
		const data = await read('/orders/goods');
		expectFields(first(data, 'goods_list'), 'id', 'gem_number', 'additional_gem_number', 'price', 'image_url');
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

	it('[S1-09] is of a monthly, a birthday or a theme ranking', async () => {
		for (const [key, type] of [
			[content.monthly.key, 'monthly'],
			[content.birthday.key, 'birthday'],
			[content.music.key, 'theme'],
		]) {
			const page = await read(`/rankings/list?page=1&limit=100&ranking_type=${type}`);
			expect(listOf(page, 'list').map(({ ranking_key }) => ranking_key)).toContain(key);
			expectFields(await chartOf(String(key)), 'artist_list');
		}
	});

	it('[S7-22] is read by its key, as list and configuration', async () => {
		expectFields(await chartOf('november'), 'artist_list', 'ranking_config');
	});

	it('[S3-04] lists artists with rank, names, picture and votes', async () => {
		expectFields(first(await chartOf('november'), 'artist_list'), ...LISTED);
	});

	it('[S3-06] says its status, period, cover, and the seconds until its end', async () => {
		for (const { key } of [content.monthly, content.birthday, content.music]) {
			const config = inside(await chartOf(key), 'ranking_config');
			expectFields(config, 'status', 'start_time', 'end_time', 'end_countdown', 'cover_image_url', 'cover_link_url');
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
		expectFields(data, 'name', 'email', 'avatar_url', 'register_platform', 'is_new_user');
		expect(data['gem_balance']).toBe(500);
	});

	it('[S7-23, S1-05, S9-01] vote, for ticket2gem_ratio gems each', async () => {
		const body = { artist_id: content.monthly.artistIds[3], ticket_number: 3 };
		expect(await read('/rankings/vote/november', body)).toMatchObject({ artist_tickets: 3 });
		expect(await read('/user/me')).toMatchObject({ gem_balance: 470 });
	});

	it('[S7-27, S3-16, S9-04, S1-08] read seven days of gem logs by a cursor', async () => {
		const page = await read('/user/me/gem-logs?cursor=&limit=1');
		expectFields(first(page, 'gem_logs'), 'created_time', 'gem_offset', 'description');
		expect(first(page, 'gem_logs')['gem_offset']).toBe(-30);
		const rest = await read(`/user/me/gem-logs?cursor=${String(page['cursor'])}&limit=9999`);
		expect(first(rest, 'gem_logs')['gem_offset']).toBe(500);
		expect(rest['cursor']).toBeNull();
		await site.clock.set(new Date(Date.now() + 8 * 86_400_000));
		expect(listOf(await read('/user/me/gem-logs?limit=9999'), 'gem_logs')).toEqual([]);
		await site.clock.run();
	});

	it('[S7-26] update name and email by POST and by PUT', async () => {
		await read('/user/me/update', { email: 'ana@new.example', name: 'ana b' });
		await read('/user/me/update', { email: 'ana@new.example', name: 'ana c' }, 'PUT');
		expect(await read('/user/me')).toMatchObject({ email: 'ana@new.example', name: 'ana c' });
	});

	it('[S7-24, S1-04, S3-22, S6-02] complete a registration with email, name and country, and nothing else before', async () => {
		const newcomer = await aPerson(site.owner, 'newcomer', { registered: false });
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
		const { order } = await read('/orders/create', { goods_id: goodsId });
		const tradeNo = String((order as Json)['trade_no']);
		const detail = await read(`/orders/detail/${tradeNo}`);
		expectFields(inside(detail, 'order'), 'trade_no', 'price', 'goods');
	});
});
