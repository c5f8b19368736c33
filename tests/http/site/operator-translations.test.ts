/** Operators translate content; fans get it in their language, and the original where there is no translation. */
import { beforeAll, describe, expect, it } from 'vitest';
import { STATUS_PATH } from '#contract/pages.ts';
import { sql } from '#server/kernel/database.ts';
import { anIncident } from '../../fixtures/incidents/incidents.ts';
import { aPopUp, aWholeSite } from '../../fixtures/site/whole-site.ts';
import { beforeTests, openSite } from '../../fixtures/site/site.ts';
import * as calls from '../../fixtures/site/calls.ts';

const site = beforeTests(() => openSite({ pages: true }));
beforeAll(() => aWholeSite(site));
const editor = beforeTests(() => site.operator('editor'));

type Words = { title?: string; text_raw?: string; more?: calls.Translation['more']; version?: number | null };

type Subject = calls.TranslationSubject;

const save = (subject: Subject, id: string, language: 'ko' | 'ja' | 'th' | 'vi', words: Words) =>
	editor.outcome(calls.saveTranslation, {
		params: { subject, subject_id: id, language },
		body: { title: '', text_raw: '', more: [], version: null, ...words },
	});
const pageIn = async (language: string, url: string) =>
	(await site.app.inject({ url, headers: { 'accept-language': language } })).body;
const asFan = async (path: string) => (await site.ask({ path })).body.data as Record<string, unknown>;

describe('a translated article', () => {
	it('is read, listed and found in its language, and in the original elsewhere', async () => {
		const original = (await asFan('/news/detail/1'))['news'] as { title: string; content: string };
		const text_raw = '<p onclick="x()">오늘 밤<script>alert(1)</script></p>';
		expect(await save('news', '1', 'ko', { title: '새 무대', text_raw })).toBe(200);

		const korean = { title: '새 무대', content: '<p>오늘 밤</p>', lang: 'ko' };
		expect(await asFan('/news/detail/1?lang=ko')).toMatchObject({ news: korean });
		for (const query of ['', '?lang=en', '?lang=th']) {
			expect(await asFan(`/news/detail/1${query}`)).toMatchObject({ news: { ...original, lang: 'en' } });
		}
		const found = { news_list: [{ id: 1, title: '새 무대', lang: 'ko' }], total: 1 };
		expect(await asFan('/news/list?lang=ko&search_keyword=%EC%83%88')).toMatchObject(found);
		expect(await asFan('/news/list?search_keyword=%EC%83%88')).toMatchObject({ total: 0 });
		expect((await site.ask({ path: '/news/detail/1?lang=tlh' })).status).toBe(400);
	});

	it('is changed from its latest version only, and on the record', async () => {
		expect(await save('news', '1', 'ko', { title: 'x' })).toBe('stale_edit');
		expect(await save('news', '1', 'ko', { title: '다시', version: 1 })).toBe(200);
		expect(await save('news', '1', 'ko', { title: 'x', version: 1 })).toBe('stale_edit');
		expect(await save('news', '999999', 'ko', { title: 'x' })).toBe('not_found');
		expect(await site.trail('news:1')).toMatchObject([
			{ action: 'translation.save', before: { title: '새 무대' }, after: { title: '다시', version: 2 } },
			{ action: 'translation.save', before: null },
		]);
	});

	it('is marked while the original has other texts than when it was saved', async () => {
		const params = { subject: 'news', subject_id: '1' } as const;
		const marks = async () => {
			const listed = await editor.data(calls.listTranslations, { params });
			return listed.translations.map((one) => one.is_outdated);
		};
		expect(await marks()).toEqual([false]);
		await sql`update news set hidden_at = null, version = version + 1 where news_id = 1`.run(site.owner);
		expect(await marks()).toEqual([false]);
		await sql`update news set content_raw = content_raw || '<p>More</p>' where news_id = 1`.run(site.owner);
		expect(await marks()).toEqual([true]);
		expect(await save('news', '1', 'ko', { title: '다시', version: 2 })).toBe(200);
		expect(await marks()).toEqual([false]);
	});

	it('is the original again once the translation is removed', async () => {
		const params = { subject: 'news', subject_id: '1', language: 'ko' } as const;
		expect(await editor.data(calls.removeTranslation, { params })).toMatchObject({ translations: [] });
		expect(await asFan('/news/detail/1?lang=ko')).toMatchObject({ news: { lang: 'en' } });
		expect(await editor.outcome(calls.removeTranslation, { params })).toBe('not_found');
	});
});

const incidentId = async () => String((await anIncident(site, editor)).incident_id);

/** Where fans read each, by a call and on a page, and the key of one that they read. */
const READS: Record<Subject, { path: string; page: string | null; id: () => Promise<string> | string }> = {
	news: { path: '/news/detail/2', page: '/news/2', id: () => '2' },
	artist: { path: '/artists/detail/1', page: '/artist/1', id: () => '1' },
	banner: { path: '/configurations/banners', page: '/', id: () => '1' },
	pop_up: { path: '/configurations/site', page: '/', id: () => aPopUp(site.owner, null) },
	view: { path: '/configurations/view-detail?id=hall', page: '/views/hall', id: () => 'hall' },
	category: { path: '/news/categories', page: '/news', id: () => '1' },
	incident: { path: '/configurations/site', page: STATUS_PATH, id: incidentId },
	ranking: { path: '/configurations/site', page: '/leader-board?main_tab=solo', id: () => 'november' },
	entry_card: { path: '/configurations/site', page: '/', id: () => 'solo' },
	check_in: { path: '/checkin/config', page: null, id: () => 'rule' },
};
const subjects = calls.translationSubject.options.map((subject) => ({ subject, ...READS[subject] }));

