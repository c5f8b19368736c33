/** Statements that give the gems of make-goods. */
import type { FanKey } from '#server/kernel/caller.ts';
import { one, type Db, type Tx } from '#server/kernel/database.ts';

/** Returns make-goods that have not been fully given, oldest first. */
export async function selectOpenMakeGoods(db: Db): Promise<number[]> {
	const rows = await db.query<{ id: number }>({
		text: `select make_good_id as id from make_good where finished_at is null order by make_good_id limit 100`,
	});
	return rows.map(({ id }) => id);
}

export interface OpenGrant extends FanKey {
	incidentId: number;
	gems: number;
}

/** Returns false if another process gives this one, or has given it. */
export async function lockMakeGood(tx: Tx, makeGoodId: number): Promise<boolean> {
	const rows = await tx.query({
		text: 'select 1 from make_good where make_good_id = $1 and finished_at is null for update skip locked',
		values: [makeGoodId],
	});
	return rows.length > 0;
}

const IS_OPEN = 'ledger_seq is null and skipped_at is null';

/** Returns the next grants, in the order in which wallets are locked. */
export function selectGrants(tx: Tx, makeGoodId: number, limit: number): Promise<OpenGrant[]> {
	return tx.query<OpenGrant>({
		text: `select bucket, fan_id as "fanId", incident_id as "incidentId", gems from make_good_grant
			where make_good_id = $1 and ${IS_OPEN} order by bucket, fan_id limit $2`,
		values: [makeGoodId, limit],
	});
}

/** Returns false if the grant is settled: on a distributed database, another server may still have been committing that. */
export async function lockGrant(tx: Tx, { bucket, fanId, incidentId }: OpenGrant): Promise<boolean> {
	const rows = await tx.query({
		text: `select 1 from make_good_grant where bucket = $1 and fan_id = $2 and incident_id = $3 and ${IS_OPEN} for update`,
		values: [bucket, fanId, incidentId],
	});
	return rows.length > 0;
}

/** `seq` null: the account was erased. */
export async function settleGrant(tx: Tx, { bucket, fanId, incidentId }: OpenGrant, seq: number | null): Promise<void> {
	const change = seq === null ? 'skipped_at = lightstick_now()' : 'ledger_seq = $4';
	await tx.query({
		text: `update make_good_grant set ${change} where bucket = $1 and fan_id = $2 and incident_id = $3`,
		values: [bucket, fanId, incidentId, ...(seq === null ? [] : [seq])],
	});
}

/**
 * Needs `lockMakeGood`. Does nothing if not all grants are settled, also if none is open: on a distributed database, another
 * server may still be committing those of a decision that has just been made.
 */
export async function finishMakeGood(tx: Tx, makeGoodId: number): Promise<void> {
	const { settled } = await one<{ settled: number }>(tx, {
		text: `select count(*) as settled from make_good_grant where make_good_id = $1 and not (${IS_OPEN})`,
		values: [makeGoodId],
	});
	await tx.query({
		text: 'update make_good set finished_at = lightstick_now() where make_good_id = $1 and fans = $2',
		values: [makeGoodId, settled],
	});
}
