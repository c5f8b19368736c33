/** Pictures of operators and those for sharing, text that is sanitized again, and the private link of an article. */
import { expect, it, beforeAll, describe } from 'vitest';
import sharp from 'sharp';
import { POLICY_VERSION, sanitizeHtml } from '#server/content/html.ts';
import { rebuildCopies } from '#server/content/rebuild.ts';
import { sql } from '#server/kernel/database.ts';
import { openBoards } from '#server/rankings/charts/boards.ts';
import { openSharePictures } from '#server/share/pictures.ts';
import { someNews } from '../../fixtures/site/news.ts';
import { beforeTests, dataOf, openSite } from '../../fixtures/site/site.ts';
import * as calls from '../../fixtures/site/calls.ts';

const site = beforeTests(() => openSite({ pages: true }));
const editor = beforeTests(() => site.operator('editor'));

const upload = (bytes: Uint8Array, name = 'cover.png', type = 'image/png') =>
	editor.upload('/console/media', { name, bytes, type });

it('a picture is taken in, served anew encoded without what came with it, and is on record', async () => {
	const bytes = await sharp({ create: { width: 500, height: 300, channels: 3, background: '#2fd3c2' } })
		.withExif({ IFD0: { Copyright: 'somebody’s secret' } })
		.jpeg()
		.toBuffer();
	const picture = dataOf(calls.uploadPicture, await upload(bytes, 'holiday.jpg', 'text/html'));
	expect(picture).toMatchObject({ width: 500, height: 300 });
	const served = await site.app.inject({ url: picture.url });
	expect(served.headers['content-type']).toBe('image/webp');
	expect((await sharp(served.rawPayload).metadata()).exif).toBeUndefined();
	expect((await site.trail(`media:${picture.media_id}`))[0]).toMatchObject({ after: { file: 'holiday.jpg' } });
});

it.each([
	['a file of an iPhone', Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1'), 'picture_unusable'],
	['ten megabytes', Buffer.alloc(10.1 * 1024 * 1024), 'file_too_large'],
])('%s is refused, and nothing of it is kept', async (what, bytes, error) => {
	const { body } = await upload(bytes, 'IMG_0001.JPG', 'image/jpeg');
	expect(body.error).toBe(error);
	// Named are the kind that was found and the kinds that work.
	if (what.includes('iPhone')) expect(body.message).toMatch(/HEIC.*JPEG, PNG, WebP, GIF or AVIF/);
	expect(await sql`select from media`.all(site.owner)).toHaveLength(1);
});

it('a changed policy reaches every copy in the schema, and leaves alone what was sanitized under the present one', async () => {
	const RAW = '<p>Film</p><iframe src="https://player.vimeo.com/video/1"></iframe><script>1</script>';
	const faults: string[] = [];
	const log = { error: (_fault: object, message: string) => void faults.push(message) };
	const { artistIds } = await site.contest('november', { artists: ['Ayu Bara'] });
	await someNews(site.owner, ['Tide']);
	await sql`insert into translation (subject, subject_id, language, title)
		values ('artist', ${String(artistIds[0])}, 'ko', '')`.run(site.owner);
	// Whatever the schema names so is a copy that fans are sent.
	const copies = await sql`select table_name as table, left(column_name, -5) as column from information_schema.columns
		where table_schema = 'public' and column_name like '%\\_html' order by 1`.all<{ table: string; column: string }>(
		site.owner,
	);
	expect(copies.map(({ table }) => table)).toEqual(['artist', 'news', 'site_setting', 'translation']);
	for (const { table, column } of copies)
		await site.owner.query({
			text: `update ${table} set ${column}_raw = $1, ${column}_html = 'old', ${column}_policy = $2`,
			values: [RAW, POLICY_VERSION - 1],
		});
	await rebuildCopies(site.owner, log);
	for (const { table, column } of copies) {
		const text = `select distinct ${column}_html as html, ${column}_policy as policy from ${table}`;
		expect(await site.owner.query({ text }), table).toEqual([sanitizeHtml(RAW)]);
	}
	await sql`update news set content_html = 'present'`.run(site.owner);
	await rebuildCopies(site.owner, log);
	expect(await sql`select distinct content_html from news`.column(site.owner)).toEqual(['present']);
	expect(faults).toEqual([]);
});

describe('the private link of an article', () => {
	const NOW = Date.parse('2026-05-04T03:00:00Z');
	let params: { news_id: number };

	beforeAll(async () => {
		await site.clock.set(new Date(NOW));
		Object.assign(editor, await editor.elsewhere());
		await someNews(site.owner, ['A first piece']);
		const words = { title: 'Not yet', content_raw: '<p>Soon</p>', cover_media_id: null, cover_alt: '' };
		const body = { ...words, category_id: 1, publish_local: null, hidden: true };
		params = { news_id: (await editor.data(calls.createNews, { body })).news.news_id };
	});

	const make = async () => (await editor.data(calls.makePreviewLink, { params })).path.replace('/news/', '');
	const read = (token: string) => site.ask({ path: `/news/preview/${token}` });

	it('shows the draft to whoever has it, is kept by nobody, and its token is stored nowhere', async () => {
		const token = await make();
		expect(token).toMatch(/^[\w-]{43}$/);
		const answer = await read(token);
		expect(answer.body.data).toMatchObject({ news: { title: 'Not yet', content: '<p>Soon</p>' } });
		expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
		expect((await site.ask({ path: `/news/detail/${params.news_id}` })).status).toBe(404);
		expect((await read('A'.repeat(43))).status).toBe(404);
		const page = await site.app.inject({ url: `/news/${token}` });
		expect([page.statusCode, page.body.includes('Not yet')]).toEqual([200, false]);
		expect(page.body).toContain('name="robots" content="noindex"');
		const stored = await sql`select preview_link::text from preview_link`.column(site.owner);
		expect(stored.join(' ')).not.toContain(token);
		expect(JSON.stringify(await site.trail(`news:${params.news_id}`))).not.toContain(token);
	});

	it('ends when it is ended, when a new one is made, and after seven days', async () => {
		const first = await make();
		const second = await make();
		expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200]);
		await editor.data(calls.endPreviewLink, { params });
		expect((await read(second)).status).toBe(404);
		const third = await make();
		expect((await editor.data(calls.readPreviewLink, { params })).ends_time).toBe(NOW / 1000 + 7 * 86_400);
		await site.clock.set(new Date(NOW + 7 * 86_400_000));
		expect((await read(third)).status).toBe(404);
	});
});

