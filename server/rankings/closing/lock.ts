/**
 * The lock on a ranking. A batch of votes shares it until it has committed; closing, pausing and resuming take it
 * exclusively. So every accepted vote is committed before a result is read, and no vote is accepted after it.
 *
 * It is the first lock that a transaction takes, before wallets and tallies. The database soon ends a transaction that
 * holds it and falls silent. A process that stops in the middle therefore delays neither the closing nor the count.
 */
import pg from 'pg';
import { SILENCE_UNDER_RANKING_LOCK_MS } from '#server/db/timeouts.ts';
import type { Tx } from '#server/kernel/database.ts';
import { raw, sql } from '#server/kernel/sql.ts';
import { LOCKS } from '#server/kernel/locks.ts';

/** New batches queue behind a waiting exclusive lock. Each wait is short, so that batches get through in between. */
const TRY_MS = 400;
const TRIES = 5;

/**
 * Lets no other operator change the ranking until the transaction ends. Batches of votes go on.
 * @returns false if the ranking was deleted, perhaps while this call waited for it
 */
export function lockRanking(tx: Tx, rankingId: number): Promise<boolean> {
	return sql`select from ranking where ranking_id = ${rankingId} for no key update`.exists(tx);
}

/**
 * Locks the ranking against other operators and against batches of votes.
 * @returns false if the ranking was deleted, perhaps while this call waited for it
 * @throws {pg.DatabaseError} 55P03, `lock_not_available`, after two seconds. The call may be retried
 */
export async function lockRankingAlone(tx: Tx, rankingId: number): Promise<boolean> {
	if (!(await lockRanking(tx, rankingId))) return false;
	await blockBatches(tx, rankingId);
	return true;
}

/**
 * Waits for the batches in flight, and blocks new ones until the transaction ends.
 * @throws {pg.DatabaseError} 55P03, `lock_not_available`, after two seconds. The call may be retried
 */
export async function blockBatches(tx: Tx, rankingId: number): Promise<void> {
	await limitIdleTime(tx);
	await sql`set local lock_timeout = ${raw(TRY_MS)}`.run(tx);
	await sql`savepoint ranking_lock`.run(tx);
	for (let tries = 1; ; tries += 1) {
		try {
			await lockKey(tx, 'pg_advisory_xact_lock', rankingId);
			break;
		} catch (error) {
			const isHeld = error instanceof pg.DatabaseError && error.code === '55P03';
			if (!isHeld || tries === TRIES) throw error;
			await sql`rollback to savepoint ranking_lock`.run(tx);
		}
	}
	await sql`set local lock_timeout to default`.run(tx);
}

/** No one can pause, change or certify the ranking until the transaction ends. Batches of votes go on. */
export async function shareRanking(tx: Tx, rankingId: number): Promise<void> {
	await limitIdleTime(tx);
	await sql`select from ranking where ranking_id = ${rankingId} for share`.run(tx);
}

/** Takes the lock as a batch of votes does: what waits for the batches waits for this transaction, too. */
export async function joinBatches(tx: Tx, rankingId: number): Promise<void> {
	await limitIdleTime(tx);
	await lockKey(tx, 'pg_advisory_xact_lock_shared', rankingId);
}

function lockKey(tx: Tx, lock: string, rankingId: number): Promise<void> {
	return sql`select ${raw(lock)}(${LOCKS.ranking}, hashtext(ranking_key)) from ranking
		where ranking_id = ${rankingId}`.run(tx);
}

function limitIdleTime(tx: Tx): Promise<void> {
	return sql`set local idle_in_transaction_session_timeout = ${raw(SILENCE_UNDER_RANKING_LOCK_MS)}`.run(tx);
}
