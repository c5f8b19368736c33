/**
 * Stores responses for retried requests: one row per success, keyed by the person, the operation and the client's key.
 * The calling function holds a lock of the fan; an operator's row is locked here. So two requests with one key run one
 * after the other. A request that throws stores nothing.
 */
import { createHash } from 'node:crypto';
import type { FanKey } from './caller.ts';
import { type Database, type Tx, raw, sql } from './database.ts';
import { Problem } from './problem.ts';

const KEPT_DAYS = 30;

export interface KeyedRequest {
	operation: string;
	key: string;
	/** The request. Only its hash is stored. */
	request: unknown;
}

export interface OperatorRequest extends KeyedRequest {
	operatorId: number;
}

/** Repeats the first success under the fan's key, or works. @throws {Problem} idempotency_key_reused if asked otherwise */
export const onceByFan = <Reply extends object>(
	tx: Tx,
	{ fanId }: FanKey,
	request: KeyedRequest,
	work: () => Promise<Reply>,
): Promise<Reply> => once(tx, { table: 'idempotency_record', column: 'fan_id', id: fanId }, request, work);

export async function onceByOperator<Reply extends object>(
	tx: Tx,
	{ operatorId, ...request }: OperatorRequest,
	work: () => Promise<Reply>,
): Promise<Reply> {
	await tx.query(sql`select from operator where operator_id = ${operatorId} for no key update`);
	return once(tx, { table: 'operator_request', column: 'operator_id', id: operatorId }, request, work);
}

interface Asker {
	table: 'idempotency_record' | 'operator_request';
	/** The table's column of the person. */
	column: 'fan_id' | 'operator_id';
	id: number;
}

async function once<Reply extends object>(
	tx: Tx,
	{ table, column, id }: Asker,
	{ operation, key, request }: KeyedRequest,
	work: () => Promise<Reply>,
): Promise<Reply> {
	const hash = createHash('sha256').update(JSON.stringify(request)).digest();
	const [records, asker] = [raw(table), raw(column)];
	const earlier = await sql`select request_hash as hash, reply from ${records}
		where ${asker} = ${id} and operation = ${operation}
			and idempotency_key = ${key}`.maybeOne<{ hash: Buffer; reply: Reply }>(tx);
	if (earlier) {
		if (earlier.hash.equals(hash)) return earlier.reply;
		throw new Problem('idempotency_key_reused');
	}
	const reply = await work();
	await sql`insert into ${records} (${asker}, operation, idempotency_key, request_hash, reply)
		values (${id}, ${operation}, ${key}, ${hash}, ${JSON.stringify(reply)})`.run(tx);
	return reply;
}

/** No client retries for a month; what a key protected is protected by the books themselves after that. */
export async function forgetOldKeys(db: Database): Promise<void> {
	await sql`delete from idempotency_record
		where created_at < lightstick_now() - make_interval(days => ${KEPT_DAYS})`.run(db);
}
