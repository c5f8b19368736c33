/** The locks on a ranking: operators, closings and batches of votes take the same ones. */
import { beforeEach, expect, it } from 'vitest';
import type { Tx } from '#server/kernel/database.ts';
import { ownDatabase } from '../../../tests/fixtures/database/database.ts';
import { aContest } from '../../../tests/fixtures/voting/contests.ts';
import { waitingForLocks } from '../../../tests/fixtures/database/waiting.ts';
import { deleteRanking } from '../operator/sql.ts';
import { closeRanking, joinBatches, lockRanking, lockRankingAlone, shareRanking } from './closing.ts';

const NOT_FREE = { code: '55P03' };

const database = ownDatabase();
let rankingId: number;
let count = 0;

beforeEach(async () => {
	count += 1;
	({ rankingId } = await aContest(database.owner, `contest-${count}`));
});

const locked = (work: (tx: Tx) => Promise<unknown>) => database.db.transaction(work);

it('a change of the ranking waits for a batch, and keeps it from closing until it is done', async () => {
	// The database would end it after a second and a half.
	const patient = { text: 'set local idle_in_transaction_session_timeout = 0' };
	await locked(async (batch) => {
		await joinBatches(batch, rankingId);
		await batch.query(patient);
		await expect(locked((tx) => lockRankingAlone(tx, rankingId))).rejects.toMatchObject(NOT_FREE);
	});
	await locked(async (tx) => {
		await lockRankingAlone(tx, rankingId);
		await tx.query(patient);
		await expect(closeRanking(database.db, rankingId)).rejects.toMatchObject(NOT_FREE);
	});
	expect(await closeRanking(database.db, rankingId)).toBe(true);
});

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
