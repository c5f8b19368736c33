/** A vote on its way. */
import { PATIENCE_MS, pauseAfter } from '#client/resend.ts';

export interface Vote {
	/** Milliseconds: when the fan pressed the button. */
	pressedAt: number;
	/** Requests that were sent for it. */
	requests: number;
	/** Milliseconds at which the fan's device sends no more requests. Set by the first refusal. */
	givesUpAt: number | null;
	shard: number;
}

/** `late`: the vote was decided after the cut-off. A refusal: 503, because a queue is full. */
export type Answer = 'cast' | 'late' | { retryAfter: number };

export const pressed = (pressedAt: number, shard: number): Vote => ({ pressedAt, requests: 0, givesUpAt: null, shard });

/** Returns when a refused vote is sent again. Returns null if the device gives up. @param random from 0 to 1 */
export function sendAgainAt(vote: Vote, retryAfter: number | undefined, now: number, random: number): number | null {
	vote.givesUpAt ??= now + PATIENCE_MS;
	const pause = pauseAfter({ before: vote.requests - 1, retryAfter, leftMs: vote.givesUpAt - now, random });
	return pause === null ? null : now + pause;
}
