/**
 * The room in a queue of votes, and turns for votes that find none. A queue holds what drains in about one second. Above
 * that a vote is refused and told when to come again: turns are as many a second as the queue drains, so that refused
 * votes come back at the pace at which there is room, however many there are. While votes with a turn are expected, a
 * half of the queue is theirs.
 */

/** Minimum size: a writer that has only seen single votes has not measured its speed yet. */
const QUEUE_MIN = 1_000;

/** No turn comes sooner, however small the queue is. */
const FIRST_TURN_MS = 1_000;
/** Devices send a vote again for ten seconds. Turns behind that would be kept for nobody. */
const LAST_TURN_MS = 9_000;
/** Of the pace. Arrivals vary, and a vote that came in its turn must not find the queue full. */
const TURNS_SHARE = 0.9;

export interface Room {
	/** Returns true if the vote may join. @param waiting votes of the queue */
	isThere(waiting: number, vote: { isRetry: boolean }): boolean;
	/** Returns after how many seconds a refused vote has its turn. It is kept for `known` fans: strangers could take all. */
	giveTurn(known: boolean): number;
}

export interface RoomOptions {
	/** Votes that the queue may hold at most. */
	queueMax: number;
	/** Returns the votes that drain in a second, and 0 where that is not known yet. */
	pace: () => number;
	/** Monotonic time in milliseconds. */
	now: () => number;
}

export function openRoom({ queueMax, pace, now }: RoomOptions): Room {
	/** When the last turn that was given comes. */
	let lastTurnAt = -Infinity;
	const size = () => Math.min(queueMax, Math.max(QUEUE_MIN, pace()));
	return {
		isThere: (waiting, { isRetry }) => waiting < (isRetry || lastTurnAt < now() ? size() : size() / 2),
		giveTurn(known) {
			const at = now();
			const msOfVote = 1000 / (pace() || QUEUE_MIN);
			// A full queue drains first.
			const first = at + Math.max(FIRST_TURN_MS, size() * msOfVote);
			const next = Math.max(lastTurnAt, first) + msOfVote / TURNS_SHARE;
			const turnAt = Math.min(next, at + LAST_TURN_MS);
			if (known) lastTurnAt = turnAt;
			return Math.floor((turnAt - at) / 1000);
		},
	};
}
