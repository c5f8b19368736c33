/** Local times that operators send, in the nights in which clocks change: every call that takes one. */
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import { createArtist } from '#contract/operator/artists.ts';
import { editIncident, openIncident, updateIncident } from '#contract/operator/incidents/incidents.ts';
import * as news from '#contract/operator/news.ts';
import { listOrders } from '#contract/operator/orders.ts';
import * as rankings from '#contract/operator/rankings/rankings.ts';
import * as content from '#contract/operator/site/content.ts';
import { previewCase } from '#contract/operator/voting/cases.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aColleague, askAs, dataAs, type Colleague } from '../../fixtures/operators/operators.ts';
import { artistFields } from '../../fixtures/site/artists.ts';
import { openSite } from '../../fixtures/site/site.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

const ZONE = 'America/New_York';
const GAP = '2027-03-14T02:30';
const TWICE = '2027-11-07T01:30';
const FIRST = Date.parse('2027-11-07T05:30Z') / 1000;
const SECOND = FIRST + 3600;

const site = beforeTests(openSite);
const media = beforeTests(async () => {
	const id = randomBytes(16).toString('hex');
	await site.owner.query({ text: 'insert into media (media_id, width, height) values ($1, 10, 10)', values: [id] });
	return { id };
});
const category = beforeTests(async () => {
	const body = { name: 'Articles', key: 'article', position: 1 };
	const { categories } = await dataAs(site, await at('2027-01-01T00:00Z'), news.createCategory, { body });
	return { id: categories[0]?.category_id ?? 0 };
});
let keys = 0;

/** Turns the site's clock to a moment, in a zone with summer time. */
async function at(moment: string): Promise<Colleague> {
	await site.clock.set(new Date(moment));
	await site.owner.query({ text: 'update site_setting set timezone = $1', values: [ZONE] });
	return aColleague(site.owner, 'owner');
}

const bannerOf = (starts: string | null, ends: string | null) => ({
	position: 1,
	media_id: media.id,
	pc_media_id: media.id,
	alt: 'A sale of gems',
	link_url: null,
	new_window: false,
	starts_local: starts,
	ends_local: ends,
	hidden: false,
});
const popUpOf = (starts: string, ends: string) => ({
	media_id: media.id,
	alt: 'Hello',
	link_url: null,
	hidden: false,
	starts_local: starts,
	ends_local: ends,
});
const rankingOf = (starts: string, ends: string) => ({
	ranking_key: `night-${(keys += 1)}`,
	ranking_type: 'theme' as const,
	draft: true,
	title: 'Songs of the night',
	starts_local: starts,
	ends_local: ends,
	votes_per_fan_max: null,
	review_hours: 24,
	cover_media_id: null,
	cover_alt: '',
	cover_link_url: null,
});
const newsOf = (publish: string) => ({
	category_id: category.id,
	title: 'At night',
	cover_media_id: null,
	cover_alt: '',
	content_raw: '<p>Hello</p>',
	publish_local: publish,
	hidden: false,
});
const incidentOf = (starts: string) => ({
	title: 'Votes fail',
	parts: ['voting' as const],
	starts_local: starts,
	state: 'investigating' as const,
	words: 'We are looking.',
});

describe('a time that clocks skip is refused by its name', () => {
	const editor = beforeTests(() => at('2027-03-10T00:00Z'));
	const refusal = async <E extends Endpoint>(call: E, input: InputOf<E>) => {
		const { status, body } = await askAs(site, editor, call, input);
		return [status, body.message];
	};
	const named = (field: string) => [
		400,
		`${field}: 2027-03-14 02:30 does not exist in ${ZONE}, because clocks are set forward then`,
	];
	beforeEach(() => site.clock.set(new Date('2027-03-10T00:00Z')));

	it('by banners, pop-ups, rankings and news', async () => {
		const after = '2027-03-14T03:00';
		expect(await refusal(content.createBanner, { body: bannerOf(GAP, after) })).toEqual(named('starts_local'));
		expect(await refusal(content.createBanner, { body: bannerOf(null, GAP) })).toEqual(named('ends_local'));
		expect(await refusal(content.createPopUp, { body: popUpOf(GAP, after) })).toEqual(named('starts_local'));
		expect(await refusal(rankings.createRanking, { body: rankingOf(GAP, '2027-04-01T00:00') })).toEqual(
			named('starts_local'),
		);
		expect(await refusal(rankings.createRanking, { body: rankingOf('2027-03-12T00:00', GAP) })).toEqual(
			named('ends_local'),
		);
		expect(await refusal(news.createNews, { body: newsOf(GAP) })).toEqual(named('publish_local'));
	});

	it('by incidents and by the filter of a case', async () => {
		const late = await at('2027-03-20T00:00Z');
		const opened = await askAs(site, late, openIncident, { body: incidentOf(GAP) });
		expect([opened.status, opened.body.message]).toEqual(named('starts_local'));
		await aContest(site.owner, 'spring');
		for (const bound of ['joined_from_local', 'joined_to_local', 'cast_from_local', 'cast_to_local']) {
			const input = { params: { ranking_key: 'spring' }, body: { filter: { [bound]: GAP } } };
			const answer = await askAs(site, late, previewCase, input);
			expect([answer.status, answer.body.message]).toEqual(named(`filter.${bound}`));
		}
	});

	it('a period across the gap is as long as the clock says', async () => {
		const body = bannerOf('2027-03-14T01:59', '2027-03-14T03:00');
		const { banners } = await dataAs(site, editor, content.createBanner, { body });
		expect(banners.at(-1)).toMatchObject({ starts_local: body.starts_local, ends_local: body.ends_local });
	});
});

