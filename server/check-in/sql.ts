/** Every statement on check-ins. */
import type { Db, Tx } from '#server/kernel/database.ts';
import { epochMs, sql } from '#server/kernel/sql.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import type { Claim } from './rules.ts';

export interface Settings {
	/** Epoch milliseconds of the database's clock. */
	now: number;
	timezone: string;
	restartsAfterMiss: boolean;
	/** Sanitized HTML. */
	rule: string;
	/** Gems of days 1 to 7. */
	rewards: number[];
}

export function selectSettings(db: Db): Promise<Settings> {
	return sql`select ${epochMs('lightstick_now()')} as now, timezone,
			check_in_restarts_after_miss as "restartsAfterMiss", check_in_rule_html as rule,
			(select json_agg(gems order by sequence) from check_in_reward) as rewards
		from site_setting`
		.prepared('select_check_in_settings')
		.one(db);
}

export function selectLastClaim(db: Db, { fanId }: FanKey): Promise<Claim | null> {
	return sql`select day, sequence from check_in where fan_id = ${fanId} order by day desc limit 1`
		.prepared('select_last_check_in')
		.maybeOne(db);
}

export interface NewClaim extends Claim {
	gems: number;
	ledgerSeq: number;
	timezone: string;
	/** Epoch milliseconds. */
	at: number;
}

export async function insertClaim(tx: Tx, { fanId }: FanKey, claim: NewClaim): Promise<void> {
	const { day, sequence, gems, ledgerSeq, timezone, at } = claim;
	await sql`insert into check_in (fan_id, day, sequence, gems, ledger_seq, timezone, checked_at)
		values (${fanId}, ${day}, ${sequence}, ${gems}, ${ledgerSeq}, ${timezone},
			to_timestamp(${at}::bigint / 1000.0))`.run(tx);
}

export interface KeptClaim extends Claim {
	gems: number;
}

/** Every claim of a fan, latest first. */
export function selectClaims(db: Db, { fanId }: FanKey): Promise<KeptClaim[]> {
	return sql`select day, sequence, gems from check_in where fan_id = ${fanId} order by day desc`.all(db);
}
