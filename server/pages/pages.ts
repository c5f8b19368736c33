/** Reads the content of each page of the site from the database, by its address. */
import * as z from 'zod/mini';
import { cacheKeys } from '#contract/values/first-screen.ts';
import type { PagePattern } from '#contract/pages.ts';
import type { Language } from '#contract/values/languages.ts';
import { idText } from '#contract/values/shapes.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import { readArtist } from '#server/artists/artists.ts';
import { plainText } from '#server/content/html.ts';
import type { Db } from '#server/kernel/database.ts';
import type { TextName } from '#server/languages/texts.ts';
import { readNews } from '#server/news/news.ts';
import type { Boards } from '#server/rankings/charts/boards.ts';
import { readBanners, readView } from '#server/site/site.ts';
import type { Values } from '#server/languages/translate.ts';
import type { PageFacts } from './head.ts';

export interface PageSources {
	db: Db;
	boards: Boards;
	language: Language;
	/** Writes a text in the page's language. */
	say: Say;
}

/** The address as the router has taken it apart. */
export interface PageAddress {
	params: Record<string, string | undefined>;
	query: Record<string, string | undefined>;
}

type Describe = (sources: PageSources, site: SiteConfiguration, address: PageAddress) => Promise<Partial<PageFacts>>;

const DESCRIPTION_LENGTH = 200;

export async function describePage(
	pattern: PagePattern,
	sources: PageSources,
	site: SiteConfiguration,
	address: PageAddress,
): Promise<PageFacts> {
	const facts = await describers[pattern](sources, site, address);
	return {
		...plain(site, sources.say),
		canonicalPath: pathOf(pattern, address.params),
		...facts,
		firstScreen: [[cacheKeys.site, site], ...(facts.firstScreen ?? [])],
	};
}

/** The page that every unknown address gets. */
export function describeNowhere(site: SiteConfiguration, say: Say): PageFacts {
	return { ...plain(site, say), ...nowhere(say), firstScreen: [[cacheKeys.site, site]] };
}

const describeHome: Describe = async ({ db, boards, language, say }, { product, current_monthly_rank_key: key }) => {
	const [banners, build] = await Promise.all([readBanners(db, language), key === null ? null : boards.read(key)]);
	const [first] = banners;
	const chart: PageFacts['firstScreen'] = key !== null && build ? [[cacheKeys.chart(key), build.chart]] : [];
	return {
		image: first ? { path: first.pc_image_url, alt: first.alt } : null,
		structured: { '@type': 'WebSite', name: product, description: say('description') },
		paint: first ? 'home' : 'plain',
		picture: first ? { place: 'banner', path: first.pc_image_url, mobilePath: first.image_url } : null,
		firstScreen: [[cacheKeys.banners, { banners }], ...chart],
	};
};

const describeChart: Describe = async ({ boards, say }, site, { query }) => {
	const entries = site.rank_entry_configs;
	const entry = entries.find(({ main_tab }) => main_tab === query['main_tab']) ?? entries[0];
	const build = entry && (await boards.read(entry.rank_key));
	if (!entry || !build) return { title: say('leaderboard') };
	const { artist_list: list, ranking_config: config } = build.chart;
	const leaders = list.slice(0, 3).map(({ en_name }, index) => `${index + 1}. ${en_name}`);
	const cover = config.cover_image_url;
	return {
		title: say('chart', { 0: say(entry.ranking_type) }),
		description: `${config.title}: ${leaders.join(', ')}`,
		canonicalPath: `/leader-board?main_tab=${encodeURIComponent(entry.main_tab)}`,
		image: cover === null ? null : { path: cover, alt: config.cover_alt },
		structured: {
			'@type': 'ItemList',
			name: config.title,
			itemListElement: list
				.slice(0, 10)
				.map(({ rank, en_name }) => ({ '@type': 'ListItem', position: rank, name: en_name })),
		},
		paint: 'leaderboard',
		picture: cover === null ? null : { place: 'chart', path: cover },
		firstScreen: [[cacheKeys.chart(entry.rank_key), build.chart]],
	};
};