describe('a share picture', () => {
	const sharing = beforeTests(openSite);
	const contest = beforeTests(() => sharing.contest('november', { tab: 'solo' }));
	const artistId = () => contest.artistIds[0] ?? 0;

	const get = (url: string) => sharing.app.inject({ url });

	async function tagsOf(url: string): Promise<Map<string, string>> {
		const { body } = await get(url);
		const tags = body.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)">/g);
		return new Map(Array.from(tags, ([, name = '', content = '']) => [name, content.replaceAll('&amp;', '&')]));
	}

	const pictureOf = async (url: string) =>
		new URL((await tagsOf(url)).get('og:image') ?? 'http://localhost/none').pathname;

	describe('the head of a page', () => {
		it('names a PNG of 1200 by 630 pixels, which may be cached for ever', async () => {
			const tags = await tagsOf(`/artist/${artistId()}`);
			expect(Object.fromEntries(tags)).toMatchObject({
				'og:image': expect.stringMatching(/^http:\/\/localhost:3000\/share\/artist\/\d+\.en\.[0-9a-f]{16}\.png$/),
				'og:image:width': '1200',
				'og:image:height': '630',
				'og:image:type': 'image/png',
				'twitter:card': 'summary_large_image',
			});
			const response = await get(await pictureOf(`/artist/${artistId()}`));
			expect(response.headers).toMatchObject({
				'content-type': 'image/png',
				'cache-control': 'public, max-age=31536000, immutable',
			});
			expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
		});

		it('names the picture of a vote or a result where the address speaks of one, in the language of who shared it', async () => {
			await sharing.contest('october', { startsIn: -40, endsIn: -5 });
			for (const [address, picture] of [
				[`/artist/${artistId()}?voted=november&share=ko`, /^\/share\/vote\/november\.\d+\.ko\./],
				[`/leader-board?main_tab=solo&voted=${artistId()}`, /^\/share\/vote\/november\./],
				['/leader-board?main_tab=solo&sub_tab=champion&ended=october', /^\/share\/chart\/october\./],
			] as const) {
				expect(await pictureOf(address)).toMatch(picture);
				expect((await tagsOf(address)).get('og:url')).toBe(`http://localhost:3000${address}`);
			}
		});

		it('keeps the usual picture where that vote cannot be', async () => {
			for (const [address, picture] of [
				[`/artist/${artistId()}?voted=nowhere`, /^\/share\/artist\//],
				['/leader-board?voted=999999', /^\/share\/chart\/november\./],
				['/leader-board?voted=%00', /^\/share\/chart\/november\./],
				['/leader-board?ended=nowhere', /^\/share\/chart\/november\./],
				['/', /^\/share\/site\//],
				['/store', /^\/none$/],
			] as const) {
				expect([address, await pictureOf(address)]).toEqual([address, expect.stringMatching(picture)]);
			}
		});
	});

	describe('a picture', () => {
		it('is the present one at an address with a made-up version, kept for a minute only', async () => {
			const present = await get(await pictureOf('/leader-board'));
			const madeUp = await get('/share/chart/november.en.0123456789abcdef.png');
			expect(madeUp.headers['cache-control']).toBe('public, max-age=60');
			expect(madeUp.rawPayload.equals(present.rawPayload)).toBe(true);
		});

		const nowhere = `artist/999999.en.0123456789abcdef.png artist/1.xx.0123456789abcdef.png
		artist/01.en.0123456789abcdef.png artist/1.en.0123456789ABCDEF.png artist/1.en.0123456789abcdef.svg
		vote/november.999999.en.0123456789abcdef.png vote/november.en.0123456789abcdef.png
		chart/nowhere.en.0123456789abcdef.png news/1.en.0123456789abcdef.png
		constructor/1.en.0123456789abcdef.png site/other.en.0123456789abcdef.png artist/1.en..png`;
		it.each(nowhere.split(/\s+/))('does not exist at /share/%s', async (name) => {
			expect((await get(`/share/${name}`)).statusCode).toBe(404);
		});
	});

	it('is drawn one after the other, once for all who ask; when too many wait, others get the picture of the site', async () => {
		const started: string[] = [];
		let finish: () => void = () => undefined;
		const finished = new Promise<void>((resolve) => (finish = resolve));
		const share = openSharePictures({
			boards: openBoards(sharing),
			async draw(facts, language) {
				started.push(`${facts.kind} ${language}`);
				await finished;
				return Buffer.from(`${facts.kind} ${language}`);
			},
		});
		const crowd = await sharing.contest('crowd', {
			artists: Array.from({ length: 30 }, (_, index) => `Singer ${index}`),
		});
		const read = (id: number) =>
			share.read(sharing.db, {
				subject: { kind: 'vote', rankingKey: 'crowd', artistId: id },
				language: 'en',
				version: '',
			});
		const first = crowd.artistIds[0] ?? 0;
		// With their facts known, all requests are at the same point when the first picture is begun.
		for (const id of crowd.artistIds) {
			await share.addressOf(sharing.db, { kind: 'vote', rankingKey: 'crowd', artistId: id }, 'en');
		}
		const pictures = Promise.all([first, first, first, ...crowd.artistIds.slice(1)].map(read));
		await expect.poll(() => started).toEqual(['vote en']);
		finish();
		const own = (await pictures).map((picture) => picture?.own);
		expect(own.filter((yes) => yes)).toHaveLength(22);
		expect(own.filter((yes) => !yes)).toHaveLength(10);
		expect(started.filter((drawn) => drawn === 'vote en')).toHaveLength(20);
		expect(started.filter((drawn) => drawn === 'site en')).toHaveLength(1);
	});

	it.each(['203.0.113.7', '2001:db8:0:7::'])(
		'pictures that one client asks for without an end leave enough for the links of everybody else: %s',
		async (network) => {
			const share = openSharePictures({ boards: openBoards(sharing), draw: async () => Buffer.from('a picture') });
			const key = `flood-${crypto.randomUUID().slice(0, 8)}`;
			const artists = Array.from({ length: 30 }, (_, index) => `Singer ${index}`);
			const { artistIds } = await sharing.contest(key, { artists });
			const languages = ['en', 'ko', 'ja', 'th'] as const;
			const subjects = artistIds.map((id) => ({ kind: 'vote' as const, rankingKey: key, artistId: id }));
			const wanted = subjects.flatMap((subject) => languages.map((language) => ({ subject, language, version: '' })));
			/** How many of these are drawn for an address. */
			const drawnOf = async (some: typeof wanted, address: (index: number) => string) => {
				let own = 0;
				for (const [index, each] of some.entries()) {
					if ((await share.read(sharing.db, each, address(index)))?.own) own += 1;
				}
				return own;
			};
			const client = (index: number) => (network.includes(':') ? `${network}${index.toString(16)}` : network);
			// One that reads links for many has more than the part of a client.
			const own = await drawnOf(wanted.slice(0, 100), client);
			expect(own).toBeGreaterThan(40);
			expect(own).toBeLessThan(60);
			expect(await drawnOf(wanted.slice(100, 105), () => '198.51.100.1')).toBe(5);
		},
	);
});
