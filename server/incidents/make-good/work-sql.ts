/** Statements that give the gems of make-goods. */
import type { FanKey } from '#server/kernel/caller.ts';
import type { Db, Tx } from '#server/kernel/database.ts';

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

/** Returns the next open grants, in the order in which wallets are locked. Needs `lockMakeGood`, so nobody else settles them. */
export function selectGrants(tx: Tx, makeGoodId: number, limit: number): Promise<OpenGrant[]> {
	return tx.query<OpenGrant>({
		text: `select fan_id as "fanId", incident_id as "incidentId", gems from make_good_grant
			where make_good_id = $1 and ledger_seq is null and skipped_at is null order by fan_id limit $2`,
		values: [makeGoodId, limit],
	});
}

/** `seq` null: the account was erased. */
export async function settleGrant(tx: Tx, { fanId, incidentId }: OpenGrant, seq: number | null): Promise<void> {
	await tx.query({
		text: `update make_good_grant set ledger_seq = $3::bigint,
				skipped_at = case when $3::bigint is null then lightstick_now() end
			where fan_id = $1 and incident_id = $2`,
		values: [fanId, incidentId, seq],
	});
}

/** Needs `lockMakeGood`, and that no grant is open. */
export async function finishMakeGood(tx: Tx, makeGoodId: number): Promise<void> {
	await tx.query({
		text: 'update make_good set finished_at = lightstick_now() where make_good_id = $1',
		values: [makeGoodId],
	});
}
