/**
 * The boards: each chart is built once per change and shared by all requests. Tallies are summed here, never per
 * request. A request for a build older than MIN_AGE_MS starts a new build; requests that arrive meanwhile share it. If
 * the database is unavailable, the last build is shown for a while with its age.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { includesVote, VERSION_OF_NONE } from '#contract/values/chart-version.ts';
import { ASKED_AGAIN_MS, READ_TIMEOUT_MS, SHOWN_MS_MAX } from '#server/db/last-known.ts';
import type { Db } from '#server/kernel/database.ts';
import { within } from '#server/kernel/within.ts';
import { Problem } from '#server/kernel/problem.ts';
import { chartBuilds, trace } from '#server/kernel/signals/signals.ts';
import { presentRankingConfig, presentListedArtist } from '../presenters.ts';
import { stageAt, nextBoundary, ranked } from '../rules.ts';
import type { Chart } from '#contract/rankings.ts';
import { prepare, type Prepared } from '#server/kernel/prepared.ts';
import { selectRanking, selectResult, selectStandings, type RankingRow } from '../sql.ts';

/** Minimum time between two builds of a chart, however many requests arrive. */
const MIN_AGE_MS = 250;
/** A certified result never changes. Its title and cover may, so they are read again after this time. */
const CERTIFIED_AGE_MS = 60_000;
/** Maximum wait of a voter's own read for a build that includes the vote. */
const OWN_READ_WAIT_MS = 400;

export type Boards = ReturnType<typeof openBoards>;

interface Board {
	made: Made | null;
	building: Promise<Made | null> | null;
	/** The same build, or the last known one if the build fails or takes too long. */
	awaited: Promise<Made | null> | null;
	pace: ReturnType<typeof measurePace>;
	away: { shown: Made | null; askAgainAt: number } | null;
}

const newBoard = (): Board => ({ made: null, building: null, awaited: null, pace: measurePace(), away: null });

/** Maximum number of boards in memory. The least recently requested board that is not open is dropped first. */
const BOARDS_MAX = 1_000;

interface BoardsOptions {
	db: Db;
	/** Called when a chart cannot be read and the last known one is shown. */
	onAway?: (error: unknown) => void;
	timeoutMs?: number;
}

export function openBoards({ db, onAway = () => undefined, timeoutMs = READ_TIMEOUT_MS }: BoardsOptions) {
	const boards = new Map<string, Board>();

	function boardOf(rankingKey: string): Board {
		const board = boards.get(rankingKey) ?? newBoard();
		boards.delete(rankingKey);
		boards.set(rankingKey, board);
		if (boards.size > BOARDS_MAX) boards.delete(leastWanted(boards));
		return board;
	}

	function renew(rankingKey: string, board: Board): Promise<Made | null> {
		const work = () => buildInTime({ db, rankingKey, before: board.made, pace: board.pace });
		board.building ??= trace(chartBuilds, {}, work)
			.then((made) => {
				board.made = made;
				board.away = null;
				// Forget boards of unknown rankings: made-up keys could fill the memory.
				if (!made && boards.get(rankingKey) === board) boards.delete(rankingKey);
				return made;
			})
			.catch((error: unknown) => {
				if (!board.made && boards.get(rankingKey) === board) boards.delete(rankingKey);
				throw error;
			})
			.finally(() => {
				board.building = null;
			});
		return board.building;
	}

	/** Returns the chart, at most MIN_AGE_MS old, or the last known one. Returns null for an unknown ranking. */
	async function read(rankingKey: string): Promise<Made | null> {
		const board = boardOf(rankingKey);
		if (board.made && isGood(board.made, MIN_AGE_MS)) return board.made;
		if (!board.made) return renew(rankingKey, board);
		if (board.away) {
			tryAgain(rankingKey, board, board.away);
			return (await showKnown(board)) ?? renew(rankingKey, board);
		}
		board.awaited ??= buildOrKnown(rankingKey, board).finally(() => {
			board.awaited = null;
		});
		return board.awaited;
	}

	async function buildOrKnown(rankingKey: string, board: Board): Promise<Made | null> {
		const building = renew(rankingKey, board);
		try {
			return await within(building, timeoutMs);
		} catch (error) {
			onAway(error);
			board.away ??= { shown: null, askAgainAt: performance.now() + ASKED_AGAIN_MS };
			return (await showKnown(board)) ?? building;
		}
	}

	/** Retries in the background: while the database is unavailable, all requests receive the last known chart. */
	function tryAgain(rankingKey: string, board: Board, away: NonNullable<Board['away']>): void {
		if (performance.now() < away.askAgainAt) return;
		away.askAgainAt = performance.now() + ASKED_AGAIN_MS;
		renew(rankingKey, board).catch(() => undefined);
	}

	/** Waits briefly for a build with the vote of `version`. @throws {Problem} busy if there is only an older one */
	async function readAfter(rankingKey: string, version: string): Promise<Made | null> {
		const giveUp = performance.now() + OWN_READ_WAIT_MS;
		for (;;) {
			const made = await read(rankingKey);
			const remaining = giveUp - performance.now();
			// A certified result counts every accepted vote.
			if (!made || made.ranking.certified || includesVote(made.chart.chart_version, version)) return made;
			// The last known chart lacks the voter's own vote.
			if (made.chart.as_of !== undefined) throw new Problem('busy', { retryAfter: 1 });
			if (remaining <= 0) return made;
			await sleep(Math.min(remaining, Math.max(1, made.readAt + MIN_AGE_MS - performance.now())));
		}
	}

	/** Returns true if there is a build in memory, so that a read costs a part of one build a quarter of a second. */
	const has = (rankingKey: string) => (boards.get(rankingKey)?.made ?? null) !== null;
	return { read, has, readAfter };
}

