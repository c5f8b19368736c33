/** Statements of adjustments: which operator made which ledger entry. */
import { one, type Tx } from '#server/kernel/database.ts';
import type { FanKey } from '#server/kernel/caller.ts';

/** Gems adjusted in the last 24 hours without anybody's approval, by these operators together and for the fan. */
export function selectAdjusted(
	tx: Tx,
	operatorIds: readonly number[],
	{ fanId }: FanKey,
): Promise<{ byOperators: number; ofFan: number }> {
	const day = `approval_id is null and adjusted_at > lightstick_now() - interval '24 hours'`;
	return one(tx, {
		text: `select
			(select coalesce(sum(amount), 0) from gem_adjustment where operator_id = any($1) and ${day}) as "byOperators",
			(select coalesce(sum(amount), 0) from gem_adjustment where fan_id = $2 and ${day}) as "ofFan"`,
		values: [operatorIds, fanId],
	});
}

export interface NewAdjustment {
	seq: number;
	operatorId: number;
	approvalId: string | null;
	amount: number;
}

export async function insertAdjustment(tx: Tx, { fanId }: FanKey, made: NewAdjustment): Promise<void> {
	const { seq, operatorId, approvalId, amount } = made;
	await tx.query({
		text: `insert into gem_adjustment (fan_id, ledger_seq, operator_id, approval_id, amount)
			values ($1, $2, $3, $4, $5)`,
		values: [fanId, seq, operatorId, approvalId, amount],
	});
}
