/** Operators translate content; fans get it in their language, and the original where there is no translation. */
import { beforeAll, describe, expect, it } from 'vitest';
import * as translations from '#contract/operator/translations.ts';
import * as settings from '#contract/operator/site/settings.ts';
import { cacheKeys } from '#contract/values/first-screen.ts';
import { sql } from '#server/kernel/sql.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aColleague, askAs, dataAs, trailOf } from '../../fixtures/operators/operators.ts';
import { openSite } from '../../fixtures/site/site.ts';
import { aWholeSite } from '../../fixtures/site/whole-site.ts';
import { buildWhenStale } from '../../../scripts/lib/steps.ts';

beforeAll(() => buildWhenStale());
const site = beforeTests(openSite);
beforeAll(() => aWholeSite(site));
const editor = beforeTests(() => aColleague(site.owner, 'editor'));

type Words = { title?: string; text_raw?: string; version?: number | null };

const save = (subject: 'news' | 'artist' | 'banner', id: number, language: 'ko' | 'ja', words: Words) =>
	askAs(site, editor, translations.saveTranslation, {
		params: { subject, subject_id: id, language },
		body: { title: '', text_raw: '', version: null, ...words },
	});
const asFan = async (path: string) => (await site.ask({ path })).body.data as Record<string, unknown>;

describe('a translated article', () => {
	it('is read, listed and found in its language, and in the original elsewhere', async () => {
		const original = (await asFan('/news/detail/1'))['news'] as { title: string; content: string };
		const text_raw = '<p onclick="x()">오늘 밤<script>alert(1)</script></p>';
		expect((await save('news', 1, 'ko', { title: '새 무대', text_raw })).status).toBe(200);

		expect(await asFan('/news/detail/1?lang=ko')).toMatchObject({
			news: { title: '새 무대', content: '<p>오늘 밤</p>', lang: 'ko' },
		});
		for (const query of ['', '?lang=en', '?lang=th']) {
			expect(await asFan(`/news/detail/1${query}`)).toMatchObject({ news: { ...original, lang: 'en' } });
		}
		expect(await asFan('/news/list?lang=ko&search_keyword=%EC%83%88')).toMatchObject({
			news_list: [{ id: 1, title: '새 무대', lang: 'ko' }],
			total: 1,
		});
		expect(await asFan('/news/list?search_keyword=%EC%83%88')).toMatchObject({ total: 0 });
		expect((await site.ask({ path: '/news/detail/1?lang=tlh' })).status).toBe(400);
	});

	it('stands in the page that the server writes in that language', async () => {
		const { body } = await site.app.inject({ url: '/news/1', headers: { 'accept-language': 'ko' } });
		expect(body).toContain('<title>새 무대 · Lightstick</title>');
		const [, json = '{}'] = /id="first-screen"[^>]*>([^<]*)</.exec(body) ?? [];
		const screen: Record<string, unknown> = JSON.parse(json);
		expect(screen[JSON.stringify(cacheKeys.article('1'))]).toMatchObject({ news: { lang: 'ko' } });
	});

	it('is changed from its latest version only, and on the record', async () => {
		expect((await save('news', 1, 'ko', { title: 'x' })).body).toMatchObject({ error: 'stale_edit' });
		expect((await save('news', 1, 'ko', { title: '다시', version: 1 })).status).toBe(200);
		expect((await save('news', 1, 'ko', { title: 'x', version: 1 })).body).toMatchObject({ error: 'stale_edit' });
		expect((await save('news', 999_999, 'ko', { title: 'x' })).body).toMatchObject({ error: 'not_found' });
		expect(await trailOf(site, 'news:1')).toMatchObject([
			{ action: 'translation.save', before: { title: '새 무대' }, after: { title: '다시', version: 2 } },
			{ action: 'translation.save', before: null },
		]);
	});

	it('is marked while the original has other texts than when it was saved', async () => {
		const params = { subject: 'news', subject_id: 1 } as const;
		const marks = async () =>
			(await dataAs(site, editor, translations.listTranslations, { params })).translations.map(
				(one) => one.is_outdated,
			);
		expect(await marks()).toEqual([false]);
		await sql`update news set hidden_at = null, version = version + 1 where news_id = 1`.run(site.owner);
		expect(await marks()).toEqual([false]);
		await sql`update news set content_raw = content_raw || '<p>More</p>' where news_id = 1`.run(site.owner);
		expect(await marks()).toEqual([true]);
		expect((await save('news', 1, 'ko', { title: '다시', version: 2 })).status).toBe(200);
		expect(await marks()).toEqual([false]);
	});

	it('is the original again once the translation is removed', async () => {
		const params = { subject: 'news', subject_id: 1, language: 'ko' } as const;
		expect(await dataAs(site, editor, translations.removeTranslation, { params })).toMatchObject({ translations: [] });
		expect(await asFan('/news/detail/1?lang=ko')).toMatchObject({ news: { lang: 'en' } });
		const again = await askAs(site, editor, translations.removeTranslation, { params });
		expect(again.body).toMatchObject({ error: 'not_found' });
	});
});

it('an artist has a description, and a banner an alt text, in each language', async () => {
	await save('artist', 1, 'ja', { text_raw: '<p>歌手</p>' });
	expect(await asFan('/artists/detail/1?lang=ja')).toMatchObject({
		artist: { description: '<p>歌手</p>', lang: 'ja' },
	});
	expect(await asFan('/artists/detail/1')).toMatchObject({ artist: { lang: 'en' } });
	await save('banner', 1, 'ja', { title: '一夜限り' });
	const altsIn = async (query: string) =>
		((await asFan(`/configurations/banners${query}`))['banners'] as { alt: string; lang: string }[]).map(
			({ alt, lang }) => [lang, alt],
		);
	expect(await altsIn('?lang=ja')).toContainEqual(['ja', '一夜限り']);
	expect((await altsIn('')).map(([lang]) => lang)).not.toContain('ja');
});

it('the original is marked with the language that operators write in', async () => {
	const { settings: now } = await dataAs(site, editor, settings.readSettings, {});
	const { ticket2gem_ratio: _, currency_name: __, currency_symbol: ___, ...names } = now;
	await dataAs(site, editor, settings.editSettings, {
		body: { ...names, content_language: 'ko', why: 'We write Korean' },
	});
	expect(await asFan('/news/detail/1')).toMatchObject({ news: { lang: 'ko' } });
});
