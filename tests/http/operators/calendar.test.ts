/** The calendar, and what the clock alone publishes. */
import { beforeAll, expect, it } from 'vitest';
import { getCalendar } from '#contract/operator/dashboard.ts';
import { createNews, editNews } from '#contract/operator/news.ts';
import { createBanner, createPopUp } from '#contract/operator/site/content.ts';
import { recordScheduled } from '#server/content/scheduled.ts';
import { sql } from '#server/kernel/database.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aColleague, dataAs, trailOf } from '../../fixtures/operators/operators.ts';
import { someNews } from '../../fixtures/site/news.ts';
import { openSite } from '../../fixtures/site/site.ts';

const site = beforeTests(openSite);
let editor: Awaited<ReturnType<typeof aColleague>>;
const media_id = 'a'.repeat(32);
const times = { starts_local: '2026-05-31T23:50', ends_local: '2026-06-02T00:00' };
const shown = { media_id, alt: 'A poster', link_url: null, hidden: false };
const words = { title: 'Tonight', content_raw: '', cover_media_id: null, cover_alt: '', category_id: 1 };
const news = (publish_local: string | null, hidden: boolean, title = 'Tonight') =>
	dataAs(site, editor, createNews, { body: { ...words, title, publish_local, hidden } });

beforeAll(async () => {
	// 23:45 in Seoul.
	await site.clock.set('2026-05-31T14:45:00Z');
	editor = await aColleague(site.owner, 'editor');
	await sql`insert into media (media_id, width, height) values (${media_id}, 10, 10)`.run(site.owner);
	await someNews(site.owner, ['A first piece']);
});

it('shows the begins and ends of a month of the site’s zone, drafts too', async () => {
	await sql`insert into ranking (ranking_key, ranking_type, title, starts_at, ends_at, gems_per_vote, review_hours, published_at)
		values ('june', 'monthly', 'June', '2026-05-31T15:00Z', '2026-06-30T15:00Z', 10, 24, null)`.run(site.owner);
	const pc_media_id = media_id;
	await dataAs(site, editor, createBanner, {
		body: { ...shown, ...times, pc_media_id, position: 1, new_window: false },
	});
	await dataAs(site, editor, createPopUp, { body: { ...shown, ...times, ends_local: '2026-06-01T09:00' } });
	await news('2026-06-01T08:00', true, 'A draft');
	const read = async (month?: string) => {
		const { events, ...of } = await dataAs(site, editor, getCalendar, { query: { month } });
		return {
			...of,
			events: events.map(({ kind, title, day, time, ends, hidden }) => [day, time, kind, title, ends, hidden]),
		};
	};
	expect(await read()).toMatchObject({ month: '2026-05', today: '2026-05-31' });
	expect((await read('2026-06')).events).toEqual([
		['2026-06-01', '00:00', 'ranking', 'June', false, true],
		['2026-06-01', '08:00', 'news', 'A draft', false, true],
		['2026-06-01', '09:00', 'pop_up', 'A poster', true, false],
		['2026-06-02', '00:00', 'banner', 'A poster', true, false],
	]);
	expect((await read('2026-07')).events).toEqual([['2026-07-01', '00:00', 'ranking', 'June', true, true]]);
	expect((await read('2030-01')).events).toEqual([]);
});

it('the site itself stands in the trail for what was scheduled, once, and not for what an operator published', async () => {
	const scheduled = (await news('2026-06-01T00:00', false)).news;
	const draft = (await news('2026-06-01T00:00', true)).news;
	await site.clock.set('2026-05-31T15:00:30Z');
	const { version, news_id } = draft;
	const body = { ...words, publish_local: null, hidden: false, version };
	await dataAs(site, editor, editNews, { params: { news_id }, body });
	await Promise.all(Array.from({ length: 3 }, () => recordScheduled(site.db)));
	await site.clock.set('2026-05-31T15:02:00Z');
	await recordScheduled(site.db);
	const actionsOf = async (target: string) => (await trailOf(site, target)).map(({ action }) => action);
	expect(await actionsOf(`news:${scheduled.news_id}`)).toEqual(['news.publish', 'news.create']);
	expect(await actionsOf(`news:${news_id}`)).toEqual(['news.edit', 'news.create']);
	expect(await actionsOf('banner:1')).toEqual(['banner.publish', 'banner.create']);
	const by = await sql`select distinct operator_id from audit_entry where action like '%.publish'`.column(site.owner);
	expect(by).toEqual([null]);
});
