/**
 * The lock on a ranking. A batch of votes shares it until it has committed; closing and pausing take it exclusively. So
 * every accepted vote is committed before a result is read, and no vote is accepted after it.
 *
 * It is the first lock that a transaction takes, before wallets and tallies. The database soon ends a transaction that
 * holds it and falls silent. A process that stops in the middle therefore delays neither the closing nor the count.
 */
import pg from 'pg';
import { SILENCE_UNDER_RANKING_LOCK_MS } from '#server/db/timeouts.ts';
import type { Tx } from '#server/kernel/database.ts';

/** First half of the advisory lock; the second is the hash of the ranking's key. `cast_votes` contains the same. */
export const RANKING_LOCK = 4_015_703;

/** New batches queue behind a waiting exclusive lock. Each wait is short, so that batches get through in between. */
const TURN_MS = 400;
const TURNS = 5;

/**
 * Waits for the batches in flight, and blocks new ones until the transaction ends.
 * @throws {pg.DatabaseError} 55P03, `lock_not_available`, after two seconds. The call may be retried
 */
export async function lockRankingAlone(tx: Tx, rankingId: number): Promise<void> {
	await fallSilentBriefly(tx);
	await tx.query({ text: `set local lock_timeout = ${TURN_MS}` });
	for (let turn = 1; ; turn += 1) {
		await tx.query({ text: 'savepoint ranking_lock' });
		try {
			await tx.query({
				text: 'select pg_advisory_xact_lock($1, hashtext(ranking_key)) from ranking where ranking_id = $2',
				values: [RANKING_LOCK, rankingId],
			});
			break;
		} catch (error) {
			if (turn === TURNS || !(error instanceof pg.DatabaseError) || error.code !== '55P03') throw error;
			await tx.query({ text: 'rollback to savepoint ranking_lock' });
		}
	}
	await tx.query({ text: 'set local lock_timeout to default' });
}

/** Takes the shared lock of a batch: no one can close, pause or certify the ranking until the transaction ends. */
export async function shareRankingLock(tx: Tx, rankingId: number): Promise<void> {
	await fallSilentBriefly(tx);
	await tx.query({
		text: 'select pg_advisory_xact_lock_shared($1, hashtext(ranking_key)) from ranking where ranking_id = $2',
		values: [RANKING_LOCK, rankingId],
	});
}

async function fallSilentBriefly(tx: Tx): Promise<void> {
	await tx.query({ text: `set local idle_in_transaction_session_timeout = ${SILENCE_UNDER_RANKING_LOCK_MS}` });
}
