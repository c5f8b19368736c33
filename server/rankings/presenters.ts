/** Converts rankings and standings to the contract's shapes. */
import type { RankingConfig } from '#contract/rankings.ts';
import { mediaUrl } from '#server/media/names.ts';
import { countdownAt, type NamedArtistRow, stageAt, statusAt } from './rules.ts';
import type { RankingRow, StandingRow } from './sql.ts';

/** Default picture widths in pixels. Browsers choose other widths from the same name. */
export const AVATAR_WIDTH = 640;
export const COVER_WIDTH = 1280;

export function presentNamedArtist({ avatar_media_id: mediaId, hidden, ...row }: NamedArtistRow) {
	const { artist_id, kind, en_name, native_name, native_lang, fan_color } = row;
	const avatar_url = mediaUrl(mediaId, AVATAR_WIDTH);
	return { artist_id, kind, en_name, native_name, native_lang, avatar_url, fan_color, ...(hidden && { hidden: true }) };
}

export function presentListedArtist(row: Omit<StandingRow, 'reachedAt'> & { rank: number; birthday?: string | null }) {
	const { rank, sub_title, tickets, birthday } = row;
	return { rank, ...presentNamedArtist(row), sub_title, ...(birthday && { birthday }), tickets };
}

/** What charts and lists tell of a ranking. */
export function headOf(row: RankingRow, now: number) {
	const { ranking_key, ranking_type, title, cover_link_url, startsAt, endsAt } = row;
	const times = { start_time: Math.floor(startsAt / 1000), end_time: Math.floor(endsAt / 1000) };
	return { ranking_key, ranking_type, title, cover_link_url, stage: stageAt(row, now), ...times };
}

export const presentRankingConfig = (row: RankingRow, now: number): RankingConfig => ({
	...headOf(row, now),
	status: statusAt(row, now),
	end_countdown: countdownAt(row, now),
	cover_image_url: mediaUrl(row.cover_media_id, COVER_WIDTH),
	cover_alt: row.cover_alt,
	ticket2gem_ratio: row.ticket2gem_ratio,
});
