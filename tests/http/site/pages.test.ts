/** Pages as the server sends them: status, share metadata, what the first screen needs, and what nobody may do there. */
import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/kernel/database.ts';
import { beforeTests, openSite } from '../../fixtures/site/site.ts';

const NAME = '</script><script>alert(1)</script> & Co';

const site = beforeTests(() => openSite({ pages: true }));
const contest = beforeTests(() =>
	site.contest('november', { tab: 'solo', artists: [NAME, 'Bex Corran', 'Cleo Dastan'] }),
);
beforeAll(async () => {
	await sql`insert into news_category (position, name, key)
		values (1, 'Article', 'article'), (2, 'Video', 'video')`.run(site.owner);
	await sql`insert into news (category_id, title, content_raw, content_html, content_policy, published_at, updated_at, hidden_at)
			values (1, ${NAME}, '', '<p>For one night</p>', 1, lightstick_now(), lightstick_now(), null),
				(2, 'A clip at 100%_', '', '<p>Watch</p>', 1, lightstick_now(), lightstick_now(), null),
				(1, 'Tomorrow', '', '', 1, lightstick_now() + interval '1 day', lightstick_now(), null),
				(1, 'Hidden', '', '', 1, lightstick_now(), lightstick_now(), lightstick_now())`.run(site.owner);
});

const get = (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers });

