/** A vote on its way. */

export interface Vote {
	/** Milliseconds: when the fan pressed the button. */
	pressedAt: number;
	/** Requests that were sent for it. */
	requests: number;
	/** Milliseconds of the next pause, as long as nothing has shortened it. */
	pauseMs: number;
	/** Milliseconds at which the fan's device sends no more requests. Set by the first refusal. */
	givesUpAt: number | null;
	shard: number;
}

/** `busy`: 503, because a queue is full. `late`: the vote was decided after the cut-off. */
export type Answer = 'cast' | 'busy' | 'late';

/** What a device does with an answer of 503: see `sendUntilKnown` in web/features/voting/cast-vote.ts. */
const RETRY_MS = 10_000;
const PAUSE_FIRST_MS = 300;
const PAUSE_MAX_MS = 2_000;

export const pressed = (pressedAt: number, shard: number): Vote => ({
	pressedAt,
	requests: 0,
	pauseMs: PAUSE_FIRST_MS,
	givesUpAt: null,
	shard,
});

/** Returns when a refused vote is sent again. Returns null if the device gives up. @param random from 0 to 1 */
export function sendAgainAt(vote: Vote, now: number, random: number): number | null {
	vote.givesUpAt ??= now + RETRY_MS;
	const at = now + vote.pauseMs * (0.5 + random / 2);
	vote.pauseMs = Math.min(2 * vote.pauseMs, PAUSE_MAX_MS);
	return at >= vote.givesUpAt ? null : at;
}
