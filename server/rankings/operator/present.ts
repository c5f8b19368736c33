/** Converts a ranking to the form that operators see. */
import { consoleRanking, type ConsoleRanking } from '#contract/operator/rankings/rankings.ts';
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
	const { pauseReason: reason, pausedSince } = row;
	const all: ConsoleRanking = {
		...row,
		status: statusOf(row),
		stage: stageOf(row),
		start_time: Math.floor(row.startsAt / 1000),
		end_time: Math.floor(row.endsAt / 1000),
		review_end_time: row.reviewEndsAt === null ? null : Math.floor(row.reviewEndsAt / 1000),
		cover: presentPicture(row.cover_media_id),
		frozen: isFrozen(row),
		can_unpublish: mayBeUnpublished(row),
		pause: reason === null ? null : { reason, since: Math.floor((pausedSince ?? 0) / 1000) },
	};
	const names = Object.keys(consoleRanking.shape) as (keyof ConsoleRanking)[];
	return Object.fromEntries(names.map((name) => [name, all[name]])) as ConsoleRanking;
}