describe('a time that comes twice', () => {
	it('is the first before the night, and a ranking ends then', async () => {
		const editor = await at('2027-10-01T00:00Z');
		const body = rankingOf('2027-10-15T00:00', TWICE);
		const { ranking } = await dataAs(site, editor, rankings.createRanking, { body });
		expect(ranking?.end_time).toBe(FIRST);
	});

	it.each([
		['2027-11-07T05:40Z', FIRST],
		['2027-11-07T06:40Z', SECOND],
	])('at %s, a fault that began ten minutes ago is told, and an article is not late', async (now, instant) => {
		const editor = await at(now);
		const { incident } = await dataAs(site, editor, openIncident, { body: incidentOf(TWICE) });
		expect(incident.started_time).toBe(instant);
		const { news: article } = await dataAs(site, editor, news.createNews, { body: newsOf(TWICE) });
		expect(article).toMatchObject({ published_time: instant, visibility: 'visible' });
	});

	it('keeps its instant while its text is not changed', async () => {
		const editor = await at('2027-10-01T00:00Z');
		const { banners } = await dataAs(site, editor, content.createBanner, { body: bannerOf(null, TWICE) });
		const made = banners.at(-1);
		const { pop_ups: before } = await dataAs(site, editor, content.createPopUp, {
			body: popUpOf('2027-10-01T00:00', TWICE),
		});
		const { ranking } = await dataAs(site, editor, rankings.createRanking, {
			body: rankingOf('2027-12-01T00:00', '2028-01-01T00:00'),
		});
		await dataAs(site, editor, news.createNews, { body: newsOf(TWICE) });
		const later = await at('2027-11-30T00:00Z');
		const edited = { version: made?.version ?? 0, ...bannerOf(null, TWICE), alt: 'Another text' };
		const params = { banner_id: made?.banner_id ?? 0 };
		await dataAs(site, later, content.editBanner, { params, body: edited });
		const popUp = before[0];
		const popUpBody = { version: popUp?.version ?? 0, ...popUpOf('2027-10-01T00:00', TWICE), alt: 'Another' };
		await dataAs(site, later, content.editPopUp, { params: { pop_up_id: popUp?.pop_up_id ?? '' }, body: popUpBody });
		const ends = await site.owner.query<{ end: number }>({
			text: `select extract(epoch from ends_at)::integer as end from banner where alt = 'Another text'
				union all select extract(epoch from ends_at)::integer from pop_up where alt = 'Another'`,
		});
		expect(ends).toEqual([{ end: FIRST }, { end: FIRST }]);
		expect(ranking?.end_time).toBe(Date.parse('2028-01-01T05:00Z') / 1000);
	});

	it('keeps the seconds of an incident while its text is not changed', async () => {
		const editor = await at('2027-11-07T05:40:21Z');
		const { incident } = await dataAs(site, editor, openIncident, { body: incidentOf(TWICE) });
		const params = { incident_id: incident.incident_id };
		const resolve = { version: incident.version, state: 'resolved' as const, words: 'Done.' };
		const { incident: closed } = await dataAs(site, editor, updateIncident, { params, body: resolve });
		const later = await at('2027-11-08T00:00Z');
		const body = {
			version: closed.version,
			title: 'Votes failed',
			parts: closed.parts,
			starts_local: closed.starts_local,
			ends_local: closed.ends_local,
		};
		const { incident: edited } = await dataAs(site, later, editIncident, { params, body });
		expect([edited.started_time, edited.ended_time]).toEqual([FIRST, FIRST + 10 * 60 + 21]);
	});
});

describe('days', () => {
	it('of the order filter begin at the first instant, also where clocks skip midnight', async () => {
		const editor = await at('2027-03-20T00:00Z');
		await site.owner.query({ text: `update site_setting set timezone = 'Asia/Beirut'` });
		for (const query of [
			{ from: '2027-03-28' },
			{ until: '2027-03-28' },
			{ from: '2099-12-31', until: '2099-12-31' },
		]) {
			expect((await askAs(site, editor, listOrders, { query })).status).toBe(200);
		}
	});

	it('on which a birthday ranking is proposed exist, also where clocks skip midnight', async () => {
		const editor = await at('2027-03-26T23:00Z');
		await site.owner.query({ text: `update site_setting set timezone = 'Asia/Beirut'` });
		const body = artistFields({ kind: 'solo', gender: 1, birthday: '2001-04-03', avatar_media_id: media.id });
		await dataAs(site, editor, createArtist, { body });
		const { proposals } = await dataAs(site, editor, rankings.listBirthdayProposals, {});
		expect(proposals[0]).toMatchObject({ month: '2027-04', starts_local: '2027-03-28T01:00' });
		const made = await askAs(site, editor, rankings.makeBirthdayRanking, { params: { month: '2027-04' } });
		expect(made.body).toMatchObject({ code: 200 });
	});
});
