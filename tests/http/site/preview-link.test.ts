/** The private link of an article: it shows a draft to whoever has it, to nobody else, and ends. */
import { beforeAll, expect, it } from 'vitest';
import { createNews, endPreviewLink, makePreviewLink, readPreviewLink } from '#contract/operator/news.ts';
import { sql } from '#server/kernel/database.ts';
import { buildWhenStale } from '../../../scripts/lib/steps.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aColleague, dataAs, trailOf } from '../../fixtures/operators/operators.ts';
import { someNews } from '../../fixtures/site/news.ts';
import { openSite } from '../../fixtures/site/site.ts';

beforeAll(() => buildWhenStale());
const site = beforeTests(openSite);
const editor = beforeTests(() => aColleague(site.owner, 'editor'));
const NOW = Date.parse('2026-05-04T03:00:00Z');
let params: { news_id: number };

beforeAll(async () => {
	await site.clock.set(new Date(NOW));
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
