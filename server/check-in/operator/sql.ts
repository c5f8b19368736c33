/** Statements of operators on the check-in. Rows are in the contract's names already. */
import type { ReplyOf } from '#contract/endpoint.ts';
import type { readCheckInSettings } from '#contract/operator/site/settings.ts';
import type { Db, Tx } from '#server/kernel/database.ts';
import { sql } from '#server/kernel/sql.ts';

export type CheckInRow = ReplyOf<typeof readCheckInSettings>['check_in'];

/** Locks the site's settings, which hold the check-in, until the transaction ends. */
export async function lockCheckIn(tx: Tx): Promise<CheckInRow> {
	await sql`select from site_setting for update`.run(tx);
	return selectCheckIn(tx);
}

export function selectCheckIn(db: Db): Promise<CheckInRow> {
	return sql`select (select json_agg(gems order by sequence) from check_in_reward) as rewards,
		check_in_restarts_after_miss as restarts_after_miss, check_in_rule_raw as rule_raw,
		check_in_rule_html as rule_html, check_in_version as version from site_setting`.one(db);
}

export function updateRule(tx: Tx, raw: string, { html, policy }: { html: string; policy: number }): Promise<void> {
	return sql`update site_setting set check_in_rule_raw = ${raw}, check_in_rule_html = ${html},
		check_in_rule_policy = ${policy}, check_in_version = check_in_version + 1`.run(tx);
}

export async function updateRewards(tx: Tx, rewards: readonly number[], restartsAfterMiss: boolean): Promise<void> {
	await sql`update check_in_reward set gems = given.gems
		from unnest(${rewards}::integer[]) with ordinality as given (gems, sequence)
		where check_in_reward.sequence = given.sequence`.run(tx);
	await sql`update site_setting set check_in_restarts_after_miss = ${restartsAfterMiss},
		check_in_version = check_in_version + 1`.run(tx);
}
