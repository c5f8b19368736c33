/** A chart of before, for the time in which the database is away: what was counted then, and the clock of now. */
import type { Chart } from '#contract/rankings.ts';
import { SHOWN_MS_MAX } from '#server/db/last-known.ts';
import { prepare } from '#server/kernel/prepared.ts';
import { withoutMoments, type Made } from './build.ts';
import { presentRankingConfig } from '../presenters.ts';
import { nextBoundary } from '../rules.ts';

/**
 * The chart as it was counted last, with its status and countdown of now: after its end it is never shown as ongoing.
 * It says of when it is. Null where that is too long ago.
 */
export async function shownBefore(made: Made): Promise<Made | null> {
	const now = performance.now();
	const { ranking, readAt } = made;
	if (now - readAt > SHOWN_MS_MAX) return null;
	// The database's clock, which nobody can ask, has gone on as ours has.
	const databaseNow = ranking.now + now - readAt;
	const asOf = Math.floor(ranking.now / 1000);
	const chart: Chart = {
		...made.chart,
		ranking_config: presentRankingConfig(ranking, databaseNow),
		// Nobody knows how fast.
		votes_per_minute: 0,
		as_of: asOf,
	};
	const boundary = nextBoundary(ranking, databaseNow);
	return {
		...made,
		chart,
		prepared: { ...(await prepare(chart, withoutMoments(chart))), asOf },
		bytesAt: now,
		staleAt: boundary === null ? Infinity : now + boundary - databaseNow,
	};
}

/** Whether what was shown a moment ago still says it right. */
export function mayBeShown({ readAt, bytesAt, staleAt }: Made, ageMax: number): boolean {
	const now = performance.now();
	return now - bytesAt < ageMax && now < staleAt && now - readAt <= SHOWN_MS_MAX;
}
