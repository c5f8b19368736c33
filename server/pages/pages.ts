/** Reads the content of each page of the site from the database, by its address. */
import * as z from 'zod/mini';
import { cacheKeys } from '#contract/values/first-screen.ts';
import type { PagePattern } from '#contract/pages.ts';
import type { RankingType } from '#contract/rankings.ts';
import { idText } from '#contract/values/shapes.ts';
import type { SiteConfiguration } from '#contract/site.ts';
import { readArtist } from '#server/artists/artists.ts';
import { plainText } from '#server/content/html.ts';
import type { Db } from '#server/kernel/database.ts';
import { readNews } from '#server/news/news.ts';
import type { Boards } from '#server/rankings/charts/boards.ts';
import { readBanners, readView } from '#server/site/site.ts';
import type { PageFacts } from './head.ts';

export interface PageSources {
	db: Db;
	boards: Boards;
}

/** The address as the router has taken it apart. */
export interface PageAddress {
	params: Record<string, string | undefined>;
	query: Record<string, string | undefined>;
}

type Describe = (sources: PageSources, site: SiteConfiguration, address: PageAddress) => Promise<Partial<PageFacts>>;

const DESCRIPTION = 'Vote for the artists you love and watch the hall take their color.';
const DESCRIPTION_LENGTH = 200;

export async function describePage(
	pattern: PagePattern,
	sources: PageSources,
	site: SiteConfiguration,
	address: PageAddress,
): Promise<PageFacts> {
	const facts = await describers[pattern](sources, site, address);
	return {
		...plain(site),
		canonicalPath: pathOf(pattern, address.params),
		...facts,
		firstScreen: [[cacheKeys.site, site], ...(facts.firstScreen ?? [])],
	};
}

/** The page that every unknown address gets. */
export function describeNowhere(site: SiteConfiguration): PageFacts {
	return { ...plain(site), ...nowhere, firstScreen: [[cacheKeys.site, site]] };
}

function plain({ product }: SiteConfiguration): PageFacts {
	return {
		status: 200,
		title: product,
		description: DESCRIPTION,
		canonicalPath: '/',
		kind: 'website',
		image: null,
		structured: null,
		picture: null,
		firstScreen: [],
		indexed: true,
	};
}

const nowhere = { status: 404, title: 'PAGE NOT FOUND', indexed: false } as const;

const describeHome: Describe = async ({ db, boards }, { product, current_monthly_rank_key: key }) => {
	const [banners, build] = await Promise.all([readBanners(db), key === null ? null : boards.read(key)]);
	const [first] = banners;
	const chart: PageFacts['firstScreen'] = key !== null && build ? [[cacheKeys.chart(key), build.chart]] : [];
	return {
		image: first ? { path: first.pc_image_url, alt: first.alt } : null,
		structured: { '@type': 'WebSite', name: product, description: DESCRIPTION },
		picture: first ? { place: 'banner', path: first.pc_image_url, mobilePath: first.image_url } : null,
		firstScreen: [[cacheKeys.banners, { banners }], ...chart],
	};
};

const tabTitles: Record<RankingType, string> = { monthly: 'Solo', birthday: 'Birthday', theme: 'Music' };

const describeChart: Describe = async ({ boards }, site, { query }) => {
	const entries = site.rank_entry_configs;
	const entry = entries.find(({ main_tab }) => main_tab === query['main_tab']) ?? entries[0];
	const build = entry && (await boards.read(entry.rank_key));
	if (!entry || !build) return { title: 'LeaderBoard' };
	const { artist_list: list, ranking_config: config } = build.chart;
	const leaders = list.slice(0, 3).map(({ en_name }, index) => `${index + 1}. ${en_name}`);
	const cover = config.cover_image_url;
	return {
		title: `${tabTitles[entry.ranking_type]} Chart`,
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
		picture: cover === null ? null : { place: 'chart', path: cover },
		firstScreen: [[cacheKeys.chart(entry.rank_key), build.chart]],
	};
};

const describeArtist: Describe = async ({ db, boards }, _site, { params }) => {
	const id = params['artist_id'] ?? '';
	const number = z.safeParse(idText, id).data;
	const found = number === undefined ? null : await readArtist(db, boards, number);
	if (!found) return nowhere;
	const { artist, rank_info: standing } = found;
	const rank = standing ? `Rank ${standing.rank} in ${standing.ranking_title}. ` : '';
	return {
		title: artist.en_name,
		description: plainText(`${rank}${artist.description}`, DESCRIPTION_LENGTH) || DESCRIPTION,
		kind: 'profile',
		image: artist.avatar_url === null ? null : { path: artist.avatar_url, alt: `Portrait of ${artist.en_name}` },
		structured: {
			'@type': artist.kind === 'group' ? 'MusicGroup' : 'Person',
			name: artist.en_name,
			...(artist.native_name === null ? {} : { alternateName: artist.native_name }),
		},
		picture: artist.avatar_url === null ? null : { place: 'portrait', path: artist.avatar_url },
		firstScreen: [[cacheKeys.artist(id), found]],
	};
};

const describeArticle: Describe = async ({ db }, _site, { params }) => {
	const id = params['news_id'] ?? '';
	const number = z.safeParse(idText, id).data;
	const news = number === undefined ? null : await readNews(db, number);
	if (!news) return nowhere;
	return {
		title: news.title,
		description: plainText(news.content, DESCRIPTION_LENGTH) || DESCRIPTION,
		kind: 'article',
		image: news.cover_url === null ? null : { path: news.cover_url, alt: news.cover_alt },
		structured: {
			'@type': 'NewsArticle',
			headline: news.title,
			dateModified: new Date(news.updated_time * 1000).toISOString(),
		},
		picture: news.cover_url === null ? null : { place: 'article', path: news.cover_url, title: news.title },
		firstScreen: [[cacheKeys.article(id), { news }]],
	};
};

const describeView: Describe = async ({ db }, _site, { params }) => {
	const id = params['id'] ?? '';
	const view = /^[A-Za-z0-9-]{1,64}$/.test(id) ? await readView(db, id) : null;
	if (!view) return nowhere;
	return { image: { path: view.pc_image_url, alt: view.alt }, description: view.alt };
};

const named =
	(title: string): Describe =>
	() =>
		Promise.resolve({ title });
const own =
	(title: string): Describe =>
	() =>
		Promise.resolve({ title, indexed: false });

const describers: Record<PagePattern, Describe> = {
	'/': describeHome,
	'/leader-board': describeChart,
	'/artist/:artist_id': describeArtist,
	'/news': named('News'),
	'/news/:news_id': describeArticle,
	'/views/:id': describeView,
	'/rank_rewards': named('Rank rewards'),
	'/transparency': named('Transparency'),
	'/terms-of-service': named('Terms of Service'),
	'/privacy-policy': named('Privacy Policy'),
	'/login': own('Log in'),
	'/login-callback': own('Log in'),
	'/register': own('Sign up'),
	'/store': own('Store'),
	'/payment-method/:trade_no': own('Payment'),
	'/pay-success': own('Payment'),
	'/my-account': own('My Account'),
	'/edit-profile': own('Edit Profile'),
	'/gem-records': own('Gem Records'),
	'/my-votes': own('My Votes'),
};

function pathOf(pattern: PagePattern, params: PageAddress['params']): string {
	return pattern.replaceAll(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
