import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '#client/problem.ts';
import { pageMemory } from '../../../web/lib/votes/vote-memory.ts';
import { castVote } from '../../../web/features/voting/cast-vote.ts';
import { pressed, sendAgainAt } from './vote.ts';

const TURNS_MAX = 1_000_000;

/** When the fans' app sends a vote that is always refused, in milliseconds. */
async function sendings(random: number, retryAfter: number | undefined): Promise<number[]> {
	const startedAt = Date.now();
	const times: number[] = [];
	const end: { isThere?: true } = {};
	const order = { rankingKey: 'monthly-2027-06', artistId: 7, votes: 1, expectedCost: 10 };
	const vote = castVote(order, {
		memory: pageMemory(),
		fan: async () => 'fan',
		random: () => random,
		send: async () => {
			times.push(Date.now() - startedAt);
			throw new Problem(503, 'busy', 'busy', retryAfter);
		},
	});
	vote.catch(() => (end.isThere = true));
	for (let turn = 0; turn < TURNS_MAX && !end.isThere; turn += 1) {
		if (vi.getTimerCount() > 0) await vi.advanceTimersByTimeAsync(100);
		await new Promise(setImmediate);
	}
	return times;
}

function modelled(random: number, retryAfter: number | undefined): number[] {
	const vote = pressed(0, 0);
	const times: number[] = [];
	for (let at: number | null = 0; at !== null; at = sendAgainAt(vote, retryAfter, at, random)) {
		vote.requests += 1;
		times.push(at);
	}
	return times;
}

describe('a refused vote', () => {
	beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
	afterEach(() => void vi.useRealTimers());

	const chances = [0, 0.5, 0.999].flatMap((random) => [undefined, 1, 4, 60].map((retryAfter) => [random, retryAfter]));
	it.each(chances)(
		'is sent again when the fans’ app does it (chance %d, asked to wait %s s)',
		async (random = 0, retryAfter) => {
			const [app, model] = [await sendings(random, retryAfter), modelled(random, retryAfter)];
			expect(model.length).toBe(app.length);
			// A timer ends at a whole millisecond.
			for (const [index, at] of app.entries())
				expect(Math.abs(at - (model[index] ?? Infinity))).toBeLessThanOrEqual(index);
		},
	);
});
