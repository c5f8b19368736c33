/**
 * The lock on a ranking. A batch of votes shares it until it has committed; closing and pausing take it alone. So
 * what was accepted is committed before a result is read, and nothing is accepted after it.
 */
import type { Tx } from '#server/db/pool.ts';

/** First half of the advisory lock; the second is the ranking's id. The same number stands in `cast_votes`. */
export const RANKING_LOCK = 4_015_703;

/** Waits for the batches under way, and keeps out new ones until the transaction ends. */
export async function lockRankingAlone(tx: Tx, rankingId: number): Promise<void> {
	await tx.query({ text: 'select pg_advisory_xact_lock($1, $2)', values: [RANKING_LOCK, rankingId] });
}

/** What a batch of votes takes: nobody closes, pauses or certifies the ranking until the transaction ends. */
export async function shareRankingLock(tx: Tx, rankingId: number): Promise<void> {
	await tx.query({ text: 'select pg_advisory_xact_lock_shared($1, $2)', values: [RANKING_LOCK, rankingId] });
}
