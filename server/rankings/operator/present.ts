/** Converts a ranking to the form that operators see. */
import type { ConsoleRanking } from '#contract/operator/rankings/rankings.ts';
import type { RankingStage, RankingStatus } from '#contract/rankings.ts';
import { presentPicture } from '#server/media/operator/uploads.ts';
import { stageAt, statusAt } from '../rules.ts';
import type { ConsoleRow } from './sql.ts';

/** Rules and entries of a ranking are fixed from its opening on. */
export const isFrozen = (row: ConsoleRow): boolean => !row.draft && (row.now >= row.startsAt || row.closed);

/** A draft is never opened or ended by the clock. */
export const statusOf = (row: ConsoleRow): RankingStatus => (row.draft ? 'upcoming' : statusAt(row, row.now));

export const stageOf = (row: ConsoleRow): RankingStage => (row.draft ? 'open' : stageAt(row, row.now));

/** Fans who have voted must not find their ranking gone. */
export const mayBeUnpublished = (row: ConsoleRow): boolean => !row.draft && !row.voted && statusOf(row) !== 'ended';

export function presentRanking(row: ConsoleRow): ConsoleRanking {
	return {
		ranking_key: row.rankingKey,
		ranking_type: row.rankingType,
		title: row.title,
		status: statusOf(row),
		stage: stageOf(row),
		draft: row.draft,
		start_time: Math.floor(row.startsAt / 1000),
		end_time: Math.floor(row.endsAt / 1000),
		starts_local: row.startsLocal,
		ends_local: row.endsLocal,
		timezone: row.timezone,
		gems_per_vote: row.gemsPerVote,
		votes_per_fan_max: row.votesPerFanMax,
		review_hours: row.reviewHours,
		cover: presentPicture(row.coverMediaId),
		cover_alt: row.coverAlt,
		cover_link_url: row.coverLinkUrl,
		artist_count: row.artistCount,
		total_tickets: row.totalTickets,
		frozen: isFrozen(row),
		can_unpublish: mayBeUnpublished(row),
		pause:
			row.pauseReason === null ? null : { reason: row.pauseReason, since: Math.floor((row.pausedSince ?? 0) / 1000) },
		version: row.version,
	};
}
