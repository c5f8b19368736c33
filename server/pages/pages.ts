/** Reads the content of each page of the site from the database, by its address. */
import { nameIn, namesIn } from '#contract/values/artist-names.ts';
import * as z from 'zod/mini';
import { cacheKeys } from '#contract/values/first-screen.ts';
import type { PagePattern } from '#contract/pages.ts';
import { HOME_NEWS_SIZE, NEWS_PAGE_SIZE } from '#contract/values/constants.ts';
import type { Language } from '#contract/values/languages.ts';
import { idText } from '#contract/values/shapes.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import { readArtist } from '#server/artists/artists.ts';
import { plainText } from '#server/content/html.ts';
import type { PublicFacts } from '#public-log/server/public-log.ts';
import type { Db } from '#server/kernel/database.ts';
import { withTitles } from '#server/languages/content.ts';
import type { TextName } from '#server/languages/texts.ts';
import { ARTICLES, listCategories, listNews, readNews, VIDEOS } from '#server/news/news.ts';
import type { Boards } from '#server/rankings/charts/boards.ts';
import { readEndedRankings } from '#server/rankings/rankings.ts';
import { readBanners, readView } from '#server/site/site.ts';
import type { Values } from '#server/languages/translate.ts';
import type { PageFacts } from './head.ts';

export interface PageSources {
	db: Db;
	boards: Boards;
	language: Language;
	readLogs: () => Promise<PublicFacts>;
	say: Say;
}

/** The address as the router has taken it apart. */
export interface PageAddress {
	params: Record<string, string | undefined>;
	query: Record<string, string | undefined>;
}

type Describe = (sources: PageSources, site: SiteConfiguration, address: PageAddress) => Promise<Partial<PageFacts>>;

const DESCRIPTION_LENGTH = 200;
const NOWHERE = '/nowhere';
/** The view that operators maintain for the page of rewards. */
const REWARDS_VIEW = 'rank-rewards';

/** Null stands for all addresses of nothing. */
export async function describePage(
	pattern: PagePattern | null,
	sources: PageSources,
	site: SiteConfiguration,
	address: PageAddress,
): Promise<PageFacts> {
	const facts =
		pattern === null
			? { ...nowhere(sources.say), rendered: NOWHERE }
			: await describers[pattern](sources, site, address);
	const path = pattern === null ? '/' : pathOf(pattern, address.params);
	return {
		status: 200,
		title: site.product,
		description: sources.say('description'),
		kind: 'website',
		image: null,
		structured: null,
		picture: null,
		indexed: true,
		canonicalPath: path,
		rendered: path,
		...facts,
		firstScreen: [[cacheKeys.site, site], ...(facts.firstScreen ?? [])],
	};
}

/** Of a row, which shows no total and has no second page: the first answer has to fit into the first packets. */
async function readRow({ db, language }: Pick<PageSources, 'db' | 'language'>, categoryKey: string) {
	const { news_list } = await listNews(db, { page: 1, limit: HOME_NEWS_SIZE }, { categoryKey, language });
	return { news_list };
}

const describeHome: Describe = async ({ db, boards, language, say }, { product, current_monthly_rank_key: key }) => {
	const [banners, build, latest, videos] = await Promise.all([
		readBanners(db, language),
		key === null ? null : boards.read(key),
		readRow({ db, language }, ARTICLES),
		readRow({ db, language }, VIDEOS),
	]);
	const [first] = banners;
	const chart: PageFacts['firstScreen'] = key !== null && build ? [[cacheKeys.chart(key), build.chart]] : [];
	return {
		image: first ? { path: first.pc_image_url, alt: first.alt } : null,
		structured: { '@type': 'WebSite', name: product, description: say('description') },
		picture: first ? { place: 'banner', path: first.pc_image_url, mobilePath: first.image_url } : null,
		firstScreen: [
			[cacheKeys.banners, { banners }],
			...chart,
			[cacheKeys.latestNews, latest],
			[cacheKeys.videos, videos],
		],
	};
};