/** Returns the last known chart, renewed once a second for its countdown and age, or null if it is too old. */
async function showKnown(board: Board): Promise<Made | null> {
	const { made, away } = board;
	if (!made || !away) return made;
	if (away.shown && mayBeShown(away.shown, MAX_AGE_MS)) return away.shown;
	away.shown = await shownBefore(made);
	return away.shown;
}

function leastWanted(boards: ReadonlyMap<string, Board>): string {
	for (const [key, { made, building }] of boards)
		if (!building && (!made || stageAt(made.ranking, made.ranking.now) !== 'open')) return key;
	return boards.keys().next().value ?? '';
}

function isGood({ readAt, staleAt, ranking, chart }: Made, ageMax: number): boolean {
	const now = performance.now();
	// The public log gets its last leaf shortly after the certification.
	const isFinal = ranking.certified && chart.log_size !== null;
	return now - readAt < (isFinal ? CERTIFIED_AGE_MS : ageMax) && now < staleAt;
}

/** The last counted chart with its present status, never ongoing after its end. Null if its counts are too old. */
async function shownBefore(made: Made): Promise<Made | null> {
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

function mayBeShown({ readAt, bytesAt, staleAt }: Made, ageMax: number): boolean {
	const now = performance.now();
	return now - bytesAt < ageMax && now < staleAt && now - readAt <= SHOWN_MS_MAX;
}

const WINDOW_MS = 60_000;

/** Computes votes per minute from the growth of a total between reads. */
function measurePace() {
	// Oldest first. One sample before the window's start is kept, so that the samples always cover the window.
	const samples: { total: number; at: number }[] = [];
	return {
		/** Records a total. `at` is in milliseconds of any one clock. */
		note(total: number, at: number) {
			const last = samples.at(-1);
			if (last && at - last.at < 1_000) return;
			samples.push({ total, at });
			while (samples[1] && samples[1].at <= at - WINDOW_MS) samples.shift();
		},
		perMinute() {
			const [first, last] = [samples[0], samples.at(-1)];
			if (!first || !last || last.at === first.at) return 0;
			return Math.max(0, Math.round(((last.total - first.total) * WINDOW_MS) / (last.at - first.at)));
		},
	};
}

/** An unchanged chart keeps its bytes for this time. Then its countdown is renewed. */
const MAX_AGE_MS = 1_000;
/** A certified result never changes. The names and pictures of its artists are read again after this time. */
const CERTIFIED_ROWS_AGE_MS = 10 * 60_000;

export interface Build {
	chart: Chart;
	prepared: Prepared;
	ranking: RankingRow;
	readAt: number;
}

interface Made extends Build {
	rowsAt: number;
	bytesAt: number;
	/** `performance.now()` from which the passing of time alone makes the build wrong. */
	staleAt: number;
}

interface Work {
	db: Db;
	rankingKey: string;
	before: Made | null;
	pace: ReturnType<typeof measurePace>;
}

/** Builds the chart again if the clock has passed the ranking's start or end during the build. */
async function buildInTime(work: Work): Promise<Made | null> {
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

function withoutMoments({ chart_version: _, ranking_config, ...rest }: Chart): unknown {
	const { end_countdown: __, ...config } = ranking_config;
	return { ...rest, config };
}
