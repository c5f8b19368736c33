/** The site's configuration as fans see it. */
import type { Banner, RankEntryConfig, SiteConfiguration, ViewDetail } from '#contract/site.ts';
import { readNotice } from '#server/incidents/incidents.ts';
import type { Db } from '#server/kernel/database.ts';
import { mediaUrl } from '#server/media/names.ts';
import type { Boards } from '#server/rankings/charts/boards.ts';
import { COVER_WIDTH } from '#server/rankings/presenters.ts';
import { readCurrentMonthlyKey } from '#server/rankings/rankings.ts';
import type { EntryConfigRow, PicturesRow } from './sql.ts';
import { selectBanners, selectEntryConfigs, selectPopUp, selectSite, selectView } from './sql.ts';

const POP_UP_WIDTH = 640;
const MOBILE_WIDTH = 640;

export async function readSite(db: Db, boards: Boards, language: string | null = null): Promise<SiteConfiguration> {
	const [site, entries, popUp, monthlyKey, notice] = await Promise.all([
		selectSite(db),
		selectEntryConfigs(db, language),
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
	const row = await selectView(db, viewId, language);
	return row && withPictures(row);
}

function withPictures<Row extends PicturesRow>({ media_id: mediaId, pc_media_id: pcMediaId, ...row }: Row) {
	return { ...row, image_url: mediaUrl(mediaId, MOBILE_WIDTH), pc_image_url: mediaUrl(pcMediaId, COVER_WIDTH) };
}

async function presentEntry(boards: Boards, entry: EntryConfigRow): Promise<RankEntryConfig | null> {
	const build = entry.rankingKey === null ? null : await boards.read(entry.rankingKey);
	if (!build) return null;
	const { ranking_config: config, artist_list: list } = build.chart;
	return {
		main_tab: entry.mainTab,
		rank_key: config.ranking_key,
		ranking_type: config.ranking_type,
		bg_url: mediaUrl(entry.backgroundMediaId, COVER_WIDTH) ?? config.cover_image_url,
		rank_name: entry.rankName,
		name_lang: entry.nameLang,
		title: entry.title,
		title_lang: entry.titleLang,
		cover_alt: entry.coverAlt,
		cover_lang: entry.coverLang,
		period: { start_time: config.start_time, end_time: config.end_time },
		status: config.status,
		end_countdown: config.end_countdown,
		top3: list.slice(0, 3),
	};
}
