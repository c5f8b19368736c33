/** The site's configuration as fans see it. */
import type { Banner, RankEntryConfig, SiteConfiguration, ViewDetail } from '#contract/site.ts';
import { readNotice } from '#server/incidents/incidents.ts';
import { type Db, sql } from '#server/kernel/database.ts';
import { mediaUrl } from '#server/media/names.ts';
import type { Boards } from '#server/rankings/charts/boards.ts';
import { COVER_WIDTH } from '#server/rankings/presenters.ts';
import { readCurrentMonthlyKey } from '#server/rankings/rankings.ts';
import { textIn, translation } from '#server/languages/content.ts';

const POP_UP_WIDTH = 640;
const MOBILE_WIDTH = 640;

export async function readSite(db: Db, boards: Boards, language: string | null = null): Promise<SiteConfiguration> {
	const [site, entries, popUp, monthlyKey, notice] = await Promise.all([
		selectSite(db),
		sql`select entry.*, ${textIn('translation.title', 'ranking.title', 'title', 'title_lang')},
			${textIn("translation.more->>'cover_alt'", 'ranking.cover_alt', 'cover_alt', 'cover_lang')} from (
		select main_tab, background_media_id, position,
			${textIn('named.title', 'rank_name', 'rank_name', 'name_lang')},
			case ranking_type when 'monthly' then (
				select ranking_key from ranking current
				where current.ranking_type = 'monthly' and current.starts_at <= lightstick_now()
					and current.published_at is not null
				order by current.starts_at desc limit 1
			) else ranking_key end as rank_key
		from rank_entry_config join ranking using (ranking_id) cross join site_setting site
		${translation('entry_card', 'main_tab', language, 'named')}
		where ranking_type = 'monthly' or published_at is not null) entry
		join ranking on ranking.ranking_key = entry.rank_key cross join site_setting site
		${translation('ranking', 'ranking.ranking_key', language)} order by position`
			.prepared('select_entry_configs')
			.all<EntryConfigRow>(db),
		selectPopUp(db, language),
		readCurrentMonthlyKey(db),
		readNotice(db, language),
	]);
	const configs = await Promise.all(entries.map((entry) => presentEntry(boards, entry)));
	return {
		...site,
		current_monthly_rank_key: monthlyKey,
		rank_entry_configs: configs.filter((config) => config !== null),
		pop_up: popUp && presentPopUp(popUp),
		notice,
	};
}

function presentPopUp({ media_id: mediaId, ...popUp }: NonNullable<Awaited<ReturnType<typeof selectPopUp>>>) {
	return { ...popUp, image_url: mediaUrl(mediaId, POP_UP_WIDTH) };
}

export const readBanners = async (db: Db, language: string | null = null): Promise<Banner[]> =>
	(await selectBanners(db, language)).map(withPictures);

export async function readView(db: Db, viewId: string, language: string | null = null): Promise<ViewDetail | null> {
	const row = await sql`select media_id, pc_media_id, ${textIn('translation.title', 'alt', 'alt')}
		from view_page cross join site_setting site ${translation('view', 'view_id', language)} where view_id = ${viewId} and hidden_at is null`
		.prepared('select_view')
		.maybeOne<PicturesRow>(db);
	return row && withPictures(row);
}

function withPictures<Row extends PicturesRow>({ media_id: mediaId, pc_media_id: pcMediaId, ...row }: Row) {
	return { ...row, image_url: mediaUrl(mediaId, MOBILE_WIDTH), pc_image_url: mediaUrl(pcMediaId, COVER_WIDTH) };
}

async function presentEntry(boards: Boards, row: EntryConfigRow): Promise<RankEntryConfig | null> {
	const { background_media_id: mediaId, position: _, ...entry } = row;
	const build = entry.rank_key === null ? null : await boards.read(entry.rank_key);
	if (!build) return null;
	const { ranking_config: config, artist_list: list } = build.chart;
	return {
		...entry,
		rank_key: config.ranking_key,
		ranking_type: config.ranking_type,
		bg_url: mediaUrl(mediaId, COVER_WIDTH) ?? config.cover_image_url,
		period: { start_time: config.start_time, end_time: config.end_time },
		status: config.status,
		end_countdown: config.end_countdown,
		top3: list.slice(0, 3),
	};
}

type SiteRow = Pick<SiteConfiguration, 'product' | 'ticket2gem_ratio' | 'timezone' | 'timezone_name'> &
	Pick<SiteConfiguration, 'currency_config' | 'contact_mail' | 'social_links'>;

export const selectSite = (db: Db): Promise<SiteRow> =>
	sql`select product, ticket2gem_ratio, timezone, timezone_name, contact_mail, social_links,
			json_build_object('currency_name', currency_name, 'currency_symbol', currency_symbol) as currency_config
		from site_setting`
		.prepared('select_site')
		.one(db);

type CardText = 'main_tab' | 'rank_name' | 'name_lang' | 'title' | 'title_lang' | 'cover_alt' | 'cover_lang';
interface EntryConfigRow extends Pick<RankEntryConfig, CardText> {
	/** Null for a monthly tab before the first month has begun. */
	rank_key: string | null;
	background_media_id: string | null;
	position: number;
}

/** The one that shows now: of several, the one that began last. */
const selectPopUp = (db: Db, language: string | null) =>
	sql`select pop_up_id as uuid, media_id, link_url,
			${textIn('translation.title', 'alt', 'alt')}
		from pop_up cross join site_setting site ${translation('pop_up', 'pop_up_id', language)}
		where starts_at <= lightstick_now() and lightstick_now() < ends_at and hidden_at is null
		order by starts_at desc limit 1`
		.prepared('select_pop_up')
		.maybeOne<Omit<NonNullable<SiteConfiguration['pop_up']>, 'image_url'> & { media_id: string }>(db);

type PicturesRow = Pick<Banner, 'alt' | 'lang'> & { media_id: string; pc_media_id: string };

const selectBanners = (db: Db, language: string | null) =>
	sql`select media_id, pc_media_id, ${textIn('translation.title', 'alt', 'alt')},
			link_url, link_target
		from banner cross join site_setting site
		${translation('banner', 'banner_id', language)}
		where hidden_at is null and coalesce(starts_at <= lightstick_now(), true)
			and coalesce(lightstick_now() < ends_at, true)
		order by position, banner.banner_id`
		.prepared('select_banners')
		.all<PicturesRow & Pick<Banner, 'link_url' | 'link_target'>>(db);
