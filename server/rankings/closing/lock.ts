/**
 * The lock on a ranking. A batch of votes shares it until it has committed; closing, pausing and resuming take it
 * exclusively. So every accepted vote is committed before a result is read, and no vote is accepted after it.
 *
 * It is the first lock that a transaction takes, before wallets and tallies. The database soon ends a transaction that
 * holds it and falls silent. A process that stops in the middle therefore delays neither the closing nor the count.
 */
import pg from 'pg';
import { SILENCE_UNDER_RANKING_LOCK_MS } from '#server/db/timeouts.ts';
import { maybeOne, type Tx } from '#server/kernel/database.ts';
import { LOCKS } from '#server/kernel/locks.ts';

/** New batches queue behind a waiting exclusive lock. Each wait is short, so that batches get through in between. */
const TRY_MS = 400;
const TRIES = 5;

/**
 * Lets no other operator change the ranking until the transaction ends. Batches of votes go on.
 * @returns false if the ranking was deleted, perhaps while this call waited for it
 */
export async function lockRanking(tx: Tx, rankingId: number): Promise<boolean> {
	const text = 'select from ranking where ranking_id = $1 for no key update';
	return (await maybeOne(tx, { text, values: [rankingId] })) !== null;
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
	await fallSilentBriefly(tx);
	await tx.query({ text: `set local lock_timeout = ${TRY_MS}` });
	await tx.query({ text: 'savepoint ranking_lock' });
	for (let tries = 1; ; tries += 1) {
		try {
			await lockKey(tx, 'pg_advisory_xact_lock', rankingId);
			break;
		} catch (error) {
			const isHeld = error instanceof pg.DatabaseError && error.code === '55P03';
			if (!isHeld || tries === TRIES) throw error;
			await tx.query({ text: 'rollback to savepoint ranking_lock' });
		}
	}
	await tx.query({ text: 'set local lock_timeout to default' });
}

/** No one can pause, change or certify the ranking until the transaction ends. Batches of votes go on. */
export async function shareRanking(tx: Tx, rankingId: number): Promise<void> {
	await fallSilentBriefly(tx);
	await tx.query({ text: 'select from ranking where ranking_id = $1 for share', values: [rankingId] });
}

/** Takes the lock as a batch of votes does: what waits for the batches waits for this transaction, too. */
export async function joinBatches(tx: Tx, rankingId: number): Promise<void> {
	await fallSilentBriefly(tx);
	await lockKey(tx, 'pg_advisory_xact_lock_shared', rankingId);
}

async function lockKey(tx: Tx, lock: string, rankingId: number): Promise<void> {
	await tx.query({
		text: `select ${lock}($1, hashtext(ranking_key)) from ranking where ranking_id = $2`,
		values: [LOCKS.ranking, rankingId],
	});
}

async function fallSilentBriefly(tx: Tx): Promise<void> {
	await tx.query({ text: `set local idle_in_transaction_session_timeout = ${SILENCE_UNDER_RANKING_LOCK_MS}` });
}
