/** Names of time zones, and local times that operators send, in the nights in which clocks change: every call that takes one. */
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import { localTimeOf } from '#contract/values/local-time.ts';
import { sql } from '#server/kernel/database.ts';
import { readSiteFacts } from '#server/facts.ts';
import { nameInDatabase, zoneFault } from '#server/kernel/time-zone.ts';
import { artistFields } from '../../fixtures/site/artists.ts';
import { openPushSite } from '../../fixtures/push/push-site.ts';
import { beforeTests, type Operator } from '../../fixtures/site/site.ts';
import * as calls from '../../fixtures/site/calls.ts';

const ZONE = 'America/New_York';
const GAP = '2027-03-14T02:30';
const TWICE = '2027-11-07T01:30';
const FIRST = Date.parse('2027-11-07T05:30Z') / 1000;
const SECOND = FIRST + 3600;

const site = beforeTests(openPushSite);
const media = beforeTests(async () => {
	const id = randomBytes(16).toString('hex');
	await sql`insert into media (media_id, width, height) values (${id}, 10, 10)`.run(site.owner);
	return { id };
});
const category = beforeTests(async () => {
	const body = { name: 'Articles', key: 'article', position: 1 };
	const { categories } = await (await at('2027-01-01T00:00Z')).data(calls.createCategory, { body });
	return { id: categories[0]?.category_id ?? 0 };
});
let keys = 0;

/** Turns the site's clock to a moment, in a zone with summer time. */
async function at(moment: string): Promise<Operator> {
	await site.clock.set(new Date(moment));
	await live(ZONE);
	return site.operator('owner');
}
const live = (zone: string) => sql`update site_setting set timezone = ${zone}`.run(site.owner);

const bannerOf = (starts: string | null, ends: string | null, alt = 'A sale of gems') => {
	const shown = { position: 1, media_id: media.id, pc_media_id: media.id, link_url: null };
	return { ...shown, alt, new_window: false, starts_local: starts, ends_local: ends, hidden: false };
};
const popUpOf = (starts_local: string, ends_local: string, alt = 'Hello') => {
	return { media_id: media.id, alt, link_url: null, hidden: false, starts_local, ends_local };
};
const rankingOf = (starts_local: string, ends_local: string) => {
	const cover = { cover_media_id: null, cover_alt: '', cover_link_url: null };
	const rules = { ranking_type: 'theme' as const, draft: true, votes_per_fan_max: null, review_hours: 24 };
	const names = { ranking_key: `night-${(keys += 1)}`, title: 'Songs of the night' };
	return { ...names, ...rules, ...cover, starts_local, ends_local };
};
const newsOf = (publish_local: string) => {
	const words = { title: 'At night', cover_media_id: null, cover_alt: '', content_raw: '<p>Hello</p>' };
	return { ...words, category_id: category.id, publish_local, hidden: false };
};
const incidentOf = (starts_local: string) => {
	const words = { title: 'Votes fail', words: 'We are looking.', state: 'investigating' as const };
	return { ...words, parts: ['voting' as const], starts_local };
};

describe('a time that clocks skip is refused by its name', () => {
	const editor = beforeTests(() => at('2027-03-10T00:00Z'));
	const expectNamed = async <E extends Endpoint>(field: string, call: E, input: InputOf<E>, by = editor) => {
		const { status, body } = await by.ask(call, input);
		const message = `${field}: 2027-03-14 02:30 does not exist in ${ZONE}, because clocks are set forward then`;
		expect([status, body.message]).toEqual([400, message]);
	};
	beforeEach(() => site.clock.set(new Date('2027-03-10T00:00Z')));

	it('by banners, pop-ups, rankings and news', async () => {
		const after = '2027-03-14T03:00';
		await expectNamed('starts_local', calls.createBanner, { body: bannerOf(GAP, after) });
		await expectNamed('ends_local', calls.createBanner, { body: bannerOf(null, GAP) });
		await expectNamed('starts_local', calls.createPopUp, { body: popUpOf(GAP, after) });
		await expectNamed('starts_local', calls.createRanking, { body: rankingOf(GAP, '2027-04-01T00:00') });
		await expectNamed('ends_local', calls.createRanking, { body: rankingOf('2027-03-12T00:00', GAP) });
		await expectNamed('publish_local', calls.createNews, { body: newsOf(GAP) });
	});

	it('by incidents and by the filter of a case', async () => {
		const late = await at('2027-03-20T00:00Z');
		await expectNamed('starts_local', calls.openIncident, { body: incidentOf(GAP) }, late);
		await site.contest('spring');
		for (const bound of ['joined_from_local', 'joined_to_local', 'cast_from_local', 'cast_to_local']) {
			const input = { params: { ranking_key: 'spring' }, body: { filter: { [bound]: GAP } } };
			await expectNamed(`filter.${bound}`, calls.previewCase, input, late);
		}
	});

	it('a period across the gap is as long as the clock says', async () => {
		const body = bannerOf('2027-03-14T01:59', '2027-03-14T03:00');
		const { banners } = await editor.data(calls.createBanner, { body });
		expect(banners.at(-1)).toMatchObject({ starts_local: body.starts_local, ends_local: body.ends_local });
	});
});

