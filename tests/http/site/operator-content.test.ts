/** Operators write, schedule and hide; fans see what is theirs to see. */
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import { sql } from '#server/kernel/database.ts';
import { artistFields, type ArtistFields } from '../../fixtures/site/artists.ts';
import { beforeTests, openSite } from '../../fixtures/site/site.ts';
import * as calls from '../../fixtures/site/calls.ts';

let picture: string;

const site = beforeTests(openSite);
const editor = beforeTests(() => site.operator('editor'));
const finance = beforeTests(() => site.operator('finance'));
beforeAll(async () => {
	picture = randomBytes(16).toString('hex');
	await sql`insert into media (media_id, width, height) values (${picture}, 10, 10)`.run(site.owner);
});

const asFan = async (path: string) => (await site.ask({ path })).body.data as Record<string, unknown>;
const SCRIPT = '<p onclick="x()">Hello<script>alert(1)</script><img src="https://spy.example/a.png"></p>';

describe('an artist', () => {
	const anArtist = (changes: Partial<ArtistFields> = {}) =>
		artistFields({
			kind: 'solo',
			gender: 1,
			birthday: '2001-02-03',
			avatar_media_id: picture,
			description_raw: SCRIPT,
			hidden: true,
			...changes,
		});
	const create = async (changes: Partial<ArtistFields> = {}) =>
		(await editor.data(calls.createArtist, { body: anArtist(changes) })).artist;
	const edit = (artistId: number, body: InputOf<typeof calls.editArtist>['body']) =>
		editor.ask(calls.editArtist, { params: { artist_id: artistId }, body });

	it('is nobody’s until shown, and served without script', async () => {
		const { artist_id: id, version, description_html: html } = await create();
		expect(html).toBe('<p>Hello</p>');
		expect((await site.ask({ path: `/artists/detail/${id}` })).status).toBe(404);
		expect((await edit(id, { version, ...anArtist({ hidden: false }) })).status).toBe(200);
		expect(await asFan(`/artists/detail/${id}`)).toMatchObject({ artist: { description: '<p>Hello</p>' } });
		expect(await site.trail(`artist:${id}`)).toMatchObject([
			{ action: 'artist.edit', before: { hidden: true }, after: { hidden: false } },
			{ action: 'artist.create', before: null },
		]);
	});

	it('who is a person has a birthday, and who stands in a running ranking cannot vanish from it', async () => {
		const { artist_id: id, version } = await create();
		expect((await edit(id, { version, ...anArtist({ birthday: null }) })).body.error).toBe('solo_incomplete');
		const { artistIds } = await site.contest('has-artists');
		const body = { version: 1, ...anArtist({ hidden: true, avatar_media_id: null }) };
		expect((await edit(artistIds[0] ?? 0, body)).body.error).toBe('artist_in_ranking');
	});
});

