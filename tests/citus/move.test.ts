/** A shard that moves while a transaction holds the shard's lock of a ranking: votes on the new server would not see it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lockRankingAlone, shareShardLock } from '#server/rankings/closing/lock.ts';
import type { Tx } from '#server/kernel/database.ts';
import { aPerson, type Person } from '../fixtures/accounts/people.ts';
import { expectBooksToBalance } from '../fixtures/audit/books.ts';
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

const PLACED = `citus_shards here where shardid = get_shard_id_for_distribution_column('wallet', $1::smallint)`;

async function serverOfShard(): Promise<number | undefined> {
	const text = `select nodeport as port from ${PLACED}`;
	return (await database.owner.query<{ port: number }>({ text, values: [ana.bucket] }))[0]?.port;
}

/** Moves the shard to the other worker, with all that is placed with it. */
async function moveShard(): Promise<void> {
	const text = `select citus_move_shard_placement(shardid, nodename, nodeport, '127.0.0.1', (
			select nodeport from pg_dist_node there where groupid <> 0 and there.nodeport <> here.nodeport limit 1
		), 'force_logical') from ${PLACED}`;
	await database.owner.query({ text, values: [ana.bucket] });
}

it.each([
	['all shards', (tx: Tx) => lockRankingAlone(tx, contest.rankingId)],
	['one shard', (tx: Tx) => shareShardLock(tx, contest.rankingId, ana.bucket)],
])('waits for the lock of %s', async (_, lock) => {
	const before = await serverOfShard();
	const { moving } = await database.db.transaction(async (tx) => {
		await lock(tx);
		const moved = moveShard();
		await expect
			.poll(async () => {
				// A transaction with these locks may not be silent for long.
				await tx.query({ text: 'select 1' });
				return waitingForLocks(database.owner, 'citus_move_shard_placement');
			}, PATIENCE)
			.not.toHaveLength(0);
		expect(await serverOfShard()).toBe(before);
		return { moving: moved };
	});
	await moving;
	expect(await serverOfShard()).not.toBe(before);
	await withEngine(database.db, async (engine) => {
		expect(await engine.cast(aBallot(ana, contest))).toMatchObject({ cost: { earned: 10 } });
	});
});
