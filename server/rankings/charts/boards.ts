/**
 * The boards: each chart is built once per change and shared by all requests. Tallies are summed here, never per
 * request. A request for a build older than MIN_AGE_MS starts a new build; requests that arrive meanwhile share it. If
 * the database is unavailable, the last build is shown for a while with its age.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { includesVote } from '#contract/values/chart-version.ts';
import { ASKED_AGAIN_MS, READ_TIMEOUT_MS, SHOWN_MS_MAX } from '#server/db/last-known.ts';
import type { Db } from '#server/kernel/database.ts';
import { within } from '#server/kernel/within.ts';
import { Problem } from '#server/kernel/problem.ts';
import { chartBuilds, trace } from '#server/kernel/signals/signals.ts';
import { buildInTime, MAX_AGE_MS, type Build, type Made, type Pace, withoutMoments } from './build.ts';
import { presentRankingConfig } from '../presenters.ts';
import { stageAt, nextBoundary } from '../rules.ts';
import type { Chart } from '#contract/rankings.ts';
import { prepare } from '#server/kernel/prepared.ts';

export type { Build };

/** Minimum time between two builds of a chart, however many requests arrive. */
const MIN_AGE_MS = 250;
/** A certified result never changes. Its title and cover may, so they are read again after this time. */
const CERTIFIED_AGE_MS = 60_000;
/** Maximum wait of a voter's own read for a build that includes the vote. */
const OWN_READ_WAIT_MS = 400;

export interface Boards {
	/** Returns the chart, at most MIN_AGE_MS old, or the last known one. Returns null for an unknown ranking. */
	read(rankingKey: string): Promise<Build | null>;
	/** Returns true if there is a build in memory, so that a read costs a part of one build a quarter of a second. */
	has(rankingKey: string): boolean;
	/** Waits briefly for a build with the vote of `version`. @throws {Problem} busy if there is only an older one */
	readAfter(rankingKey: string, version: string): Promise<Build | null>;
}

interface Board {
	made: Made | null;
	building: Promise<Made | null> | null;
	/** The same build, or the last known one if the build fails or takes too long. */
	awaited: Promise<Made | null> | null;
	pace: Pace;
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

export function openBoards({ db, onAway = () => undefined, timeoutMs = READ_TIMEOUT_MS }: BoardsOptions): Boards {
	const boards = new Map<string, Board>();

	function boardOf(rankingKey: string): Board {
		const board = boards.get(rankingKey) ?? newBoard();
		boards.delete(rankingKey);
		boards.set(rankingKey, board);
		if (boards.size > BOARDS_MAX) boards.delete(leastWanted(boards));
		return board;
	}

	function renew(rankingKey: string, board: Board): Promise<Made | null> {
		const build = () => buildInTime({ db, rankingKey, before: board.made, pace: board.pace });
		board.building ??= trace(chartBuilds, {}, build)
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

	return { read, has: (rankingKey) => (boards.get(rankingKey)?.made ?? null) !== null, readAfter };
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
function measurePace(): Pace {
	// Oldest first. One sample before the window's start is kept, so that the samples always cover the window.
	const samples: { total: number; at: number }[] = [];
	return {
		note(total, at) {
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