describe('news', () => {
	type Fields = InputOf<typeof calls.createNews>['body'];
	let category: number;
	beforeAll(async () => {
		const body = { name: 'Articles', key: 'article', position: 1 };
		const { categories } = await editor.data(calls.createCategory, { body });
		category = categories[0]?.category_id ?? 0;
	});
	const aPiece = (changes: Partial<Fields> = {}): Fields => ({
		category_id: category,
		title: 'A new stage',
		cover_media_id: null,
		cover_alt: '',
		content_raw: SCRIPT,
		publish_local: '2026-01-01T09:00',
		hidden: false,
		...changes,
	});
	const create = async (changes: Partial<Fields> = {}) =>
		(await editor.data(calls.createNews, { body: aPiece(changes) })).news;
	const edit = (params: { news_id: number }, body: InputOf<typeof calls.editNews>['body']) =>
		editor.ask(calls.editNews, { params, body });
	const show = (id: number, version: number, hidden = false) =>
		editor.data(calls.setNewsHidden, { body: { items: [{ id, version }], hidden, dry_run: false } });
	const statusForFans = async (id: number) => (await site.ask({ path: `/news/detail/${id}` })).status;

	it('that is a draft or scheduled is nobody’s; it appears when its time has come, on the site’s clock', async () => {
		const draft = await create({ hidden: true });
		const scheduled = await create({ publish_local: '2040-05-01T10:00' });
		const shown = await create();
		expect([draft, scheduled, shown].map((piece) => piece.visibility)).toEqual(['hidden', 'scheduled', 'visible']);
		const statuses = await Promise.all([draft, scheduled, shown].map(({ news_id }) => statusForFans(news_id)));
		expect(statuses).toEqual([404, 404, 200]);
		expect(JSON.stringify(await asFan('/news/latest-list'))).not.toMatch(/alert|onclick|spy/);
		expect(await asFan('/news/latest-list')).toMatchObject({ total: 1 });
		await site.clock.set(new Date('2040-05-01T10:00+09:00'));
		expect(await statusForFans(scheduled.news_id)).toBe(200);
		await site.clock.run();
	});

	const byEditor = (news_id: number, version: number) =>
		edit({ news_id }, { version, ...aPiece({ publish_local: null }) });
	it.each([
		['list', show],
		['editor', byEditor],
	])('has no date as a draft, and gets that of the moment when it is published from its %s', async (_from, publish) => {
		const draft = await create({ hidden: true, publish_local: null });
		expect(draft).toMatchObject({ publish_local: null, published_time: null, visibility: 'hidden' });
		const on = new Date(new Date(Date.now() + 600_000).setMilliseconds(0));
		await site.clock.set(on);
		await publish(draft.news_id, draft.version);
		await site.clock.run();
		const read = async () => (await editor.data(calls.readNews, { params: draft })).news;
		expect((await read()).published_time).toBe(on.getTime() / 1000);
		// Taken back and shown again, it is as old as it is.
		await show(draft.news_id, 2, true);
		await show(draft.news_id, 3);
		expect((await read()).published_time).toBe(on.getTime() / 1000);
	});

	it('keeps its time of publication when it is edited', async () => {
		const { news_id, version, published_time: published } = await create();
		const edited = await edit({ news_id }, { version, ...aPiece({ title: 'Better' }) });
		const kept = { title: 'Better', version: 2, published_time: published };
		expect(edited.body.data).toMatchObject({ news: kept });
		const elsewhere = { version: 2, ...aPiece({ category_id: 999 }) };
		expect((await edit({ news_id }, elsewhere)).body.error).toBe('category_not_found');
	});

	it('keeps its category: one in use is not removed, a key is nobody else’s', async () => {
		const body = { name: 'Videos', key: 'video', position: 2 };
		const { categories } = await editor.data(calls.createCategory, { body });
		const videos = categories.find(({ key }) => key === 'video');
		expect(await editor.outcome(calls.createCategory, { body })).toBe('key_taken');
		const params = { category_id: videos?.category_id ?? 0 };
		const taken = { version: 1, ...body, key: 'article' };
		expect(await editor.outcome(calls.editCategory, { params, body: taken })).toBe('key_taken');
		const inUse = { params: { category_id: category } };
		expect(await editor.outcome(calls.removeCategory, inUse)).toBe('category_in_use');
		expect((await editor.data(calls.removeCategory, { params })).categories).toHaveLength(1);
	});
});

