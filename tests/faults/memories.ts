/** Compares what a crowd was told with what is stored, by the keys of its votes. */
import { expect } from 'vitest';
import type { Database } from '#server/kernel/database.ts';
import type { Crowd } from '../fixtures/voting/crowd.ts';

/** Checks that each ballot got a final answer, that acknowledged votes are stored, and that no other vote is. */
export async function expectMemoriesToAgree({ ballots }: Crowd, owner: Database): Promise<void> {
	expect(ballots.filter(({ told }) => told.size !== 1)).toEqual([]);
	expect(new Set(ballots.flatMap(({ told }) => [...told]))).toEqual(new Set(['cast']));
	const stored = await owner.query<{ key: string; tickets: number }>({
		text: 'select idempotency_key as key, tickets from vote',
	});
	const tickets = new Map(stored.map((vote) => [vote.key, vote.tickets]));
	expect(ballots.filter(({ key, votes }) => tickets.get(key) !== votes)).toEqual([]);
	expect(stored).toHaveLength(ballots.length);
}