describe('a page', () => {
	const there = '/ /leader-board?main_tab=solo /news /news/1 /store /my-account'.split(' ');
	const not = `/news/999 /news/3 /news/4 /news/99999999999999 /artist/x /artist/2147483648 /views/none /nowhere
		/nowhere/at/all /artist/x${encodeURI('투표'.repeat(30))} /news/${'9'.repeat(999)}`.split(/\s+/);
	it.each([...there.map((url) => [url, 200] as const), ...not.map((url) => [url, 404] as const)])(
		'%s answers %i with the same document',
		async (url, status) => {
			const response = await get(url);
			expect(response.statusCode).toBe(status);
			expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
			expect(response.body).toContain('<div id="app">');
			expect(response.headers['content-security-policy']).toMatch(/script-src 'self';/);
			expect(response.headers['content-security-policy']).toMatch(
				/^(?:(?!unsafe).)*style-src-attr 'unsafe-inline'(?:(?!unsafe).)*$/,
			);
		},
	);

	it('of an artist or an article whose name is a script keeps it text', async () => {
		for (const url of [`/artist/${contest.artistIds[0]}`, '/news/1', '/leader-board']) {
			const { body } = await get(url);
			expect(body).not.toContain('<script>alert');
			expect(body).toContain(url === '/leader-board' ? 'ItemList' : '&lt;/script&gt;');
		}
	});

	it('of an artist tells both names in its structured data, that in the reader’s script first', async () => {
		const names = async (query: string) =>
			/"name":"([^"]*)","alternateName":"([^"]*)"/
				.exec((await get(`/artist/${contest.artistIds[1]}${query}`)).body)
				?.slice(1);
		expect(await names('')).toEqual(['Bex Corran', 'Bex Corran 이름']);
		expect(await names('?lang=ko')).toEqual(['Bex Corran 이름', 'Bex Corran']);
	});

	it('[S2-70] of an article can be shared: title, text and address stand in its head', async () => {
		const { body } = await get('/news/2');
		for (const tag of [
			'<title>A clip at 100%_ · Lightstick</title>',
			'<meta property="og:type" content="article">',
			'<meta property="og:title" content="A clip at 100%_">',
			'<meta property="og:description" content="Watch">',
			'<meta property="og:url" content="http://localhost:3000/news/2">',
			'<link rel="canonical" href="http://localhost:3000/news/2">',
			'<meta name="twitter:card" content="summary_large_image">',
			'"@type":"NewsArticle"',
		]) {
			expect(body).toContain(tag);
		}
	});

	it('carries what the first screen needs, so that the browser does not have to ask', async () => {
		const { body } = await get('/leader-board?main_tab=solo');
		const [, json = '{}'] = /id="first-screen"[^>]*>([^<]*)</.exec(body) ?? [];
		const screen = JSON.parse(json) as Record<string, { artist_list?: { en_name: string }[] }>;
		expect(Object.keys(screen)).toEqual(['["site"]', '["chart","november"]']);
		expect(screen['["chart","november"]']?.artist_list?.[0]?.en_name).toBe(NAME);
	});

	it('is rendered as the browser would, where it is about something', async () => {
		const chart = (await get('/leader-board?main_tab=solo&utm_source=x')).body;
		expect(chart).toMatch(/<div id="app">[^]*podium-1[^]*Bex Corran[^]*<\/div>\s*<script type="application\/json"/);
		expect((await get('/news/2')).body).toMatch(/<article class="article">[^]*<p>Watch<\/p>/);
		expect((await get('/leader-board?keyword=bex')).body).toContain('<div id="app"></div>');
		expect((await get('/artist/999999')).body).toContain('<div id="app"></div>');
	});

	it('whose reads hang shows what was read before, and says when it opens where nothing was', async () => {
		expect((await get('/news?category=video')).statusCode).toBe(200);
		await site.owner.transaction(async (tx) => {
			await tx.query({ text: 'lock table news in access exclusive mode' });
			const html = { accept: 'text/html' };
			// Kept pages are of one encoding: both of these are built now.
			const known = get('/news?category=video', { ...html, 'accept-encoding': 'gzip' });
			const unknown = get('/news/1?lang=th', html);
			expect([(await known).statusCode, Number((await known).headers['age'])]).toEqual([200, expect.any(Number)]);
			expect([(await unknown).statusCode, (await unknown).headers['retry-after']]).toEqual([503, expect.any(String)]);
			expect((await unknown).body).toContain('http-equiv="refresh"');
		});
		expect((await get('/news/1?lang=th')).statusCode).toBe(200);
	});

	it.each([
		['br', 'br'],
		['gzip', 'gzip'],
		['br;q=0', undefined],
		['br;q=0, gzip', 'gzip'],
	])('is sent to who takes %s as %s', async (accepted, encoding) => {
		for (const url of ['/', '/nowhere']) {
			const { headers } = await get(url, { 'accept-encoding': accepted });
			expect([headers['content-encoding'], headers.vary]).toEqual([
				encoding,
				'accept-encoding, accept-language, cookie',
			]);
		}
	});

	it('that is a built file is kept for good and is never a document; an icon, which can be one, has the policy', async () => {
		const { body } = await get('/');
		const files = ['.css', '.woff2'].map((end) => new RegExp(`/assets/[\\w-]+\\${end}`).exec(body)?.[0] ?? end);
		// The order in which a browser asks for them. Scripts come last.
		const places = files.map((file) => body.indexOf(file));
		expect(places).toEqual(places.toSorted((a, b) => a - b));
		for (const file of files) {
			const { statusCode, headers } = await get(file);
			expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
			expect([headers['x-content-type-options'], headers['content-security-policy']]).toEqual(['nosniff', undefined]);
		}
		const icon = await get('/favicon.svg');
		expect(icon.headers['content-security-policy']).toContain("script-src 'self';");
	});

	it.each([
		['/News/', '/news'],
		['//news//1/?from=Chat', '/news/1?from=Chat'],
		['/LEADER-BOARD?main_tab=solo', '/leader-board?main_tab=solo'],
		['///', '/'],
		['/artist/12)', '/artist/12'],
		['/news/3%EC%97%90%20%ED%88%AC', '/news/3'],
		['/leader-board).?main_tab=solo', '/leader-board?main_tab=solo'],
		["/views/hall'", '/views/hall'],
		['/News...', '/news'],
		['/rank_rewards%', '/rank_rewards'],
		['/status/', '/status'],
		['/Views/Rules/?%', '/views/Rules?%'],
		['/Console', '/console'],
		['//CONSOLE//artists/1/?sort=Name', '/console/artists/1?sort=Name'],
	])('written as %s is at %s', async (url, address) => {
		for (const method of ['GET', 'HEAD'] as const) {
			const { statusCode, headers } = await site.app.inject({ method, url });
			expect([statusCode, headers['location']]).toEqual([308, address]);
		}
	});

	it.each([
		...['//site.invalid/', '//site.invalid/news', '/news/1/2/'].flatMap((url) => [
			['GET', url, {}] as const,
			['HEAD', url, {}] as const,
		]),
		...['/index.html', '/news.php', '/assets/none.js'].map(
			(url) => ['GET', url, { accept: 'text/html,*/*;q=0.8', 'sec-fetch-mode': 'navigate' }] as const,
		),
	])('says that nothing is there to a person who opens it: %s %s', async (method, url, asked) => {
		const { statusCode, headers } = await site.app.inject({ method, url, headers: asked });
		expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
	});

	it.each(['/assets/none.js', '/api/v1/none', '/media/none/640.webp'])(
		'is not what a plain refusal is: %s',
		async (url) => {
			const response = await get(url);
			const refusal = { code: 404, message: 'Not found', data: null, error: 'not_found' };
			expect([response.statusCode, response.json()]).toEqual([404, refusal]);
		},
	);
});

it.each([
	['/', { 'accept-language': 'th-TH,th;q=0.9,en;q=0.8' }, 'th'],
	['/', { 'accept-language': 'th', cookie: 'language=zh-TW' }, 'zh-TW'],
	['/news?lang=ko', { cookie: 'language=zh-TW' }, 'ko'],
	['/news?lang=zh_tw', { cookie: 'language=vi' }, 'zh-TW'],
	['/nowhere', { cookie: 'language=vi' }, 'vi'],
	['/nowhere', {}, 'en'],
	['/news?lang=xx', { 'accept-language': '?!,tlh' }, 'en'],
	['/news?lang=ko&lang=ja', { 'accept-language': 'ja', cookie: 'language=th' }, 'th'],
	['/news', { 'accept-language': 'ja', cookie: 'language=constructor' }, 'ja'],
])('the page %s with %j is written for %s', async (url, headers, language) => {
	const { body, headers: sent } = await get(url, headers);
	expect(body).toContain(`<html lang="${language}"`);
	expect(sent['content-language']).toBe(language);
	expect(sent.vary).toBe('accept-encoding, accept-language, cookie');
	// The catalog is asked for with the other scripts, before the app needs it.
	expect(body.includes(`rel="modulepreload" crossorigin href="/assets/${language}-`)).toBe(language !== 'en');
});

