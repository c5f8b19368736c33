/** The daily check-in: one reward per calendar day of the site's time zone. */
import type { CheckInConfig, checkIn as checkInCall } from '#contract/check-in.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { type Database, type Tx, type Db, epochMs, sql } from '#server/kernel/database.ts';
import { lockWallet, post, sum } from '#server/gems/gems.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import { onceByFan } from '#server/kernel/idempotency.ts';
import { Problem } from '#server/kernel/problem.ts';
import { dayIn, stateOn, type Claim } from './rules.ts';
import { textIn, translation } from '#server/languages/content.ts';

/** The seven days as this fan sees them; as a newcomer would for null. */
export async function readConfig(db: Database, fan: FanKey | null, language?: string): Promise<CheckInConfig> {
	const [settings, last] = await Promise.all([selectSettings(db, language), fan ? selectLastClaim(db, fan) : null]);
	const today = dayIn(settings.timezone, settings.now);
	const { current, claimedThrough, todayChecked } = stateOn(today, last, settings.restartsAfterMiss);
	return {
		checkin_configs: settings.rewards.map((gems, index) => ({
			sequence: index + 1,
			gem_number: gems,
			is_checked: index < claimedThrough,
		})),
		checkin_rule: settings.rule,
		lang: settings.lang,
		current_sequence: current,
		today_checked: todayChecked,
	};
}

export type CheckInReply = ReplyOf<typeof checkInCall>;

/** Claims of one fan follow each other. @throws {Problem} check_in_done, account_suspended, idempotency_key_reused */
export function checkIn(db: Database, fan: FanKey, key: string): Promise<CheckInReply> {
	return db.transaction(async (tx) => {
		const wallet = await lockWallet(tx, fan);
		return onceByFan(tx, fan, { operation: 'check_in', key, request: null }, () => {
			if (wallet.suspended || wallet.frozen) throw new Problem('account_suspended');
			return claim(tx, fan);
		});
	});
}

async function claim(tx: Tx, fan: FanKey): Promise<CheckInReply> {
	const settings = await selectSettings(tx);
	const last = await selectLastClaim(tx, fan);
	const day = dayIn(settings.timezone, settings.now);
	const { current, todayChecked } = stateOn(day, last, settings.restartsAfterMiss);
	if (todayChecked) throw new Problem('check_in_done');
	const gems = settings.rewards[current - 1];
	if (gems === undefined) throw new Error(`Day ${current} of the check-in has no reward`);
	const posted = await post(tx, fan, { kind: 'check_in', change: { earned: gems, purchased: 0 }, cause: day });
	const { timezone, now } = settings;
	await sql`insert into check_in (fan_id, day, sequence, gems, ledger_seq, timezone, checked_at)
		values (${fan.fanId}, ${day}, ${current}, ${gems}, ${posted.seq}, ${timezone},
			to_timestamp(${now}::bigint / 1000.0))`.run(tx);
	return { gem_number: gems, gem_balance: sum(posted), current_sequence: current };
}

interface Settings {
	now: number;
	timezone: string;
	restartsAfterMiss: boolean;
	rule: string;
	lang: string;
	rewards: number[];
}

const selectSettings = (db: Db, language: string | null = null): Promise<Settings> =>
	sql`select ${epochMs('lightstick_now()')} as now, timezone,
			check_in_restarts_after_miss as "restartsAfterMiss",
			${textIn('translation.text_html', 'check_in_rule_html', 'rule')},
			(select json_agg(gems order by sequence) from check_in_reward) as rewards
		from site_setting site ${translation('check_in', "'rule'", language)}`
		.prepared('select_check_in_settings')
		.one(db);

const selectLastClaim = (db: Db, { fanId }: FanKey): Promise<Claim | null> =>
	sql`select day, sequence from check_in where fan_id = ${fanId} order by day desc limit 1`
		.prepared('select_last_check_in')
		.maybeOne(db);

/** Every claim of a fan, for a copy of the fan's own data. Latest first. */
export const readClaims = (db: Db, { fanId }: FanKey): Promise<(Claim & { gems: number })[]> =>
	sql`select day, sequence, gems from check_in where fan_id = ${fanId} order by day desc`.all(db);
