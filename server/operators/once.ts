/** What a retried request of an operator was answered. */
import { createHash } from 'node:crypto';
import { maybeOne, type Tx } from '#server/db/pool.ts';
import { Problem } from '#server/kernel/problem.ts';

export interface OperatorRequest {
	operatorId: number;
	operation: string;
	/** The client's Idempotency-Key. */
	key: string;
	/** What was asked; its hash is kept. */
	request: unknown;
}

/**
 * The answer of the first success under this key, or that of the work. One request of an operator at a time: this
 * holds the operator's row until the transaction ends.
 * @throws {Problem} idempotency_key_reused where the key came with another request
 */
export async function onceByOperator<Reply extends object>(
	tx: Tx,
	{ operatorId, operation, key, request }: OperatorRequest,
	work: () => Promise<Reply>,
): Promise<Reply> {
	const hash = createHash('sha256').update(JSON.stringify(request)).digest();
	await tx.query({ text: 'select from operator where operator_id = $1 for no key update', values: [operatorId] });
	const earlier = await maybeOne<{ hash: Buffer; reply: Reply }>(tx, {
		text: `select request_hash as hash, reply from operator_request
			where operator_id = $1 and operation = $2 and idempotency_key = $3`,
		values: [operatorId, operation, key],
	});
	if (earlier) {
		if (earlier.hash.equals(hash)) return earlier.reply;
		throw new Problem('idempotency_key_reused');
	}
	const reply = await work();
	await tx.query({
		text: `insert into operator_request (operator_id, operation, idempotency_key, request_hash, reply)
			values ($1, $2, $3, $4, $5)`,
		values: [operatorId, operation, key, hash, JSON.stringify(reply)],
	});
	return reply;
}
