/** Pictures of operators, text that is sanitized again, and the private link of an article. */
import { crc32, deflateSync } from 'node:zlib';
import { expect, it, beforeAll, describe } from 'vitest';
import { uploadPicture } from '#contract/operator/media.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aColleague, aSession, trailOf, uploadAs, dataAs } from '../../fixtures/operators/operators.ts';
import { dataOf, openSite } from '../../fixtures/site/site.ts';
import { POLICY_VERSION, sanitizeHtml } from '#server/content/html.ts';
import { rebuildCopies } from '#server/content/rebuild.ts';
import { sql } from '#server/kernel/database.ts';
import { someNews } from '../../fixtures/site/news.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { createNews, endPreviewLink, makePreviewLink, readPreviewLink } from '#contract/operator/news.ts';
import { buildWhenStale } from '../../../scripts/lib/steps.ts';
import sharp from 'sharp';

beforeAll(() => buildWhenStale());
const site = beforeTests(openSite);
const editor = beforeTests(() => aColleague(site.owner, 'editor'));

const upload = (bytes: Uint8Array, name = 'cover.png', type = 'image/png') =>
	uploadAs(site, editor, '/console/media', { name, bytes, type });

it('a picture is taken in, served anew encoded without what came with it, and is on record', async () => {
	const bytes = await sharp({ create: { width: 500, height: 300, channels: 3, background: '#2fd3c2' } })
		.withExif({ IFD0: { Copyright: 'somebody’s secret' } })
		.jpeg()
		.toBuffer();
	const picture = dataOf(uploadPicture, await upload(bytes, 'holiday.jpg', 'text/html'));
	expect(picture).toMatchObject({ width: 500, height: 300 });
	const served = await site.app.inject({ url: picture.url });
	expect(served.headers['content-type']).toBe('image/webp');
	expect((await sharp(served.rawPayload).metadata()).exif).toBeUndefined();
	expect((await trailOf(site, `media:${picture.media_id}`))[0]).toMatchObject({ after: { file: 'holiday.jpg' } });
});

it.each([
	['a file of an iPhone', Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1'), 'picture_unusable'],
	['a small file that unfolds into a huge picture', bomb(50_000, 50_000), 'picture_unusable'],
	['ten megabytes', Buffer.alloc(10.1 * 1024 * 1024), 'file_too_large'],
	['fifty megabytes', Buffer.alloc(50 * 1024 * 1024), 'file_too_large'],
])('%s is refused, and nothing of it is kept', async (what, bytes, error) => {
	const { body } = await upload(bytes, 'IMG_0001.JPG', 'image/jpeg');
	expect(body.error).toBe(error);
	// Named are the kind that was found and the kinds that work.
	if (what.includes('iPhone')) expect(body.message).toMatch(/HEIC.*JPEG, PNG, WebP, GIF or AVIF/);
	expect(await sql`select from media`.all(site.owner)).toHaveLength(1);
});

/** A PNG of so many pixels, all of one color, in a few hundred kilobytes or less. */
function bomb(width: number, height: number): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([1, 0, 0, 0, 0], 8);
	const pixels = deflateSync(Buffer.alloc(1_000_000));
	const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
	return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type), data]);
	const frame = Buffer.alloc(8);
	frame.writeUInt32BE(data.length, 0);
	frame.writeUInt32BE(crc32(body), 4);
	return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

describe('a changed policy', () => {
	const RAW = '<p>Film</p><iframe src="https://player.vimeo.com/video/1"></iframe><script>1</script>';
	const faults: string[] = [];
	const log = { error: (_fault: object, message: string) => void faults.push(message) };

	it('reaches every copy in the schema, and leaves alone what was sanitized under the present one', async () => {
		const { artistIds } = await aContest(site.owner, 'november', { artists: ['Ayu Bara'] });
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
});

describe('the private link of an article', () => {
	const NOW = Date.parse('2026-05-04T03:00:00Z');
	let params: { news_id: number };

	beforeAll(async () => {
		await site.clock.set(new Date(NOW));
		editor.cookie = await aSession(site.owner, editor.operatorId);
		await someNews(site.owner, ['A first piece']);
		const words = { title: 'Not yet', content_raw: '<p>Soon</p>', cover_media_id: null, cover_alt: '' };
		const body = { ...words, category_id: 1, publish_local: null, hidden: true };
		params = { news_id: (await dataAs(site, editor, createNews, { body })).news.news_id };
	});

	const make = async () => (await dataAs(site, editor, makePreviewLink, { params })).path.replace('/news/', '');
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
		expect(JSON.stringify(await trailOf(site, `news:${params.news_id}`))).not.toContain(token);
	});

	it('ends when it is ended, when a new one is made, and after seven days', async () => {
		const first = await make();
		const second = await make();
		expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200]);
		await dataAs(site, editor, endPreviewLink, { params });
		expect((await read(second)).status).toBe(404);
		const third = await make();
		expect((await dataAs(site, editor, readPreviewLink, { params })).ends_time).toBe(NOW / 1000 + 7 * 86_400);
		await site.clock.set(new Date(NOW + 7 * 86_400_000));
		expect((await read(third)).status).toBe(404);
	});
});
