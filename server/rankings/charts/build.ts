/** Builds a chart from the database: its counts, its content, and its bytes. */
import type { Chart } from '#contract/rankings.ts';
import { VERSION_OF_NONE } from '#contract/values/chart-version.ts';
import type { Db } from '#server/kernel/database.ts';
import { prepare, type Prepared } from '#server/kernel/prepared.ts';
import { presentListedArtist, presentRankingConfig } from '../presenters.ts';
import { nextBoundary, ranked } from '../rules.ts';
import { selectRanking, selectResult, selectStandings, type RankingRow } from '../sql.ts';

export interface Pace {
	/** Records a total. `at` is in milliseconds of any one clock. */
	note(total: number, at: number): void;
	perMinute(): number;
}

/** An unchanged chart keeps its bytes for this time. Then its countdown is renewed. */
export const MAX_AGE_MS = 1_000;
/** A certified result never changes. The names and pictures of its artists are read again after this time. */
const CERTIFIED_ROWS_AGE_MS = 10 * 60_000;

export interface Build {
	chart: Chart;
	prepared: Prepared;
	ranking: RankingRow;
	readAt: number;
}

export interface Made extends Build {
	rowsAt: number;
	bytesAt: number;
	/** `performance.now()` from which the passing of time alone makes the build wrong. */
	staleAt: number;
}

interface Work {
	db: Db;
	rankingKey: string;
	before: Made | null;
	pace: Pace;
}

/** Builds the chart again if the clock has passed the ranking's start or end during the build. */
export async function buildInTime(work: Work): Promise<Made | null> {
	const made = await build(work);
	return made && performance.now() >= made.staleAt ? build({ ...work, before: made }) : made;
}

async function build({ db, rankingKey, before, pace }: Work): Promise<Made | null> {
	// Read the clock before the query, so that no boundary is taken for later than it is.
	const readAt = performance.now();

	const ranking = await selectRanking(db, rankingKey);
	if (!ranking) return null;
	if (before && isSameResult(before, ranking)) return { ...before, readAt };
	const rows = ranking.certified
		? await selectResult(db, ranking.rankingId)
		: await selectStandings(db, ranking.rankingId);
	const artists = ranked(rows).map(presentListedArtist);
	const total = artists.reduce((sum, { tickets }) => sum + tickets, 0);
	pace.note(total, ranking.now);
	const config = presentRankingConfig(ranking, ranking.now);
	const chart: Chart = {
		artist_list: artists,
		ranking_config: config,
		total_tickets: total,
		votes_per_minute: config.status === 'ongoing' ? pace.perMinute() : 0,
		chart_version: rows[0]?.version ?? VERSION_OF_NONE,
		log_size: rows[0]?.logSize ?? null,
	};
	const boundary = nextBoundary(ranking, ranking.now);
	const staleAt = boundary === null ? Infinity : readAt + boundary - ranking.now;
	const { bytes, bytesAt } = await bytesOf(chart, before);
	return { chart, prepared: bytes, ranking, readAt, rowsAt: readAt, bytesAt, staleAt };
}

/** Returns true if the build shows this certified result and its rows are recent enough. */
function isSameResult({ ranking: before, rowsAt, chart }: Made, ranking: RankingRow): boolean {
	if (!before.certified || !ranking.certified || performance.now() - rowsAt > CERTIFIED_ROWS_AGE_MS) return false;
	// The public log gets its last leaf shortly after the certification.
	if (chart.log_size === null) return false;
	const { now: _, ...facts } = ranking;
	const { now: __, ...factsBefore } = before;
	return JSON.stringify(facts) === JSON.stringify(factsBefore);
}

/** Returns the existing bytes if the content is unchanged, and otherwise builds new ones. */
async function bytesOf(chart: Chart, before: Made | null): Promise<{ bytes: Prepared; bytesAt: number }> {
	const now = performance.now();
	const tagged = withoutMoments(chart);
	const same = before !== null && JSON.stringify(withoutMoments(before.chart)) === JSON.stringify(tagged);
	if (same && now - before.bytesAt < MAX_AGE_MS) return { bytes: before.prepared, bytesAt: before.bytesAt };
	return { bytes: await prepare(chart, tagged), bytesAt: now };
}

export function withoutMoments({ chart_version: _, ranking_config, ...rest }: Chart): unknown {
	const { end_countdown: __, ...config } = ranking_config;
	return { ...rest, config };
}