const describeArtist: Describe = async ({ db, boards, language, say }, _site, { params }) => {
	const id = params['artist_id'] ?? '';
	const number = z.safeParse(idText, id).data;
	const found = number === undefined ? null : await readArtist(db, boards, number, language);
	if (!found) return nowhere(say);
	const { artist, rank_info: standing } = found;
	const rank = standing ? `${say('standing', { rank: standing.rank, ranking: standing.ranking_title })} ` : '';
	return {
		title: artist.en_name,
		description: plainText(`${rank}${artist.description}`, DESCRIPTION_LENGTH) || say('description'),
		kind: 'profile',
		image:
			artist.avatar_url === null ? null : { path: artist.avatar_url, alt: say('portrait', { name: artist.en_name }) },
		structured: {
			'@type': artist.kind === 'group' ? 'MusicGroup' : 'Person',
			name: artist.en_name,
			...(artist.native_name === null ? {} : { alternateName: artist.native_name }),
		},
		paint: 'artist',
		picture: artist.avatar_url === null ? null : { place: 'portrait', path: artist.avatar_url },
		firstScreen: [[cacheKeys.artist(id), found]],
	};
};

const describeArticle: Describe = async ({ db, language, say }, _site, { params }) => {
	const id = params['news_id'] ?? '';
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
		paint: news.cover_url === null ? 'plain' : 'article',
		picture: news.cover_url === null ? null : { place: 'article', path: news.cover_url },
		firstScreen: [[cacheKeys.article(id), { news }]],
	};
};

const describeView: Describe = async ({ db, say }, _site, { params }) => {
	const id = params['id'] ?? '';
	const view = /^[A-Za-z0-9-]{1,64}$/.test(id) ? await readView(db, id) : null;
	if (!view) return nowhere(say);
	return { image: { path: view.pc_image_url, alt: view.alt }, description: view.alt };
};

const named =
	(title: TextName, paint: PageFacts['paint'] = 'plain'): Describe =>
	({ say }) =>
		Promise.resolve({ title: say(title), paint });
const own =
	(...facts: Parameters<typeof named>): Describe =>
	async (...page) => ({ ...(await named(...facts)(...page)), indexed: false });

const describers: Record<PagePattern, Describe> = {
	'/': describeHome,
	'/leader-board': describeChart,
	'/artist/:artist_id': describeArtist,
	'/news': named('news', 'news'),
	'/news/:news_id': describeArticle,
	'/views/:id': describeView,
	'/rank_rewards': named('rewards'),
	'/transparency': named('transparency'),
	'/terms-of-service': named('terms'),
	'/privacy-policy': named('privacy'),
	'/login': own('logIn', null),
	'/login-callback': own('logIn', null),
	'/register': own('signUp'),
	'/store': own('store'),
	'/payment-method/:trade_no': own('payment'),
	'/pay-success': own('payment'),
	'/my-account': own('account'),
	'/edit-profile': own('editProfile'),
	'/gem-records': own('gemRecords'),
	'/my-votes': own('myVotes'),
	'/my-artist': own('myArtist'),
};

function pathOf(pattern: PagePattern, params: PageAddress['params']): string {
	return pattern.replaceAll(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

/** Writes a text in the page's language. */
export type Say = (name: TextName, values?: Values) => string;

export function plain({ product }: SiteConfiguration, say: Say): PageFacts {
	return {
		status: 200,
		title: product,
		description: say('description'),
		canonicalPath: '/',
		kind: 'website',
		image: null,
		structured: null,
		paint: 'plain',
		picture: null,
		firstScreen: [],
		indexed: true,
	};
}

/** Overrides `plain` where the address has no page, or its subject does not exist. */
export const nowhere = (say: Say) => ({ status: 404, title: say('notFound'), indexed: false, paint: null }) as const;