describe('what surrounds the charts', () => {
	const pictures = () => ({ media_id: picture, pc_media_id: picture, hidden: false });
	const always = { starts_local: '2020-01-01T00:00', ends_local: '2040-01-01T00:00' };
	const banner = () => {
		const link = { link_url: '/store', new_window: true, starts_local: null, ends_local: null };
		return { ...pictures(), ...link, position: 1, alt: 'A sale of gems' };
	};

	it('a banner shows in its time, unless hidden', async () => {
		const make = (changes: object) => editor.data(calls.createBanner, { body: { ...banner(), ...changes } });
		await make({ hidden: true });
		await make({ starts_local: '2040-01-01T00:00' });
		await make({ ends_local: '2020-01-01T00:00' });
		const { banners } = await make(always);
		expect(banners.map((row) => row.visibility)).toEqual(['hidden', 'scheduled', 'over', 'visible']);
		const shown = (await asFan('/configurations/banners'))['banners'];
		expect(shown).toMatchObject([{ alt: 'A sale of gems', link_target: '_blank', link_url: '/store' }]);
		const body = { ...banner(), starts_local: '2030-01-01T00:00', ends_local: '2030-01-01T00:00' };
		expect(await editor.outcome(calls.createBanner, { body })).toBe('period_invalid');
	});

	it('a pop-up and a picture page are seen until hidden', async () => {
		const popUp = { media_id: picture, alt: 'Hello', link_url: null, hidden: false, ...always };
		const { pop_ups } = await editor.data(calls.createPopUp, { body: popUp });
		expect(await asFan('/configurations/site')).toMatchObject({ pop_up: { alt: 'Hello' } });
		const params = { pop_up_id: pop_ups[0]?.pop_up_id ?? '' };
		await editor.data(calls.editPopUp, { params, body: { version: 1, ...popUp, hidden: true } });
		expect(await asFan('/configurations/site')).toMatchObject({ pop_up: null });

		const view = { view_id: 'guide', ...pictures(), alt: 'How to vote' };
		await editor.data(calls.createView, { body: view });
		expect(await editor.outcome(calls.createView, { body: view })).toBe('key_taken');
		expect((await site.ask({ path: '/configurations/view-detail?id=guide' })).status).toBe(200);
		const { view_id, ...fields } = view;
		const body = { version: 1, ...fields, hidden: true };
		await editor.data(calls.editView, { params: { view_id }, body });
		expect((await site.ask({ path: '/configurations/view-detail?id=guide' })).status).toBe(404);
	});

	it('vote entry cards are set all at once, in order', async () => {
		await site.contest('card-one', { type: 'theme' });
		const card = (main_tab: string, ranking_key: string, rank_name = `Vote ${main_tab}`) => {
			return { main_tab, ranking_key, rank_name, background_media_id: null };
		};
		const set = (version: number, ...cards: ReturnType<typeof card>[]) =>
			editor.outcome(calls.setEntryCards, { body: { version, cards } });
		expect(await set(1, card('b', 'card-one'), card('a', 'has-artists'))).toBe(200);
		expect(await set(1)).toBe('stale_edit');
		expect(await set(2, card('a', 'nowhere'))).toBe('ranking_not_found');
		expect(await set(2, card('a', 'card-one'), card('a', 'card-one'))).toBe('key_taken');
		const namesake = card('c', 'has-artists', 'VOTE a');
		expect(await set(2, card('a', 'card-one'), namesake)).toBe('tab_name_taken');
		const { cards } = await editor.data(calls.readEntryCards);
		expect(cards.map(({ main_tab }) => main_tab)).toEqual(['b', 'a']);
	});
});

describe('settings', () => {
	const why = 'agreed on Monday';

	it('of the site and of the economy do not overwrite each other', async () => {
		const { settings } = await editor.data(calls.readSettings);
		const { product, contact_mail, social_links, timezone, timezone_name, version } = settings;
		const names = { product, contact_mail, social_links, timezone, timezone_name };
		const edit = (changes: object, from = version) =>
			editor.outcome(calls.editSettings, { body: { version: from, ...names, why, ...changes } });
		expect(await edit({ timezone: 'Mars/Olympus' })).toBe('timezone_unknown');
		expect(await edit({ product: 'Lightstick Seoul' })).toBe(200);
		expect(await edit({})).toBe('stale_edit');
		const body = { version: version + 1, ticket2gem_ratio: 12, currency_name: 'KRW', currency_symbol: '₩', why };
		await finance.data(calls.editEconomy, { body });
		expect(await asFan('/configurations/site')).toMatchObject({
			product: 'Lightstick Seoul',
			ticket2gem_ratio: 12,
			currency_config: { currency_name: 'KRW', currency_symbol: '₩' },
		});
		expect((await site.trail('settings'))[0]).toMatchObject({ why, before: { ticket2gem_ratio: 10 } });
	});

	it('of the check-in change what the next claim gives, and its rule without script', async () => {
		const { check_in: before } = await finance.data(calls.readCheckInSettings);
		const rewards = [1, 2, 3, 4, 5, 6, 7];
		const body = { version: before.version, rewards, restarts_after_miss: true, why };
		await finance.data(calls.editCheckInRewards, { body });
		const rule = { version: before.version + 1, rule_raw: SCRIPT };
		await editor.data(calls.editCheckInRule, { body: rule });
		expect(await editor.outcome(calls.editCheckInRule, { body: rule })).toBe('stale_edit');
		const config = await asFan('/checkin/config');
		expect(config).toMatchObject({ checkin_rule: '<p>Hello</p>' });
		expect((config['checkin_configs'] as { gem_number: number }[]).map((day) => day.gem_number)).toEqual(rewards);
	});
});