const describeChart: Describe = async ({ db, boards, say, language }, site, { query }) => {
	const entries = site.rank_entry_configs;
	const entry = entries.find(({ main_tab }) => main_tab === query['main_tab']) ?? entries[0];
	const build = entry && (await boards.read(entry.rank_key));
	if (!entry || !build) return { title: say('leaderboard') };
	const { artist_list: list, ranking_config: config } = build.chart;
	const leaders = list.slice(0, 3).map((artist, index) => `${index + 1}. ${nameIn(language, artist)}`);
	const cover = config.cover_image_url;
	const portrait = list[0]?.avatar_url;
	const isEnded = query['sub_tab'] === 'champion';
	const ended: PageFacts['firstScreen'] = isEnded
		? [
				[
					cacheKeys.ended(entry.ranking_type),
					{ list: await withTitles(db, await readEndedRankings(db, entry.ranking_type), language) },
				],
			]
		: [];
	return {
		title: say('chart', { 0: say(entry.ranking_type) }),
		description: `${entry.title}: ${leaders.join(', ')}`,
		canonicalPath: `/leader-board?main_tab=${encodeURIComponent(entry.main_tab)}`,
		image: cover === null ? null : { path: cover, alt: entry.cover_alt },
		structured: {
			'@type': 'ItemList',
			name: entry.title,
			itemListElement: list
				.slice(0, 10)
				.map((artist) => ({ '@type': 'ListItem', position: artist.rank, name: nameIn(language, artist) })),
		},
		picture: isEnded || !portrait ? null : { place: 'podiumFirst', path: portrait },
		rendered: query['keyword']
			? null
			: addressOf('/leader-board', { main_tab: entry.main_tab, sub_tab: isEnded ? 'champion' : undefined }),
		firstScreen: [[cacheKeys.chart(entry.rank_key), build.chart], ...ended],
	};
};

const describeArtist: Describe = async ({ db, boards, language, say }, _site, { params, query }) => {
	const id = params['artist_id'] ?? '';
	const number = z.safeParse(idText, id).data;
	const found = number === undefined ? null : await readArtist(db, boards, number, language);
	if (!found) return nowhere(say);
	const { artist, rank_info: standing } = found;
	const [first, second] = namesIn(language, artist);
	const rank = standing ? `${say('standing', { rank: standing.rank, ranking: standing.ranking_title })} ` : '';
	return {
		title: nameIn(language, artist),
		description: plainText(`${rank}${artist.description}`, DESCRIPTION_LENGTH) || say('description'),
		kind: 'profile',
		image:
			artist.avatar_url === null
				? null
				: { path: artist.avatar_url, alt: say('portrait', { name: nameIn(language, artist) }) },
		structured: {
			'@type': artist.kind === 'group' ? 'MusicGroup' : 'Person',
			name: first.text,
			...(second && { alternateName: second.text }),
		},
		picture: artist.avatar_url === null ? null : { place: 'portrait', path: artist.avatar_url },
		rendered: addressOf(`/artist/${artist.artist_id}`, {
			from: query['from'] === 'home' ? 'home' : undefined,
			isVote: query['isVote'] === '1' ? '1' : undefined,
		}),
		firstScreen: [[cacheKeys.artist(id), found]],
	};
};

const describeArticle: Describe = async ({ db, language, say }, _site, { params }) => {
	const id = params['news_id'] ?? '';
	// A private link: the browser reads what nobody else may keep.
	if (/^[\w-]{43}$/.test(id)) return { title: say('news'), indexed: false, rendered: null };
	const number = z.safeParse(idText, id).data;
	const news = number === undefined ? null : await readNews(db, number, language);
	if (!news) return nowhere(say);
	return {
		title: news.title,
		description: plainText(news.content, DESCRIPTION_LENGTH) || say('description'),
		kind: 'article',
		image: news.cover_url === null ? null : { path: news.cover_url, alt: news.cover_alt },
		structured: {
			'@type': 'NewsArticle',
			headline: news.title,
			dateModified: new Date(news.updated_time * 1000).toISOString(),
		},
		picture: news.cover_url === null ? null : { place: 'article', path: news.cover_url },
		rendered: `/news/${news.id}`,
		firstScreen: [
			[cacheKeys.article(id), { news }],
			[cacheKeys.latestNews, await readRow({ db, language }, ARTICLES)],
		],
	};
};

