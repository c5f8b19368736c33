/**
 * One snapshot of all servers of a distributed database. Each server has its own, and they begin one after the other: what is
 * committed in between would be seen on a worker and not on the coordinator.
 */
import pg from 'pg';
import { isDistributed } from '#server/db/shards/shards.ts';
import { readShardKeys } from '#server/db/shards/read-shards.ts';
import type { Database, Tx } from '#server/kernel/database.ts';
import { readOneSnapshot } from '../sequencing/sql.ts';

/** PostgreSQL's lock_not_available. */
const LOCK_TIMEOUT = '55P03';
/** Gems for fans wait meanwhile. */
const LOCK_WAIT_MS = 200;
/** All servers have a snapshot by then, or the transaction that holds the tables is ended. */
const SILENCE_MS = 1_500;

/** Makes the transaction read one moment from its first statement to its last. */
export async function readOneMoment(db: Database, tx: Tx): Promise<void> {
	await readOneSnapshot(tx);
	if (!isDistributed(await readShardKeys(db))) return;
	await db.transaction(async (holding) => {
		await holdGems(holding);
		await beginSnapshots(tx);
	});
}

/**
 * Keeps gems from being given or taken, and votes from getting their index, until the transaction ends. Such a lock is held
 * until all servers have committed. If somebody holds one of these tables for long, nothing is kept from anybody: the
 * supply may not add up then, and the next one is told.
 */
async function holdGems(tx: Tx): Promise<void> {
	await tx.query({ text: `set local lock_timeout = ${LOCK_WAIT_MS}` });
	// A worker that does not answer must not keep gems from the fans of the others.
	await tx.query({ text: `set local idle_in_transaction_session_timeout = ${SILENCE_MS}` });
	await tx.query({ text: 'savepoint unlocked' });
	try {
		await tx.query({ text: 'lock table supply_change, vote_log in share mode' });
	} catch (error) {
		if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_TIMEOUT) throw error;
		await tx.query({ text: 'rollback to savepoint unlocked' });
	}
}

/** First that of the coordinator, then those of the workers. */
async function beginSnapshots(tx: Tx): Promise<void> {
	await tx.query({ text: 'select 1 from anchor_log' });
	await tx.query({ text: 'select bucket from wallet limit 1' });
}
