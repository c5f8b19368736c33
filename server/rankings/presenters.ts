/** Converts rankings and standings to the contract's shapes. */
import type { RankingConfig } from '#contract/rankings.ts';
import { mediaUrl } from '#server/media/names.ts';
import { countdownAt, stageAt, statusAt } from './rules.ts';
import type { RankingRow, StandingRow } from './sql.ts';

/** Default picture widths in pixels. Browsers choose other widths from the same name. */
export const AVATAR_WIDTH = 640;
export const COVER_WIDTH = 1280;

export type NamedArtistRow = Pick<
	StandingRow,
	'artistId' | 'kind' | 'en_name' | 'native_name' | 'native_lang' | 'avatarMediaId' | 'fan_color'
> & { hidden?: boolean };

export const presentNamedArtist = ({ artistId, avatarMediaId, hidden, ...row }: NamedArtistRow) => ({
	artist_id: artistId,
	kind: row.kind,
	en_name: row.en_name,
	native_name: row.native_name,
	native_lang: row.native_lang,
	avatar_url: mediaUrl(avatarMediaId, AVATAR_WIDTH),
	fan_color: row.fan_color,
	...(hidden && { hidden: true }),
});

export function presentListedArtist(row: Omit<StandingRow, 'reachedAt'> & { rank: number; birthday?: string | null }) {
	const { rank, sub_title, tickets, birthday } = row;
	return { rank, ...presentNamedArtist(row), sub_title, ...(birthday && { birthday }), tickets };
}

export const presentRankingConfig = (row: RankingRow, now: number): RankingConfig => ({
	ranking_key: row.rankingKey,
	ranking_type: row.rankingType,
	title: row.title,
	status: statusAt(row, now),
	stage: stageAt(row, now),
	start_time: Math.floor(row.startsAt / 1000),
	end_time: Math.floor(row.endsAt / 1000),
	end_countdown: countdownAt(row, now),
	cover_image_url: mediaUrl(row.coverMediaId, COVER_WIDTH),
	cover_link_url: row.coverLinkUrl,
	cover_alt: row.coverAlt,
	ticket2gem_ratio: row.gemsPerVote,
});