describe.each(subjects)('the translation of $subject', ({ subject, path, page, id }) => {
	const { title, text_raw: long } = calls.translated[subject];
	const read = (language: string) =>
		site.ask({ path: `${path}${path.includes('?') ? '&' : '?'}lang=${language}` }).then(({ text }) => text);
	/** Answers may be some moments old. */
	const readsOwn = (language: string, is: boolean) =>
		expect.poll(() => read(language)).toSatisfy((text: string) => text.includes('一夜限り') === is);

	it('is read in its language once all its texts are there, and the original elsewhere and again after it', async () => {
		const subjectId = await id();
		const own =
			title === undefined ? { text_raw: '<p>一夜限り</p>' } : { title: '一夜限り', text_raw: long ? '<p>x</p>' : '' };
		expect(await save(subject, subjectId, 'ja', own)).toBe(200);
		await readsOwn('ja', true);
		await readsOwn('ko', false);
		if (page !== null) await expect.poll(() => pageIn('ja', page)).toContain('一夜限り');
		await save(subject, subjectId, 'ja', { title: '', text_raw: '', version: 1 });
		await readsOwn('ja', false);
		expect(await read('ja')).toContain((await read('en')).slice(-40));
		expect(await save(subject, 'nowhere', 'ja', own)).toBe('not_found');
	});
});

it.each([
	['news', '1', '/news/detail/1', 'A stage'],
	['ranking', 'november', '/configurations/site', 'November'],
] as const)('the text alternative of the cover of %s has its own language', async (subject, id, path, original) => {
	const read = async (language: string) => (await site.ask({ path: `${path}?lang=${language}` })).text;
	const texts = { title: 'Đêm nay', text_raw: '<p>x</p>' };
	expect(await save(subject, id, 'vi', texts)).toBe(200);
	const params = { subject, subject_id: id };
	const { more } = await editor.data(calls.listTranslations, { params });
	expect(more).toMatchObject([{ name: 'cover_alt', text: original }]);
	await expect.poll(() => read('vi')).toContain('Đêm nay');
	expect(await read('vi')).toContain(`"cover_alt":"${original}","cover_lang":"en"`);
	await save(subject, id, 'vi', { ...texts, more: [{ name: 'cover_alt', text: 'Sân khấu' }], version: 1 });
	await expect.poll(() => read('vi')).toContain('"cover_alt":"Sân khấu","cover_lang":"vi"');
	expect(await read('ja')).toContain(`"cover_alt":"${original}","cover_lang":"en"`);
});

it('each update of an incident is read in its language, and the original until it is translated', async () => {
	const incident = await anIncident(site, editor, 'Slow charts');
	const id = String(incident.incident_id);
	const { params, words } = { params: { subject: 'incident', subject_id: id } as const, words: 'Charts are back.' };
	const [first] = (await editor.data(calls.listTranslations, { params })).more;
	const more = [{ name: first?.name ?? '', text: 'Đang tìm nguyên nhân' }];
	await save('incident', id, 'vi', { title: 'Chậm', more });
	const { incident_id, version } = incident;
	const body = { version, state: 'monitoring' as const, words };
	await editor.data(calls.updateIncident, { params: { incident_id }, body });
	const updates = async (language: string) => {
		const page = await pageIn(language, STATUS_PATH);
		const [, own = ''] = page.split(`id="incident-${id}"`);
		return [...(own.split('</article>')[0] ?? '').matchAll(/<p class="muted breaks" lang="(.*?)">(.*?)</g)].map(
			([, lang, text]) => `${lang}: ${text}`,
		);
	};
	const asWritten = [`en: ${words}`, 'en: Some votes fail. We are looking for the cause.'];
	await expect.poll(() => updates('vi')).toEqual([asWritten[0], 'vi: Đang tìm nguyên nhân']);
	expect(await updates('ja')).toEqual(asWritten);
	const { translations: after } = await editor.data(calls.listTranslations, { params });
	expect(after.map(({ is_outdated: outdated }) => outdated)).toEqual([true]);
});

it('a translation goes with what it translates', async () => {
	const left = () => sql`select subject, subject_id from translation where language = 'th'`.all(site.owner);
	const made = await editor.data(calls.createCategory, { body: { name: 'Gone', key: 'gone', position: 9 } });
	const id = made.categories.find(({ key }) => key === 'gone')?.category_id ?? 0;
	await save('category', String(id), 'th', { title: 'หายไป' });
	expect(await left()).toEqual([{ subject: 'category', subject_id: String(id) }]);
	await editor.ask(calls.removeCategory, { params: { category_id: id } });
	expect(await left()).toEqual([]);
	await save('entry_card', 'music', 'th', { title: 'เพลง' });
	const { cards, version } = await editor.data(calls.readEntryCards);
	const keep = (some: typeof cards, of: number) => {
		const sent = some.map(({ ranking_type: _, background: __, ...card }) => card);
		return editor.data(calls.setEntryCards, { body: { version: of, cards: sent } });
	};
	const kept = await keep(cards.toReversed(), version);
	expect(await left()).toHaveLength(1);
	const others = cards.filter(({ main_tab: tab }) => tab !== 'music');
	await keep(others, kept.version);
	expect(await left()).toEqual([]);
});

it('the original is marked with the language that operators write in', async () => {
	const { settings: now } = await editor.data(calls.readSettings);
	const { ticket2gem_ratio: _, currency_name: __, currency_symbol: ___, ...names } = now;
	const body = { ...names, content_language: 'ko' as const, why: 'We write Korean' };
	await editor.data(calls.editSettings, { body });
	expect(await asFan('/news/detail/1')).toMatchObject({ news: { lang: 'ko' } });
});
