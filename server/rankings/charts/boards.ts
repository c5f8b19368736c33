/**
 * The boards: each chart is built once per change and shared by everybody who asks. Tallies are summed here, never
 * per request. A build older than MIN_AGE_MS is made anew when somebody asks; all who ask meanwhile share it. When the
 * database is away, the last build is shown for a while and says of when it is (shown-before.ts).
 */
import { ASKED_AGAIN_MS, PATIENCE_MS, within } from '#server/db/last-known.ts';
import type { Db } from '#server/kernel/database.ts';
import type { Prepared } from '#server/kernel/prepared.ts';
import { Problem } from '#server/kernel/problem.ts';
import { buildInTime, MAX_AGE_MS, type Build, type Made } from './build.ts';
import { measurePace, type Pace } from './pace.ts';
import { includes, stageAt } from '../rules.ts';
import { mayBeShown, shownBefore } from './last-known-chart.ts';

export type { Build };

/** A chart is built at most this often, however many ask. */
const MIN_AGE_MS = 250;
/** Older than MIN_AGE_MS and asked for, it is built anew in the background; so old, it is no longer given away. */
const READY_AGE_MS = 500;
/** A certified result never changes. What stands around it may: its title and cover are looked at again after this. */
const CERTIFIED_AGE_MS = 60_000;
/** How long a voter's own read waits for a build that includes the vote. */
const OWN_READ_WAIT_MS = 400;

export interface Boards {
	/** The chart as of at most a quarter of a second ago, or the last known; null for an unknown ranking. */
	read(rankingKey: string): Promise<Build | null>;
	/** The bytes that lie ready and are still good, at once; null where somebody has to wait for a build. */
	ready(rankingKey: string): Prepared | null;
	/**
	 * The same, after waiting a little for a build that includes the vote of `version`.
	 * @throws {Problem} busy where only a build from before the vote is known
	 */
	readAfter(rankingKey: string, version: string): Promise<Build | null>;
}

interface Board {
	made: Made | null;
	building: Promise<Made | null> | null;
	/** The same, for those who take what is known where it does not come. */
	awaited: Promise<Made | null> | null;
	pace: Pace;
	/** While its database is away: what is shown instead, and when to ask again. */
	away: { shown: Made | null; askAgainAt: number } | null;
}

const newBoard = (): Board => ({ made: null, building: null, awaited: null, pace: measurePace(), away: null });

/** Boards that are kept; the least recently asked for goes first, of those that have ended. */
const BOARDS_MAX = 1_000;

export interface BoardsOptions {
	db: Db;
	/** Told when a chart cannot be read and what is known of it is shown. */
	onAway?: (error: unknown) => void;
	patienceMs?: number;
}

export function openBoards({ db, onAway = () => undefined, patienceMs = PATIENCE_MS }: BoardsOptions): Boards {
	const boards = new Map<string, Board>();

	function boardOf(rankingKey: string): Board {
		const board = boards.get(rankingKey) ?? newBoard();
		boards.delete(rankingKey);
		boards.set(rankingKey, board);
		if (boards.size > BOARDS_MAX) boards.delete(leastWanted(boards));
		return board;
	}

	/** One build at a time for each board. */
	function renew(rankingKey: string, board: Board): Promise<Made | null> {
		board.building ??= buildInTime({ db, rankingKey, before: board.made, pace: board.pace })
			.then((made) => {
				board.made = made;
				board.away = null;
				// Rankings are few, made-up keys are many.
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
			return await within(building, patienceMs);
		} catch (error) {
			onAway(error);
			board.away ??= { shown: null, askAgainAt: performance.now() + ASKED_AGAIN_MS };
			return (await showKnown(board)) ?? building;
		}
	}

	/** Nobody waits for it: while the database is away, all are given what is known. */
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
			if (!made || includes(made.ranking.snapshot, version)) return made;
			// The voter knows better than this.
			if (made.chart.as_of !== undefined) throw new Problem('busy', { retryAfter: 1 });
			if (remaining <= 0) return made;
			await afterMilliseconds(Math.min(remaining, Math.max(1, made.readAt + MIN_AGE_MS - performance.now())));
		}
	}

	function ready(rankingKey: string): Prepared | null {
		const board = boards.get(rankingKey);
		if (!board?.made) return null;
		if (board.away) {
			const { shown } = board.away;
			tryAgain(rankingKey, board, board.away);
			return shown && mayBeShown(shown, MAX_AGE_MS) ? shown.prepared : null;
		}
		if (!isGood(board.made, READY_AGE_MS)) return null;
		// Whoever asks sets the next build going, and nobody waits for it. What fails here fails for those who wait.
		if (!isGood(board.made, MIN_AGE_MS)) read(rankingKey).catch(() => undefined);
		return board.made.prepared;
	}

	return { read, ready, readAfter };
}

/** What is known, renewed once a second for its countdown and its age; null where it is too old. */
async function showKnown(board: Board): Promise<Made | null> {
	const { made, away } = board;
	if (!made || !away) return made;
	if (away.shown && mayBeShown(away.shown, MAX_AGE_MS)) return away.shown;
	away.shown = await shownBefore(made);
	return away.shown;
}

/** The one that was asked for longest ago, of those that cost least to miss. */
function leastWanted(boards: ReadonlyMap<string, Board>): string {
	for (const [key, { made, building }] of boards) {
		if (!building && (!made || stageAt(made.ranking, made.ranking.now) !== 'open')) return key;
	}
	return boards.keys().next().value ?? '';
}

function isGood({ readAt, staleAt, ranking }: Made, ageMax: number): boolean {
	const now = performance.now();
	return now - readAt < (ranking.certified ? CERTIFIED_AGE_MS : ageMax) && now < staleAt;
}

function afterMilliseconds(milliseconds: number): Promise<void> {
	return new Promise((resolve) => void setTimeout(resolve, milliseconds));
}
