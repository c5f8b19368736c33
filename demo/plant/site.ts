/** Plants what operators would configure: the tabs, banners, picture pages, news, the store and check-ins. */
import { POLICY_VERSION, sanitizeHtml } from '#server/content/html.ts';
import { clipUrl, mediaUrl } from '#server/media/names.ts';
import type { Tx } from '#server/kernel/database.ts';
import type { Calendar } from '../calendar.ts';
import { articles, videos, type DemoNews } from '../content/news.ts';
import { bannersOf, checkInRewards, checkInRule, goods, rewardsAlt } from '../content/site.ts';
import type { Contests } from '../contests.ts';
import { pictureOf, type Pictures } from '../pictures.ts';
import { randomFrom } from '../random.ts';
import { insertAll, text, time, whole } from '../tables.ts';
import { idOf, type RankingIds } from './rankings.ts';

const HOUR_MS = 3_600_000;

export async function plantSite(
	tx: Tx,
	{ monthly, birthday, music }: Contests,
	calendar: Calendar,
	pictures: Pictures,
	rankingIds: RankingIds,
): Promise<void> {
	await tx.query({
		text: 'update site_setting set social_links = $1, check_in_rule_raw = $2, check_in_rule_html = $2',
		values: [JSON.stringify(socialLinks), checkInRule],
	});
	const tabs = [
		{ tab: 'solo', contest: monthly, name: monthly.title.replace(/ \d+/, '') },
		{ tab: 'birthday', contest: birthday, name: birthday.title.replace(/^(.*) Birthdays$/, 'Born in $1') },
		{ tab: 'music', contest: music, name: music.title.replace(/ \d+/, '') },
	].map((tab, index) => ({ ...tab, position: index + 1 }));
	await insertAll(tx, 'rank_entry_config', tabs, {
		position: whole((it) => it.position),
		main_tab: text((it) => it.tab),
		ranking_id: whole((it) => idOf(rankingIds, it.contest.key)),
		rank_name: text((it) => it.name),
		background_media_id: text((it) => pictureOf(pictures, `ranking ${it.contest.type}`)),
	});
	const banners = bannersOf(calendar.month(0).name).map((banner, index) => ({ ...banner, index }));
	await insertAll(tx, 'banner', banners, {
		position: whole((it) => it.index + 1),
		media_id: text((it) => pictureOf(pictures, `${it.picture} small`)),
		pc_media_id: text((it) => pictureOf(pictures, `${it.picture} wide`)),
		alt: text((it) => it.alt),
		link_url: text((it) => it.linkUrl),
	});
	const views = [
		{ id: 'rank-rewards', small: 'rewards tall', large: 'rewards wide', alt: rewardsAlt },
		{ id: 'hall', small: 'login wide', large: 'login tall', alt: 'A stage above an ocean of lightsticks' },
	];
	await insertAll(tx, 'view_page', views, {
		view_id: text((it) => it.id),
		media_id: text((it) => pictureOf(pictures, it.small)),
		pc_media_id: text((it) => pictureOf(pictures, it.large)),
		alt: text((it) => it.alt),
	});
	await plantNews(tx, calendar, pictures);
}

const socialLinks = [
	{ name: 'Instagram', url: 'https://social.example/lightstick' },
	{ name: 'YouTube', url: 'https://video.example/lightstick' },
	{ name: 'X', url: 'https://short.example/lightstick' },
];

async function plantNews(tx: Tx, calendar: Calendar, pictures: Pictures): Promise<void> {
	const categories = [
		{ key: 'article', name: 'Article', items: articles, hoursBetween: 11 },
		{ key: 'video', name: 'Video', items: videos, hoursBetween: 23 },
	];
	for (const [index, { key, name, items, hoursBetween }] of categories.entries()) {
		const [category] = await tx.query<{ id: number }>({
			text: 'insert into news_category (position, name, key) values ($1, $2, $3) returning category_id as id',
			values: [index + 1, name, key],
		});
		const dated = items.map((item, place) => ({ item, at: publishedAt(item, place, hoursBetween, calendar) }));
		// The oldest first, so that higher ids are newer.
		await insertAll(tx, 'news', dated.toReversed(), {
			category_id: whole(() => category?.id ?? null),
			title: text((it) => it.item.title),
			cover_media_id: text((it) => pictureOf(pictures, `news ${it.item.title}`)),
			cover_alt: text((it) => it.item.coverAlt),
			content_raw: text((it) => htmlOf(it.item, pictures)),
			content_html: text((it) => sanitizeHtml(htmlOf(it.item, pictures)).html),
			content_policy: whole(() => POLICY_VERSION),
			published_at: time((it) => it.at),
			updated_at: time((it) => it.at),
		});
	}
}

/** On a half hour, some hours before now. */
function publishedAt({ title }: DemoNews, place: number, hoursBetween: number, { now }: Calendar): number {
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

const CURRENCY = 'USD';

export async function plantShop(tx: Tx, pictures: Pictures): Promise<void> {
	const placed = goods.map((item, index) => ({ ...item, index }));
	await insertAll(tx, 'goods', placed, {
		position: whole((it) => it.index + 1),
		gems: whole((it) => it.gems),
		bonus_gems: whole((it) => it.bonusGems),
		price_minor: whole((it) => it.priceMinor),
		currency: text(() => CURRENCY),
		media_id: text((it) => pictureOf(pictures, `goods ${it.index}`)),
	});
	for (const [index, gems] of checkInRewards.entries()) {
		await tx.query({ text: 'update check_in_reward set gems = $2 where sequence = $1', values: [index + 1, gems] });
	}
}