describe('a time that comes twice', () => {
	it('is the first before the night, and a ranking ends then', async () => {
		const editor = await at('2027-10-01T00:00Z');
		const body = rankingOf('2027-10-15T00:00', TWICE);
		const { ranking } = await editor.data(calls.createRanking, { body });
		expect(ranking?.end_time).toBe(FIRST);
	});

	it.each([
		['2027-11-07T05:40Z', FIRST],
		['2027-11-07T06:40Z', SECOND],
	])('at %s, a fault that began ten minutes ago is told, and an article is not late', async (now, instant) => {
		const editor = await at(now);
		const { incident } = await editor.data(calls.openIncident, { body: incidentOf(TWICE) });
		expect(incident.started_time).toBe(instant);
		const { news: article } = await editor.data(calls.createNews, { body: newsOf(TWICE) });
		expect(article).toMatchObject({ published_time: instant, visibility: 'visible' });
	});

	it('keeps its instant while its text is not changed', async () => {
		const editor = await at('2027-10-01T00:00Z');
		const { banners } = await editor.data(calls.createBanner, { body: bannerOf(null, TWICE) });
		const made = banners.at(-1);
		const popUp = { body: popUpOf('2027-10-01T00:00', TWICE) };
		const [shown] = (await editor.data(calls.createPopUp, popUp)).pop_ups;
		const body = rankingOf('2027-12-01T00:00', '2028-01-01T00:00');
		const { ranking } = await editor.data(calls.createRanking, { body });
		const later = await at('2027-11-30T00:00Z');
		const edited = { version: made?.version ?? 0, ...bannerOf(null, TWICE, 'Another text') };
		await later.data(calls.editBanner, { params: { banner_id: made?.banner_id ?? 0 }, body: edited });
		const popUpBody = { version: shown?.version ?? 0, ...popUpOf('2027-10-01T00:00', TWICE, 'Another') };
		await later.data(calls.editPopUp, { params: { pop_up_id: shown?.pop_up_id ?? '' }, body: popUpBody });
		const ends = await sql`select extract(epoch from ends_at)::integer from banner where alt = 'Another text'
			union all select extract(epoch from ends_at)::integer from pop_up where alt = 'Another'`.column(site.owner);
		expect(ends).toEqual([FIRST, FIRST]);
		expect(ranking?.end_time).toBe(Date.parse('2028-01-01T05:00Z') / 1000);
	});

	it('keeps the seconds of an incident while its text is not changed', async () => {
		const editor = await at('2027-11-07T05:40:21Z');
		const { incident } = await editor.data(calls.openIncident, { body: incidentOf(TWICE) });
		const params = { incident_id: incident.incident_id };
		const resolve = { version: incident.version, state: 'resolved' as const, words: 'Done.' };
		const { incident: closed } = await editor.data(calls.updateIncident, { params, body: resolve });
		const later = await at('2027-11-08T00:00Z');
		const { version, parts, starts_local, ends_local } = closed;
		const body = { version, title: 'Votes failed', parts, starts_local, ends_local };
		const { incident: edited } = await later.data(calls.editIncident, { params, body });
		expect([edited.started_time, edited.ended_time]).toEqual([FIRST, FIRST + 10 * 60 + 21]);
	});
});

it('days of the order filter begin at the first instant, also where clocks skip midnight', async () => {
	const editor = await at('2027-03-20T00:00Z');
	await live('Asia/Beirut');
	const days = [{ from: '2027-03-28' }, { until: '2027-03-28' }, { from: '2099-12-31', until: '2099-12-31' }];
	for (const query of days) expect(await editor.outcome(calls.listOrders, { query })).toBe(200);
});

