/**
 * The boards: each chart is built once per change and shared by everybody who asks. Tallies are summed here, never
 * per request. A build older than MIN_AGE_MS is made anew when somebody asks; all who ask meanwhile share it.
 */
import type { Chart } from '#contract/rankings.ts';
import type { Database } from '#server/db/pool.ts';
import { prepare, type Prepared } from '#server/http/prepared.ts';
import { measurePace, type Pace } from './pace.ts';
import { presentListedArtist, presentRankingConfig } from './presenters.ts';
import { includes, nextBoundary, ranked } from './rules.ts';
import { selectRanking, selectResult, selectStandings, type RankingRow } from './sql.ts';

/** A chart is built at most this often, however many ask. */
const MIN_AGE_MS = 250;
/** A chart that nothing changed keeps its bytes this long; then its countdown is renewed. */
const MAX_AGE_MS = 1_000;
/** Older than MIN_AGE_MS and asked for, it is built anew in the background; so old, it is no longer given away. */
const READY_AGE_MS = 500;
/** How long a voter's own read waits for a build that includes the vote. */
const OWN_READ_WAIT_MS = 400;

export interface Build {
	chart: Chart;
	prepared: Prepared;
	ranking: RankingRow;
}

export interface Boards {
	/** The chart as of at most a quarter of a second ago; null for an unknown ranking. */
	read(rankingKey: string): Promise<Build | null>;
	/** The bytes that lie ready and are still good, at once; null where somebody has to wait for a build. */
	ready(rankingKey: string): Prepared | null;
	/** The same, after waiting a little for a build that includes the vote of `version`. */
	readAfter(rankingKey: string, version: string): Promise<Build | null>;
}

interface Made extends Build {
	/** `performance.now()` when it was read from the database, and when its bytes were made. */
	readAt: number;
	bytesAt: number;
	/** `performance.now()` from which the clock alone makes it wrong. */
	staleAt: number;
}

interface Board {
	made: Made | null;
	building: Promise<Made | null> | null;
	pace: Pace;
}

/** Boards that are kept; the least recently asked for goes first. Rankings are few, made-up keys are many. */
const BOARDS_MAX = 1_000;

export function openBoards({ db }: { db: Database }): Boards {
	const boards = new Map<string, Board>();

	function boardOf(rankingKey: string): Board {
		const board = boards.get(rankingKey) ?? { made: null, building: null, pace: measurePace() };
		boards.delete(rankingKey);
		boards.set(rankingKey, board);
		if (boards.size > BOARDS_MAX) boards.delete(boards.keys().next().value ?? rankingKey);
		return board;
	}

	async function read(rankingKey: string): Promise<Made | null> {
		const board = boardOf(rankingKey);
		if (board.made && isGood(board.made, MIN_AGE_MS)) return board.made;
		board.building ??= build(db, rankingKey, board).finally(() => {
			board.building = null;
		});
		return board.building;
	}

	async function readAfter(rankingKey: string, version: string): Promise<Made | null> {
		const giveUp = performance.now() + OWN_READ_WAIT_MS;
		for (;;) {
			const made = await read(rankingKey);
			const remaining = giveUp - performance.now();
			if (!made || remaining <= 0 || includes(made.ranking.snapshot, version)) return made;
			await afterMilliseconds(Math.min(remaining, Math.max(1, made.readAt + MIN_AGE_MS - performance.now())));
		}
	}

	function ready(rankingKey: string): Prepared | null {
		const made = boards.get(rankingKey)?.made;
		if (!made || !isGood(made, READY_AGE_MS)) return null;
		// Whoever asks sets the next build going, and nobody waits for it. What fails here fails for those who wait.
		if (!isGood(made, MIN_AGE_MS)) read(rankingKey).catch(() => undefined);
		return made.prepared;
	}

	return { read, ready, readAfter };
}

function isGood({ readAt, staleAt }: Made, ageMax: number): boolean {
	const now = performance.now();
	return now - readAt < ageMax && now < staleAt;
}

async function build(db: Database, rankingKey: string, board: Board): Promise<Made | null> {
	const ranking = await selectRanking(db, rankingKey);
	if (!ranking) return null;
	const readAt = performance.now();
	// After the snapshot was taken: what it includes, these rows include too.
	const rows = ranking.certified
		? await selectResult(db, ranking.rankingId)
		: await selectStandings(db, ranking.rankingId);
	const artists = ranked(rows).map(presentListedArtist);
	const total = artists.reduce((sum, { tickets }) => sum + tickets, 0);
	board.pace.note(total, ranking.now);
	const config = presentRankingConfig(ranking, ranking.now);
	const chart: Chart = {
		artist_list: artists,
		ranking_config: config,
		total_tickets: total,
		votes_per_minute: config.status === 'ongoing' ? board.pace.perMinute() : 0,
		chart_version: ranking.snapshot.split(':')[0] ?? '0',
	};
	const boundary = nextBoundary(ranking, ranking.now);
	const staleAt = boundary === null ? Infinity : readAt + boundary - ranking.now;
	const { bytes, bytesAt } = await bytesOf(chart, board.made);
	board.made = { chart, prepared: bytes, ranking, readAt, bytesAt, staleAt };
	return board.made;
}

/** The bytes that are there already, where they still say the same; else new ones. */
async function bytesOf(chart: Chart, before: Made | null): Promise<{ bytes: Prepared; bytesAt: number }> {
	const now = performance.now();
	const tagged = withoutMoments(chart);
	const same = before !== null && JSON.stringify(withoutMoments(before.chart)) === JSON.stringify(tagged);
	if (same && now - before.bytesAt < MAX_AGE_MS) return { bytes: before.prepared, bytesAt: before.bytesAt };
	return { bytes: await prepare(chart, tagged), bytesAt: now };
}

/** What the tag covers: everything but what moves on its own. */
function withoutMoments({ chart_version: _, ranking_config, ...rest }: Chart): unknown {
	const { end_countdown: __, ...config } = ranking_config;
	return { ...rest, config };
}

function afterMilliseconds(milliseconds: number): Promise<void> {
	return new Promise((resolve) => void setTimeout(resolve, milliseconds));
}
