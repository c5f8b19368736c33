/**
 * The lock on a ranking. A batch of votes shares it until it has committed; closing and pausing take it exclusively. So
 * every accepted vote is committed before a result is read, and no vote is accepted after it. Each shard has a lock of its
 * own, where its votes are.
 *
 * It is the first lock that a transaction takes, before wallets and tallies. The database soon ends a transaction that
 * holds it and falls silent. A process that stops in the middle therefore delays neither the closing nor the count.
 */
import pg from 'pg';
import { SILENCE_UNDER_RANKING_LOCK_MS } from '#server/db/timeouts.ts';
import { maybeOne, type Tx } from '#server/kernel/database.ts';
import { selectShards } from './sql.ts';

/**
 * First half of the advisory lock; the second is the hash of the ranking's key, changed by the shard. `cast_votes`,
 * `close_shard` and `stop_shard` contain the same.
 */
export const RANKING_LOCK = 4_015_703;

/** New batches queue behind a waiting exclusive lock. Each wait is short, so that batches get through in between. */
const TURN_MS = 400;
const TURNS = 5;

/**
 * Lets no other operator change the ranking until the transaction ends. Batches of votes go on.
 * @returns false if the ranking was deleted, perhaps while this call waited for it
 */
export async function lockRanking(tx: Tx, rankingId: number): Promise<boolean> {
	const text = 'select from ranking where ranking_id = $1 for no key update';
	return (await maybeOne(tx, { text, values: [rankingId] })) !== null;
}

/**
 * Waits for the batches in flight in all shards, and blocks new ones until the transaction ends.
 * @returns false if the ranking was deleted, perhaps while this call waited for it
 * @throws {pg.DatabaseError} 55P03, `lock_not_available`, after two seconds. The call may be retried
 */
export async function lockRankingAlone(tx: Tx, rankingId: number): Promise<boolean> {
	await fallSilentBriefly(tx);
	// First the row: a pause holds it, and waits for batches on another connection.
	if (!(await lockRanking(tx, rankingId))) return false;
	const shards = await selectShards(tx, rankingId);
	// On one server, the first of these settings says nothing. Servers of a distributed one get the second by it.
	await tx.query({ text: `set local citus.propagate_set_commands = 'local'` });
	await tx.query({ text: `set local lock_timeout = ${TURN_MS}` });
	await tx.query({ text: 'savepoint ranking_lock' });
	await inTurns(
		async () => {
			await holdShards(tx, shards);
			// In their order, so that two who want several of them never wait in a circle.
			for (const shard of shards) await lockShard(tx, 'pg_advisory_xact_lock', { rankingId, shard });
		},
		() => tx.query({ text: 'rollback to savepoint ranking_lock' }),
	);
	await tx.query({ text: 'set local lock_timeout to default' });
	return true;
}

/** No one can pause, change or certify the ranking until the transaction ends. Batches of votes go on. */
export async function shareRanking(tx: Tx, rankingId: number): Promise<void> {
	await fallSilentBriefly(tx);
	await tx.query({ text: 'select from ranking where ranking_id = $1 for share', values: [rankingId] });
}

/** Takes the lock of batches in one shard: who waits for the batches there waits for this transaction too. */
export async function shareShardLock(tx: Tx, rankingId: number, shard: number): Promise<void> {
	await fallSilentBriefly(tx);
	await holdShards(tx, [shard]);
	await lockShard(tx, 'pg_advisory_xact_lock_shared', { rankingId, shard });
}

/** A lock that was not free in time, and a shard that has moved to another server since the statement was sent. */
const NOT_YET = new Set(['55P03', '40001']);

/**
 * Tries `work` again when it did not get a lock in time.
 * @throws {pg.DatabaseError} 55P03, `lock_not_available`, after some turns
 */
export async function inTurns<Result>(work: () => Promise<Result>, between?: () => Promise<unknown>): Promise<Result> {
	for (let turn = 1; ; turn += 1) {
		try {
			return await work();
		} catch (error) {
			if (turn === TURNS || !(error instanceof pg.DatabaseError) || !NOT_YET.has(error.code ?? '')) throw error;
			await between?.();
		}
	}
}

/**
 * Names the shard, so that a distributed database runs it where the shard is, and holds the lock there for as long as the
 * transaction lasts. Call `holdShards` before.
 */
async function lockShard(tx: Tx, lock: string, of: { rankingId: number; shard: number }): Promise<void> {
	await tx.query({
		text: `select ${lock}($1, hashtext(ranking_key) # shard) from ranking_terms where ranking_id = $2 and shard = $3`,
		values: [RANKING_LOCK, of.rankingId, of.shard],
	});
}

/** Keeps shards from moving to other servers until the transaction ends: nobody would wait there for the locks. */
async function holdShards(tx: Tx, shards: readonly number[]): Promise<void> {
	await tx.query({ text: 'select hold_shards($1)', values: [shards] });
}

async function fallSilentBriefly(tx: Tx): Promise<void> {
	await tx.query({ text: `set local idle_in_transaction_session_timeout = ${SILENCE_UNDER_RANKING_LOCK_MS}` });
}