const describeNews: Describe = async ({ db, language, say }, _site, { query }) => {
	const categories = await listCategories(db, language);
	const category = categories.find(({ key }) => key === query['category']);
	const page = await listNews(
		db,
		{ page: 1, limit: NEWS_PAGE_SIZE },
		{ categoryId: category?.id ?? null, keyword: '', language },
	);
	const cover = page.news_list[0]?.cover_url ?? null;
	return {
		title: say('news'),
		picture: cover === null ? null : { place: 'card', path: cover },
		rendered: query['keyword'] ? null : addressOf('/news', { category: category?.key }),
		firstScreen: [
			[cacheKeys.categories, { categories }],
			// As an endless list keeps its pages.
			[cacheKeys.newsList(category?.id ?? 0, ''), { pages: [page], pageParams: [{ page: 1, cursor: null }] }],
		],
	};
};

const describeRewards: Describe = async ({ db, language, say }) => {
	const view = await readView(db, REWARDS_VIEW, language);
	return { title: say('rewards'), firstScreen: view ? [[cacheKeys.view(REWARDS_VIEW), { view_detail: view }]] : [] };
};

const describeTransparency: Describe = async ({ readLogs, say }) => {
	const { logs, numbers } = await readLogs();
	return {
		title: say('transparency'),
		firstScreen: [
			[cacheKeys.voteLogs, logs],
			[cacheKeys.numbers, numbers],
		],
	};
};

const describeView: Describe = async ({ db, language, say }, _site, { params }) => {
	const id = params['id'] ?? '';
	const view = /^[A-Za-z0-9-]{1,64}$/.test(id) ? await readView(db, id, language) : null;
	if (!view) return nowhere(say);
	return {
		image: { path: view.pc_image_url, alt: view.alt },
		description: view.alt,
		firstScreen: [[cacheKeys.view(id), { view_detail: view }]],
	};
};

const named =
	(title: TextName): Describe =>
	({ say }) =>
		Promise.resolve({ title: say(title) });
/** The frame alone is rendered, and one for all addresses. */
const own =
	(title: TextName, pattern: PagePattern): Describe =>
	async (...page) => ({
		...(await named(title)(...page)),
		indexed: false,
		rendered: pathOf(pattern, { trade_no: '0' }),
	});

const describers: Record<PagePattern, Describe> = {
	'/': describeHome,
	'/leader-board': describeChart,
	'/artist/:artist_id': describeArtist,
	'/news': describeNews,
	'/news/:news_id': describeArticle,
	'/views/:id': describeView,
	'/rank_rewards': describeRewards,
	'/transparency': describeTransparency,
	'/terms-of-service': named('terms'),
	'/privacy-policy': named('privacy'),
	'/login': own('logIn', '/login'),
	'/login-callback': own('logIn', '/login-callback'),
	'/register': own('signUp', '/register'),
	'/store': own('store', '/store'),
	'/payment-method/:trade_no': own('payment', '/payment-method/:trade_no'),
	'/pay-success': own('payment', '/pay-success'),
	'/my-account': own('account', '/my-account'),
	'/edit-profile': own('editProfile', '/edit-profile'),
	'/gem-records': own('gemRecords', '/gem-records'),
	'/my-votes': own('myVotes', '/my-votes'),
	'/my-artist': own('myArtist', '/my-artist'),
};

const pathOf = (pattern: PagePattern, params: PageAddress['params']): string =>
	pattern.replaceAll(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

function addressOf(path: string, query: Record<string, string | undefined>): string {
	const search = new URLSearchParams(Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : [])));
	return search.size === 0 ? path : `${path}?${search}`;
}

export type Say = (name: TextName, values?: Values) => string;

/** Overrides `plain` where the address has no page, or its subject does not exist. */
const nowhere = (say: Say) => ({ status: 404, title: say('notFound'), indexed: false, rendered: null }) as const;
