/** Plants what operators would configure: the tabs, banners, the pop-up, picture pages, news, the store and check-ins. */
import { POLICY_VERSION, sanitizeHtml } from '#server/content/html.ts';
import { clipUrl, mediaUrl } from '#server/media/names.ts';
import type { Tx } from '#server/kernel/database.ts';
import type { Calendar } from '../calendar.ts';
import news from '../content/news.json' with { type: 'json' };
import site from '../content/site.json' with { type: 'json' };
import type { Contests } from '../contests.ts';
import { pictureOf, type Pictures } from '../pictures.ts';
import { randomFrom } from '../random.ts';
import { idOf, insertAll, type Ids } from '../tables.ts';

const HOUR_MS = 3_600_000;

export async function plantSite(
	tx: Tx,
	{ monthly, birthday, music }: Contests,
	calendar: Calendar,
	pictures: Pictures,
	rankingIds: Ids,
): Promise<void> {
	await tx.query({
		text: 'update site_setting set social_links = $1, check_in_rule_raw = $2, check_in_rule_html = $2',
		values: [JSON.stringify(site.socialLinks), site.checkInRule],
	});
	const tabs = [
		{ main_tab: 'solo', contest: monthly, rank_name: monthly.title.replace(/ \d+/, '') },
		{ main_tab: 'birthday', contest: birthday, rank_name: birthday.title.replace(/^(.*) Birthdays$/, 'Born in $1') },
		{ main_tab: 'music', contest: music, rank_name: music.title.replace(/ \d+/, '') },
	].map(({ contest, ...tab }, index) => ({
		...tab,
		position: index + 1,
		ranking_id: idOf(rankingIds, contest.key),
		background_media_id: pictureOf(pictures, `ranking ${contest.type}`),
	}));
	await insertAll(tx, 'rank_entry_config', tabs);
	const banners = bannersOf(calendar.month(0).name).map(({ picture, alt, linkUrl }, index) => ({
		position: index + 1,
		media_id: pictureOf(pictures, `${picture} small`),
		pc_media_id: pictureOf(pictures, `${picture} wide`),
		alt,
		link_url: linkUrl,
	}));
	await insertAll(tx, 'banner', banners);
	const view = (view_id: string, small: string, large: string, alt: string) => {
		return { view_id, media_id: pictureOf(pictures, small), pc_media_id: pictureOf(pictures, large), alt };
	};
	await insertAll(tx, 'view_page', [
		view('rank-rewards', 'rewards tall', 'rewards wide', site.rewardsAlt),
		view('hall', 'login wide', 'login tall', 'A stage above an ocean of lightsticks'),
	]);
	const popUp = {
		media_id: pictureOf(pictures, 'rewards tall'),
		alt: site.rewardsAlt,
		link_url: '/rank_rewards',
		starts_at: new Date(calendar.now - 24 * HOUR_MS),
		ends_at: new Date(calendar.now + 30 * 24 * HOUR_MS),
	};
	await insertAll(tx, 'pop_up', [popUp]);
	await plantNews(tx, calendar, pictures);
}

/** What is written in a picture is its alternative text. The first picture names the month. */
export const bannersOf = (monthName: string): typeof site.banners =>
	site.banners.map(({ picture, alt, linkUrl }) => ({
		picture: picture.replace('{month}', monthName),
		alt: alt.replace('{month}', monthName),
		linkUrl,
	}));

/** A paragraph that begins with `# ` is a heading. A film stands above the text: the one that looks most like the cover. */
type DemoNews = (typeof news.articles)[number] & { clip?: string };

async function plantNews(tx: Tx, calendar: Calendar, pictures: Pictures): Promise<void> {
	const categories = [
		{ key: 'article', name: 'Article', items: news.articles, hoursBetween: 11 },
		{ key: 'video', name: 'Video', items: news.videos, hoursBetween: 23 },
	];
	for (const [index, { key, name, items, hoursBetween }] of categories.entries()) {
		const [category] = await tx.query<{ id: number }>({
			text: 'insert into news_category (position, name, key) values ($1, $2, $3) returning category_id as id',
			values: [index + 1, name, key],
		});
		const rows = items.map((item, place) => {
			const html = htmlOf(item, pictures);
			const publishedAt = new Date(publishedAtOf(item, place, hoursBetween, calendar));
			return {
				category_id: category?.id,
				title: item.title,
				cover_media_id: pictureOf(pictures, `news ${item.title}`),
				cover_alt: item.coverAlt,
				content_raw: html,
				content_html: sanitizeHtml(html).html,
				content_policy: POLICY_VERSION,
				published_at: publishedAt,
				updated_at: publishedAt,
			};
		});
		// The oldest first, so that higher ids are newer.
		await insertAll(tx, 'news', rows.toReversed());
	}
}

/** On a half hour, some hours before now. */
function publishedAtOf({ title }: DemoNews, place: number, hoursBetween: number, { now }: Calendar): number {
	const spread = randomFrom(`published ${title}`).between(0.2, 0.9);
	const at = now - (place + spread) * hoursBetween * HOUR_MS;
	return Math.floor(at / (HOUR_MS / 2)) * (HOUR_MS / 2);
}

function htmlOf(article: DemoNews, pictures: Pictures): string {
	const said = article.paragraphs.map((it) => (it.startsWith('# ') ? `<h2>${it.slice(2)}</h2>` : `<p>${it}</p>`));
	return `${playerOf(article, pictures)}${said.join('')}`;
}

function playerOf({ clip, title, coverAlt }: DemoNews, pictures: Pictures): string {
	if (clip === undefined) return '';
	const poster = mediaUrl(pictureOf(pictures, `news ${title}`), 1280);
	const src = clipUrl(pictureOf(pictures, `clip ${clip}`));
	return `<video src="${src}" poster="${poster}" title="${coverAlt}" width="640" height="360"></video>`;
}

export async function plantShop(tx: Tx, pictures: Pictures): Promise<void> {
	const packs = site.goods.map((pack, index) => ({
		...pack,
		position: index + 1,
		currency: 'USD',
		media_id: pictureOf(pictures, `goods ${index}`),
	}));
	await insertAll(tx, 'goods', packs);
	for (const [index, gems] of site.checkInRewards.entries()) {
		await tx.query({ text: 'update check_in_reward set gems = $2 where sequence = $1', values: [index + 1, gems] });
	}
}
