/** A shard that moves while a transaction holds the shard's lock of a ranking: votes on the new server would not see it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lockRankingAlone, shareShardLock } from '#server/rankings/closing/lock.ts';
import type { Tx } from '#server/kernel/database.ts';
import { aPerson, type Person } from '../fixtures/accounts/people.ts';
import { expectBooksToBalance } from '../fixtures/audit/books.ts';
import { moveShard, portOf } from '../fixtures/cluster/shards.ts';
import { copyDatabase, type TestDatabase } from '../fixtures/database/database.ts';
import { waitingForLocks } from '../fixtures/database/waiting.ts';
import { aContest, type Contest } from '../fixtures/voting/contests.ts';
import { aBallot, withEngine } from '../fixtures/voting/engine.ts';

const PATIENCE = { timeout: 60_000, interval: 100 };

let database: TestDatabase;
let contest: Contest;
let ana: Person;

beforeAll(async () => {
	database = await copyDatabase();
	contest = await aContest(database.owner, 'moving');
	ana = await aPerson(database.owner, 'ana', { earned: 1_000 });
});
afterAll(async () => {
	await expectBooksToBalance(database.db);
	await database.drop();
});

it.each([
	['all shards', (tx: Tx) => lockRankingAlone(tx, contest.rankingId)],
	['one shard', (tx: Tx) => shareShardLock(tx, contest.rankingId, ana.bucket)],
])('waits for the lock of %s', async (_, lock) => {
	const before = await portOf(database.owner, ana.bucket);
	const { moving } = await database.db.transaction(async (tx) => {
		await lock(tx);
		const moved = moveShard(database.owner, ana.bucket);
		await expect
			.poll(async () => {
				// A transaction with these locks may not be silent for long.
				await tx.query({ text: 'select 1' });
				return waitingForLocks(database.owner, 'citus_move_shard_placement');
			}, PATIENCE)
			.not.toHaveLength(0);
		expect(await portOf(database.owner, ana.bucket)).toBe(before);
		return { moving: moved };
	});
	await moving;
	expect(await portOf(database.owner, ana.bucket)).not.toBe(before);
	await withEngine(database.db, async (engine) => {
		expect(await engine.cast(aBallot(ana, contest))).toMatchObject({ cost: { earned: 10 } });
	});
});
