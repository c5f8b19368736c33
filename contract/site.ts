import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { listedArtist, rankingStatus, rankingType } from './rankings.ts';
import { inLanguage, count, epochSeconds, rankingKey, textOf } from './values/shapes.ts';

export const rankEntryConfig = z.object({
	main_tab: z.string(),
	rank_key: rankingKey,
	ranking_type: rankingType,
	bg_url: z.nullable(z.string()),
	rank_name: z.string(),
	name_lang: z.string(),
	title: z.string(),
	title_lang: z.string(),
	cover_alt: z.string(),
	cover_lang: z.string(),
	period: z.object({ start_time: epochSeconds, end_time: epochSeconds }),
	status: rankingStatus,
	end_countdown: count,
	top3: z.array(listedArtist),
});
export type RankEntryConfig = z.output<typeof rankEntryConfig>;

export const siteConfiguration = z.object({
	product: z.string(),
	ticket2gem_ratio: count,
	timezone: z.string(),
	timezone_name: z.string(),
	current_monthly_rank_key: z.nullable(rankingKey),
	rank_entry_configs: z.array(rankEntryConfig),
	currency_config: z.object({ currency_name: z.string(), currency_symbol: z.string() }),
	pop_up: z.nullable(
		z.object({
			uuid: z.string(),
			image_url: z.string(),
			link_url: z.nullable(z.string()),
			alt: z.string(),
			lang: z.string(),
		}),
	),
	contact_mail: z.string(),
	social_links: z.array(z.object({ name: z.string(), url: z.string() })),
	/** The open incident that began last. The status page has the rest. */
	notice: z.nullable(z.object({ title: z.string(), lang: z.string() })),
});
export type SiteConfiguration = z.output<typeof siteConfiguration>;

export const getSite = endpoint({
	path: '/configurations/site',
	summary: 'Site configuration',
	access: 'anyone',
	query: z.object(inLanguage),
	reply: siteConfiguration,
});

export const banner = z.object({
	image_url: z.string(),
	pc_image_url: z.string(),
	link_url: z.nullable(z.string()),
	link_target: z.nullable(z.string()),
	alt: z.string(),
	lang: z.string(),
});
export type Banner = z.output<typeof banner>;

export const getBanners = endpoint({
	path: '/configurations/banners',
	summary: 'Banners of the home page, in order',
	access: 'anyone',
	query: z.object(inLanguage),
	reply: z.object({ banners: z.array(banner) }),
});

export const viewDetail = z.object({
	image_url: z.string(),
	pc_image_url: z.string(),
	alt: z.string(),
	lang: z.string(),
});
export type ViewDetail = z.output<typeof viewDetail>;

export const viewId = textOf(64, /^[A-Za-z0-9-]+$/);

export const getView = endpoint({
	path: '/configurations/view-detail',
	summary: 'A configured picture page',
	access: 'anyone',
	query: z.object({ id: viewId, ...inLanguage }),
	reply: z.object({ view_detail: viewDetail }),
	problems: ['view_not_found'],
});
