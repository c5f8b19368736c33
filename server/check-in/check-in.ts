/** The daily check-in: one reward per calendar day of the site's time zone. */
import type { CheckInConfig, checkIn as checkInCall } from '#contract/check-in.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Database, Tx } from '#server/kernel/database.ts';
import { lockWallet, post } from '#server/gems/gems.ts';
import { sum } from '#server/gems/rules.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import { onceByFan } from '#server/kernel/idempotency.ts';
import { Problem } from '#server/kernel/problem.ts';
import { dayIn, stateOn } from './rules.ts';
import * as sql from './sql.ts';

/** A fan's own data shows them. */
export { selectClaims as readClaims } from './sql.ts';

/** The seven days as this fan sees them; as a newcomer would for null. */
export async function readConfig(db: Database, fan: FanKey | null): Promise<CheckInConfig> {
	const [settings, last] = await Promise.all([sql.selectSettings(db), fan ? sql.selectLastClaim(db, fan) : null]);
	const today = dayIn(settings.timezone, settings.now);
	const { current, claimedThrough, todayChecked } = stateOn(today, last, settings.restartsAfterMiss);
	return {
		checkin_configs: settings.rewards.map((gems, index) => ({
			sequence: index + 1,
			gem_number: gems,
			is_checked: index < claimedThrough,
		})),
		checkin_rule: settings.rule,
		current_sequence: current,
		today_checked: todayChecked,
	};
}

export type CheckInReply = ReplyOf<typeof checkInCall>;

/**
 * Claims today's gems. The wallet's lock makes claims of one fan follow each other, in whatever process they arrive.
 * @throws {Problem} check_in_done, account_suspended, idempotency_key_reused
 */
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
	const settings = await sql.selectSettings(tx);
	const last = await sql.selectLastClaim(tx, fan);
	const day = dayIn(settings.timezone, settings.now);
	const { current, todayChecked } = stateOn(day, last, settings.restartsAfterMiss);
	if (todayChecked) throw new Problem('check_in_done');
	const gems = settings.rewards[current - 1];
	if (gems === undefined) throw new Error(`Day ${current} of the check-in has no reward`);
	const posted = await post(tx, fan, { kind: 'check_in', change: { earned: gems, purchased: 0 }, cause: day });
	const { timezone, now } = settings;
	await sql.insertClaim(tx, fan, { day, sequence: current, gems, ledgerSeq: posted.seq, timezone, at: now });
	return { gem_number: gems, gem_balance: sum(posted), current_sequence: current };
}
