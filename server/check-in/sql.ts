/** Every statement on check-ins. */
import { maybeOne, one, type Db, type Tx } from '#server/kernel/database.ts';
import { epochMs } from '#server/kernel/epoch.ts';
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
	return one<Settings>(db, {
		name: 'select_check_in_settings',
		text: `select ${epochMs('lightstick_now()')} as now, timezone,
				check_in_restarts_after_miss as "restartsAfterMiss", check_in_rule_html as rule,
				(select json_agg(gems order by sequence) from check_in_reward) as rewards
			from site_setting`,
	});
}

export function selectLastClaim(db: Db, { fanId }: FanKey): Promise<Claim | null> {
	return maybeOne<Claim>(db, {
		name: 'select_last_check_in',
		text: `select day, sequence from check_in where fan_id = $1 order by day desc limit 1`,
		values: [fanId],
	});
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
	await tx.query({
		text: `insert into check_in (fan_id, day, sequence, gems, ledger_seq, timezone, checked_at)
			values ($1, $2, $3, $4, $5, $6, to_timestamp($7::bigint / 1000.0))`,
		values: [fanId, day, sequence, gems, ledgerSeq, timezone, at],
	});
}

export interface KeptClaim extends Claim {
	gems: number;
}

/** Every claim of a fan, latest first. */
export function selectClaims(db: Db, { fanId }: FanKey): Promise<KeptClaim[]> {
	return db.query<KeptClaim>({
		text: `select day, sequence, gems from check_in where fan_id = $1 order by day desc`,
		values: [fanId],
	});
}
