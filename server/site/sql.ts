/** Every statement on the site's configuration. */
import { maybeOne, one, type Db } from '#server/kernel/database.ts';

export interface SiteRow {
	product: string;
	ticket2gemRatio: number;
	timezone: string;
	timezoneName: string;
	currencyName: string;
	currencySymbol: string;
	contactMail: string;
	socialLinks: { name: string; url: string }[];
}

export function selectSite(db: Db): Promise<SiteRow> {
	return one<SiteRow>(db, {
		name: 'select_site',
		text: `select product, ticket2gem_ratio as "ticket2gemRatio", timezone, timezone_name as "timezoneName",
			currency_name as "currencyName", currency_symbol as "currencySymbol", contact_mail as "contactMail",
			social_links as "socialLinks" from site_setting`,
	});
}

export interface EntryConfigRow {
	mainTab: string;
	/** Null for a monthly tab before the first month has begun. */
	rankingKey: string | null;
	rankName: string;
	backgroundMediaId: string | null;
}

export function selectEntryConfigs(db: Db): Promise<EntryConfigRow[]> {
	return db.query<EntryConfigRow>({
		name: 'select_entry_configs',
		// A monthly tab shows the month that has begun last, from the very instant in which it begins.
		text: `select main_tab as "mainTab", rank_name as "rankName", background_media_id as "backgroundMediaId",
				case ranking_type when 'monthly' then (
					select ranking_key from ranking current
					where current.ranking_type = 'monthly' and current.starts_at <= lightstick_now()
						and current.published_at is not null
					order by current.starts_at desc limit 1
				) else ranking_key end as "rankingKey"
			from rank_entry_config join ranking using (ranking_id)
			where ranking_type = 'monthly' or published_at is not null order by position`,
	});
}

export interface PopUpRow {
	popUpId: string;
	mediaId: string;
	alt: string;
	linkUrl: string | null;
}

/** The one that shows now: of several, the one that began last. */
export function selectPopUp(db: Db): Promise<PopUpRow | null> {
	return maybeOne<PopUpRow>(db, {
		name: 'select_pop_up',
		text: `select pop_up_id as "popUpId", media_id as "mediaId", alt, link_url as "linkUrl" from pop_up
			where starts_at <= lightstick_now() and lightstick_now() < ends_at and hidden_at is null order by starts_at desc limit 1`,
	});
}

export interface BannerRow {
	mediaId: string;
	pcMediaId: string;
	alt: string;
	linkUrl: string | null;
	linkTarget: string | null;
	/** Of the alt text. */
	language: string;
}

export function selectBanners(db: Db, language: string | null): Promise<BannerRow[]> {
	return db.query<BannerRow>({
		name: 'select_banners',
		text: `select media_id as "mediaId", pc_media_id as "pcMediaId", coalesce(translation.title, alt) as alt,
				coalesce(translation.language, site.content_language) as "language", link_url as "linkUrl",
				link_target as "linkTarget"
			from banner cross join site_setting site
			left join translation on translation.banner_id = banner.banner_id and translation.language = $1
				and translation.title <> ''
			where hidden_at is null and coalesce(starts_at <= lightstick_now(), true)
				and coalesce(lightstick_now() < ends_at, true)
			order by position, banner.banner_id`,
		values: [language],
	});
}

export function selectView(db: Db, viewId: string): Promise<Pick<BannerRow, 'mediaId' | 'pcMediaId' | 'alt'> | null> {
	return maybeOne(db, {
		name: 'select_view',
		text: `select media_id as "mediaId", pc_media_id as "pcMediaId", alt from view_page
			where view_id = $1 and hidden_at is null`,
		values: [viewId],
	});
}