it('days on which a birthday ranking is proposed exist, also where clocks skip midnight', async () => {
	const editor = await at('2027-03-26T23:00Z');
	await live('Asia/Beirut');
	const body = artistFields({ kind: 'solo', gender: 1, birthday: '2001-04-03', avatar_media_id: media.id });
	await editor.data(calls.createArtist, { body });
	const { proposals } = await editor.data(calls.listBirthdayProposals);
	expect(proposals[0]).toMatchObject({ month: '2027-04', starts_local: '2027-03-28T01:00' });
	const made = await editor.ask(calls.makeBirthdayRanking, { params: { month: '2027-04' } });
	expect(made.body).toMatchObject({ code: 200 });
});

/** Known to one program, to none, or written in another way. */
const BAD = [
	...`Factory Etc/Unknown posix/Asia/Seoul right/UTC localtime posixrules SystemV/PST8 asia/seoul ASIA/SEOUL utc KST
		+09:00 -03 UTC+9 <+09>-9 Foo/Bar`.split(/\s+/),
	'Asia/Seoul ',
	'',
];
/** The database takes them for abbreviations. Reminders do not ask it. */
const HERE_ALONE = ['CET', 'MET'];

it('every zone of the runtime is known to the database', async () => {
	const unknown: string[] = [];
	for (const zone of Intl.supportedValuesOf('timeZone')) {
		if ((await zoneFault(site.db, zone)) === 'unknown') unknown.push(zone);
	}
	expect(unknown).toEqual([]);
});

it('a zone in which the database tells another time is told apart', async () => {
	const zone = 'Africa/Casablanca';
	// Its summer time rests in Ramadan, by a rule that older data do not know.
	const older = (week: number) => ({
		query: async ({ values: [, times = []] }: { values: [string, Date[]?] }) =>
			times.map((time, index) => ({
				to_char: localTimeOf(time.getTime() / 1_000 + (index === week ? 3_600 : 0), zone),
			})),
	});
	for (const week of [0, 7, 60, 104]) expect(await zoneFault(older(week) as never, zone)).toBe('differs');
	expect(await zoneFault(older(-1) as never, zone)).toBeNull();
});

it.each(['UTC', 'Asia/Kolkata', 'Asia/Calcutta', 'Japan', 'US/Pacific', 'Etc/GMT+9'])('%s is a zone', async (name) => {
	expect(await zoneFault(site.db, name)).toBeNull();
});

it('a zone is found by its present name where the database has left out the former one, which browsers tell', async () => {
	const names = await sql`select name from pg_timezone_names`.column<string>(site.owner);
	const renamed: string[] = [];
	for (const zone of Intl.supportedValuesOf('timeZone')) {
		const without = { query: async () => names.filter((name) => name !== zone).map((name) => ({ name })) } as never;
		const found = await nameInDatabase(without, zone);
		if (found === null) continue;
		renamed.push(zone);
		expect(localTimeOf(1_800_000_000, found)).toBe(localTimeOf(1_800_000_000, zone));
	}
	expect(renamed).toEqual(expect.arrayContaining(['Asia/Calcutta', 'Asia/Saigon', 'America/Buenos_Aires']));
});

it('every name of the database that is taken can be formatted', async () => {
	const names = await sql`select name from pg_timezone_names`.column<string>(site.owner);
	for (const name of [...names, ...BAD, ...HERE_ALONE]) {
		if ((await zoneFault(site.db, name)) !== 'unknown') new Intl.DateTimeFormat('ko', { timeZone: name }).format(0);
	}
	for (const name of [...BAD, ...HERE_ALONE]) expect([name, await zoneFault(site.db, name)]).toEqual([name, 'unknown']);
});

it.each([...BAD, ...HERE_ALONE].filter((name) => name !== ''))(
	'%j is refused by the settings, by reminders, and at the start',
	async (timezone) => {
		const owner = await site.operator('owner');
		const { settings } = await owner.data(calls.readSettings);
		const { version, product, contact_mail, social_links, timezone_name } = settings;
		const body = { version, product, contact_mail, social_links, timezone_name, timezone, why: 'We move' };
		expect(await owner.outcome(calls.editSettings, { body })).toBe('timezone_unknown');

		const fan = await site.fan('ana');
		const reminders = { vote_opens: true, vote_closes: true, overtaken: true, claim_ready: true };
		const asked = { ...reminders, timezone, quiet_from: 0, quiet_until: 0 };
		const answer = await site.ask({ method: 'PUT', path: calls.setReminders.path, token: fan.token, body: asked });
		expect(answer.body.error).toBe(HERE_ALONE.includes(timezone) ? undefined : 'timezone_unknown');

		await live(timezone);
		await expect(readSiteFacts(site.db, { publicUrl: 'http://localhost' })).rejects.toThrow('time zone');
		await live('Asia/Seoul');
	},
);