it('the language of a page is one of several, each with an address of its own', async () => {
	const { body } = await get('/news/2?lang=ko');
	for (const tag of [
		'<link rel="canonical" href="http://localhost:3000/news/2?lang=ko">',
		'<link rel="alternate" hreflang="x-default" href="http://localhost:3000/news/2">',
		'<link rel="alternate" hreflang="ko" href="http://localhost:3000/news/2?lang=ko">',
		'<link rel="alternate" hreflang="en" href="http://localhost:3000/news/2?lang=en">',
	]) {
		expect(body).toContain(tag);
	}
	const chinese = 'hreflang="zh-TW" href="http://localhost:3000/leader-board?main_tab=solo&amp;lang=zh-TW"';
	expect((await get('/leader-board?main_tab=solo')).body).toContain(chinese);
	expect((await get('/store')).body).not.toContain('hreflang');
});

it('search engines find artists and published news, and nothing else', async () => {
	const { body } = await get('/sitemap.xml');
	expect(body).toContain(`<loc>http://localhost:3000/artist/${contest.artistIds[1]}</loc>`);
	expect(body).toContain('<loc>http://localhost:3000/news/1</loc>');
	expect(body).not.toContain('/news/3<');
	expect(body).not.toContain('/news/4<');
	expect((await get('/robots.txt')).body).toContain('Sitemap: http://localhost:3000/sitemap.xml');
});

describe('news', () => {
	const list = async (query: string) => {
		const { body } = await site.ask({ path: `/news/list?${query}` });
		const data = body.data as { news_list: { title: string }[]; total: number };
		return data.news_list.map(({ title }) => title);
	};

	it('[S5-22] is found by a part of its title in any case, and no sign of it is a wildcard', async () => {
		expect(await list('search_keyword=CLIP')).toEqual(['A clip at 100%_']);
		expect(await list('search_keyword=%25_')).toEqual(['A clip at 100%_']);
		expect(await list('search_keyword=%25%25')).toEqual([]);
	});

	it.each([
		'Ａ　ｃｌｉｐ',
		'a\u00a0 clip',
		'A\u200b clip\u200e',
		'đêm  nhạc',
		...['ĐÊM NHẠC', 'がくと'].map((text) => text.normalize('NFD')),
	])('is found however its title is typed: %j', async (written) => {
		await sql`update news set title = 'Đêm nhạc がくと: a clip at 100%_'
			where title like '%clip at 100%'`.run(site.owner);
		expect(await list(`search_keyword=${encodeURIComponent(written)}`)).toHaveLength(1);
		await site.owner.query({ text: `update news set title = 'A clip at 100%_' where title like '%clip at 100%'` });
	});

	it('comes in whole pages by the cursor, whatever is hidden and published meanwhile', async () => {
		const plant = (count: number) =>
			sql`insert into news (category_id, title, content_raw, content_html, content_policy, published_at, updated_at)
				select 1, 'Paged ' || number, '', '', 1, lightstick_now() - number * interval '1 minute', lightstick_now()
				from generate_series(1, ${count}) number`.run(site.owner);
		const read = async (cursor: string | null) => {
			const query = `search_keyword=paged&limit=20${cursor === null ? '' : `&cursor=${cursor}`}`;
			const { body } = await site.ask({ path: `/news/list?${query}` });
			return body.data as { news_list: { title: string }[]; total: number; cursor: string | null };
		};
		await plant(45);
		const seen: string[] = [];
		let cursor: string | null = null;
		do {
			const page: Awaited<ReturnType<typeof read>> = await read(cursor);
			seen.push(...page.news_list.map(({ title }) => title));
			cursor = page.cursor;
			await sql`update news set hidden_at = lightstick_now() where title = ${page.news_list[2]?.title}`.run(site.owner);
			await plant(1);
		} while (cursor !== null);
		expect(seen).toEqual(Array.from({ length: 45 }, (_, index) => `Paged ${index + 1}`));
		expect((await site.ask({ path: '/news/list?cursor=WyJ4Il0' })).body.error).toBe('invalid_request');
		await site.owner.query({ text: `delete from news where title like 'Paged %'` });
	});

	it('is all of it for category 0, and by category else; the future and the hidden are nobody’s', async () => {
		expect(await list('category_id=0')).toHaveLength(2);
		expect(await list('category_id=2')).toEqual(['A clip at 100%_']);
		expect(await list('category_id=&page=2')).toEqual([]);
		expect((await site.ask({ path: '/news/detail/3' })).body.error).toBe('news_not_found');
	});
});
