/** The locks on a ranking in all shards: they are the ones that batches and `close_shard` take, where the shard is. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Tx } from '#server/kernel/database.ts';
import { copyDatabase, type TestDatabase } from '../../../tests/fixtures/database/database.ts';
import { aContest } from '../../../tests/fixtures/voting/contests.ts';
import { waitingForLocks } from '../../../tests/fixtures/database/waiting.ts';
import { keysOf, SHARDS } from '../../../tests/fixtures/voting/engine.ts';
import { deleteRanking } from '../operator/publishing/sql.ts';
import { lockRanking, lockRankingAlone, shareRanking, shareShardLock } from './lock.ts';
import { closeShard } from './sql.ts';

const KEYS = keysOf(SHARDS);
const NOT_FREE = { code: '55P03' };

let database: TestDatabase;
let rankingId: number;
let count = 0;

beforeAll(async () => {
	database = await copyDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
	count += 1;
	({ rankingId } = await aContest(database.owner, `contest-${count}`));
});

const locked = (work: (tx: Tx) => Promise<unknown>) => database.db.transaction(work);

it.each([KEYS[0], KEYS.at(-1)])('a change of the ranking waits for a batch in shard %i', async (key = 0) => {
	await locked(async (batch) => {
		await shareShardLock(batch, rankingId, key);
		// The database would end it after a second and a half.
		await batch.query({ text: 'set local idle_in_transaction_session_timeout = 0' });
		await expect(locked((tx) => lockRankingAlone(tx, rankingId))).rejects.toMatchObject(NOT_FREE);
	});
	await locked((tx) => lockRankingAlone(tx, rankingId));
});

it.each([KEYS[0], KEYS.at(-1)])(
	'a change of the ranking keeps shard %i from closing until it is done',
	async (key = 0) => {
		await locked(async (tx) => {
			await lockRankingAlone(tx, rankingId);
			await expect(closeShard(database.db, key, rankingId)).rejects.toMatchObject(NOT_FREE);
		});
		await closeShard(database.db, key, rankingId);
	},
);

it('two who open cases share the ranking, and nobody changes it meanwhile', async () => {
	await locked(async (tx) => {
		await shareRanking(tx, rankingId);
		await locked((other) => shareRanking(other, rankingId));
		const changing = locked(async (other) => {
			await other.query({ text: 'set local lock_timeout = 100' });
			await lockRanking(other, rankingId);
		});
		await expect(changing).rejects.toMatchObject(NOT_FREE);
	});
	await locked((tx) => lockRanking(tx, rankingId));
});

it('a new ranking that a shard does not show yet is not locked in the others alone', async () => {
	await database.owner.query({
		text: 'delete from ranking_terms where ranking_id = $1 and shard = $2',
		values: [rankingId, KEYS.at(-1)],
	});
	await expect(locked((tx) => lockRankingAlone(tx, rankingId))).rejects.toMatchObject({ slug: 'busy' });
});

it('a deleted ranking is not locked, and whoever waited for it is told', async () => {
	const changing = Promise.withResolvers<boolean[]>();
	await database.owner.transaction(async (tx) => {
		await lockRanking(tx, rankingId);
		const waiting = [lockRanking, lockRankingAlone].map((lock) =>
			database.db.transaction((other) => lock(other, rankingId)),
		);
		changing.resolve(Promise.all(waiting));
		await expect.poll(() => waitingForLocks(database.owner, 'for no key update')).toHaveLength(2);
		await deleteRanking(tx, rankingId);
	});
	expect(await changing.promise).toEqual([false, false]);
});
