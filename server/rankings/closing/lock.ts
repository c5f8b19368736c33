/**
 * The lock on a ranking. A batch of votes shares it until it has committed; closing and pausing take it alone. So
 * what was accepted is committed before a result is read, and nothing is accepted after it.
 *
 * It is the first lock that a transaction takes, before wallets and tallies. Who holds it and falls silent is ended by the
 * database soon: a process that stops in the middle keeps no ranking open, and its votes no longer from being counted.
 */
import pg from 'pg';
import { SILENCE_UNDER_RANKING_LOCK_MS } from '#server/db/patience.ts';
import type { Tx } from '#server/kernel/database.ts';

/** First half of the advisory lock; the second is the ranking's id. The same number stands in `cast_votes`. */
export const RANKING_LOCK = 4_015_703;

/** While somebody waits for it alone, new batches wait behind: so they are let through now and then. */
const TURN_MS = 400;
const TURNS = 5;

/**
 * Waits for the batches under way, and keeps out new ones until the transaction ends.
 * @throws {pg.DatabaseError} 55P03, `lock_not_available`, after two seconds: it may be tried again
 */
export async function lockRankingAlone(tx: Tx, rankingId: number): Promise<void> {
	await fallSilentBriefly(tx);
	await tx.query({ text: `set local lock_timeout = ${TURN_MS}` });
	for (let turn = 1; ; turn += 1) {
		await tx.query({ text: 'savepoint ranking_lock' });
		try {
			await tx.query({ text: 'select pg_advisory_xact_lock($1, $2)', values: [RANKING_LOCK, rankingId] });
			break;
		} catch (error) {
			if (turn === TURNS || !(error instanceof pg.DatabaseError) || error.code !== '55P03') throw error;
			await tx.query({ text: 'rollback to savepoint ranking_lock' });
		}
	}
	await tx.query({ text: 'set local lock_timeout to default' });
}

/** What a batch of votes takes: nobody closes, pauses or certifies the ranking until the transaction ends. */
export async function shareRankingLock(tx: Tx, rankingId: number): Promise<void> {
	await fallSilentBriefly(tx);
	await tx.query({ text: 'select pg_advisory_xact_lock_shared($1, $2)', values: [RANKING_LOCK, rankingId] });
}

async function fallSilentBriefly(tx: Tx): Promise<void> {
	await tx.query({ text: `set local idle_in_transaction_session_timeout = ${SILENCE_UNDER_RANKING_LOCK_MS}` });
}
