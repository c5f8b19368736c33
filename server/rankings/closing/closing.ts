/**
 * Ends rankings: closes a ranking at its last instant, and certifies its result after the review. Also pauses rankings.
 */
import type { Database, Tx } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { eachByItself } from '#server/jobs/each.ts';
import * as sql from './sql.ts';
import { inTurns, lockRanking, lockRankingAlone } from './lock.ts';
import { recordResult } from '../race/race.ts';
import { ranked } from '../rules.ts';

/**
 * Closes rankings that have ended, and certifies those whose review is over. Runs every minute. Voting ends by the
 * clock alone, not by this job.
 */
export async function closeAndCertify(db: Database): Promise<void> {
	const certify = async () => eachByItself(await sql.selectToCertify(db), (id) => certifyRanking(db, id));
	await eachByItself([() => closeEnded(db), certify, () => sql.startStopped(db)], (step) => step());
}

/** Closes rankings that have ended, in all shards. */
export async function closeEnded(db: Database): Promise<void> {
	await eachByItself(await sql.selectToClose(db), (rankingId) => closeRanking(db, rankingId));
}

/**
 * Closes rankings that have ended in one shard. The first vote that arrives there too late triggers it: it waits for the
 * batches of its own shard and for no other.
 */
export async function closeEndedIn(db: Database, shard: number): Promise<void> {
	await eachByItself(await sql.selectEndedIn(db, shard), async (rankingId) => {
		await closeShard(db, shard, rankingId);
		await finishClosing(db, rankingId);
	});
}

/**
 * Closes a ranking, shard by shard. When this returns, every accepted vote is committed and no other will be accepted. If it
 * fails in the middle, the shards that it has closed stay closed, and the next run closes the others.
 * @returns false if the ranking was closed already
 * @throws {pg.DatabaseError} 55P03, `lock_not_available`, if a shard's batches do not end. The call may be retried
 */
export async function closeRanking(db: Database, rankingId: number): Promise<boolean> {
	for (const shard of await sql.selectOpenShards(db, rankingId)) await closeShard(db, shard, rankingId);
	return finishClosing(db, rankingId);
}

/** One statement outside of transactions: on a distributed database it runs where the shard's votes are. */
function closeShard(db: Database, shard: number, rankingId: number): Promise<void> {
	return inTurns(() => sql.closeShard(db, shard, rankingId));
}

/** Closes the ranking if all its shards are closed. Of several that do so at once, one returns true. */
function finishClosing(db: Database, rankingId: number): Promise<boolean> {
	return db.transaction(async (tx) => {
		const isFirst = await sql.insertClosing(tx, rankingId);
		if (isFirst) await sql.insertShardClosings(tx, rankingId);
		return isFirst;
	});
}

/** Writes the final list from the tallies. The list never changes: a later void writes an amended result beside it. */
export async function certifyRanking(db: Database, rankingId: number): Promise<void> {
	await db.transaction((tx) => certifyIn(tx, rankingId));
}

/** Does the same within a larger transaction. @throws {Problem} case_open */
export async function certifyIn(tx: Tx, rankingId: number): Promise<void> {
	await lockRankingAlone(tx, rankingId);
	if (await sql.hasOpenCase(tx, rankingId)) throw new Problem('case_open');
	await sql.insertResult(tx, rankingId, ranked(await sql.selectTallies(tx, rankingId)));
	await recordResult(tx, rankingId);
}

/**
 * Stops voting until the ranking is resumed, shard by shard. When this returns, every vote accepted before is committed. If
 * the transaction fails, call `startStopped`; if the process dies, the job of the next minute does.
 * @param db sends one statement for each shard, outside of the transaction: see `closeShard`
 */
export async function pauseIn(tx: Tx, db: Database, rankingId: number, reason: string): Promise<void> {
	await lockRanking(tx, rankingId);
	const stopped: string[] = [];
	for (const shard of await sql.selectShards(tx, rankingId)) {
		stopped.push(await inTurns(() => sql.stopShard(db, shard, rankingId)));
	}
	await sql.insertPause(tx, rankingId, { stopped, reason });
}

/** Lets voting go on where it was stopped for a pause that was never written. A pause that is under way is waited for. */
export function startStopped(db: Database): Promise<void> {
	return sql.startStopped(db);
}

/** A batch whose clock was read before the end of the pause takes no vote, so there is no batch to wait for. */
export async function resumeIn(tx: Tx, rankingId: number): Promise<void> {
	await lockRanking(tx, rankingId);
	await sql.endPause(tx, rankingId);
}
