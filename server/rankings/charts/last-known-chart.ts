/** Rebuilds the last known chart while the database is unavailable: with its old counts and the current time. */
import type { Chart } from '#contract/rankings.ts';
import { SHOWN_MS_MAX } from '#server/db/last-known.ts';
import { prepare } from '#server/kernel/prepared.ts';
import { withoutMoments, type Made } from './build.ts';
import { presentRankingConfig } from '../presenters.ts';
import { nextBoundary } from '../rules.ts';

/**
 * Returns the last counted chart with its current status and countdown: after its end it is never shown as ongoing. The
 * chart states the time of its counts. Returns null if they are too old.
 */
export async function shownBefore(made: Made): Promise<Made | null> {
	const now = performance.now();
	const { ranking, readAt } = made;
	if (now - readAt > SHOWN_MS_MAX) return null;
	// The database's clock cannot be read, but it has advanced as much as ours.
	const databaseNow = ranking.now + now - readAt;
	const asOf = Math.floor(ranking.now / 1000);
	const chart: Chart = {
		...made.chart,
		ranking_config: presentRankingConfig(ranking, databaseNow),
		// The current rate is unknown.
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

/** Returns true if the last shown chart is still correct. */
export function mayBeShown({ readAt, bytesAt, staleAt }: Made, ageMax: number): boolean {
	const now = performance.now();
	return now - bytesAt < ageMax && now < staleAt && now - readAt <= SHOWN_MS_MAX;
}
