/** What a retried request was answered: one row per success, keyed by fan, operation and the client's key. */
import { createHash } from 'node:crypto';
import { maybeOne, type Database, type Tx } from '#server/db/pool.ts';
import type { FanKey } from '#server/http/access.ts';
import { Problem } from './problem.ts';

const KEPT_DAYS = 30;

export interface KeyedRequest {
	operation: string;
	/** The client's Idempotency-Key. */
	key: string;
	/** What was asked; its hash is kept. */
	request: unknown;
}

/**
 * Gives the answer of the first success under this key, or does the work and keeps its answer with it. The caller
 * holds a lock of the fan's, so that two requests with one key follow each other; what throws keeps nothing.
 * @throws {Problem} idempotency_key_reused where the key came with another request
 */
export async function onceByKey<Reply extends object>(
	tx: Tx,
	{ bucket, fanId }: FanKey,
	{ operation, key, request }: KeyedRequest,
	work: () => Promise<Reply>,
): Promise<Reply> {
	const hash = createHash('sha256').update(JSON.stringify(request)).digest();
	const earlier = await maybeOne<{ hash: Buffer; reply: Reply }>(tx, {
		text: `select request_hash as hash, reply from idempotency_record
			where bucket = $1 and fan_id = $2 and operation = $3 and idempotency_key = $4`,
		values: [bucket, fanId, operation, key],
	});
	if (earlier) {
		if (earlier.hash.equals(hash)) return earlier.reply;
		throw new Problem('idempotency_key_reused');
	}
	const reply = await work();
	await tx.query({
		text: `insert into idempotency_record (bucket, fan_id, operation, idempotency_key, request_hash, reply)
			values ($1, $2, $3, $4, $5, $6)`,
		values: [bucket, fanId, operation, key, hash, JSON.stringify(reply)],
	});
	return reply;
}

/** No client retries for a month; what a key protected is protected by the books themselves after that. */
export async function forgetOldKeys(db: Database): Promise<void> {
	await db.query({
		text: `delete from idempotency_record where created_at < lightstick_now() - make_interval(days => $1)`,
		values: [KEPT_DAYS],
	});
}
