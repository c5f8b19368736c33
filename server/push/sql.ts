/** Statements on what fans want to be reminded of, and on their devices. */
import { epochSeconds, sql } from '#server/kernel/sql.ts';
import type { ReminderKind, Reminders } from '#contract/push.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import { maybeOne, type Db, type Tx } from '#server/kernel/database.ts';
import type { PushAddress } from './push-provider.ts';

export function selectReminders(db: Db, { fanId }: FanKey): Promise<Reminders | null> {
	return maybeOne<Reminders>(
		db,
		sql`select vote_opens, vote_closes, overtaken, claim_ready, timezone, quiet_from, quiet_until
			from reminder_setting where fan_id = ${fanId}`,
	);
}

export async function upsertReminders(db: Db, { fanId }: FanKey, reminders: Reminders): Promise<void> {
	const { vote_opens, vote_closes, overtaken, claim_ready, timezone, quiet_from, quiet_until } = reminders;
	await db.query({
		text: `insert into reminder_setting
				(fan_id, vote_opens, vote_closes, overtaken, claim_ready, timezone, quiet_from, quiet_until)
			values ($1, $2, $3, $4, $5, $6, $7, $8)
			on conflict (fan_id) do update set vote_opens = $2, vote_closes = $3, overtaken = $4, claim_ready = $5,
				timezone = $6, quiet_from = $7, quiet_until = $8`,
		values: [fanId, vote_opens, vote_closes, overtaken, claim_ready, timezone, quiet_from, quiet_until],
	});
}

/** A time zone that this database reckons in. */
/** Turns one kind off, whoever asks. Returns nothing: a fan who is gone has nothing to turn off. */
export async function turnOff(db: Db, fanId: number, kind: ReminderKind): Promise<void> {
	await db.query({
		text: `update reminder_setting set vote_opens = vote_opens and $2 <> 'vote_opens',
				vote_closes = vote_closes and $2 <> 'vote_closes', overtaken = overtaken and $2 <> 'overtaken',
				claim_ready = claim_ready and $2 <> 'claim_ready'
			where fan_id = $1`,
		values: [fanId, kind],
	});
}

export interface DeviceRow {
	endpoint: string;
	createdAt: number;
}

export function selectDevices(db: Db, { fanId }: FanKey): Promise<DeviceRow[]> {
	return db.query<DeviceRow>(sql`select endpoint, ${epochSeconds('created_at')} as "createdAt" from push_subscription
			where fan_id = ${fanId} order by subscription_id`);
}

/** A device that changes hands belongs to whoever subscribed last. */
export async function upsertSubscription(
	tx: Tx,
	{ fanId }: FanKey,
	{ endpoint, p256dh, auth }: PushAddress,
	language: string | null,
): Promise<void> {
	await tx.query({
		text: `insert into push_subscription (fan_id, endpoint, p256dh, auth, language)
			values ($1, $2, $3, $4, $5)
			on conflict (endpoint) do update set fan_id = $1, p256dh = $3, auth = $4, language = $5`,
		values: [fanId, endpoint, p256dh, auth, language],
	});
}

/** Deletes the oldest beyond `max`. */
export async function deleteOldest(tx: Tx, { fanId }: FanKey, max: number): Promise<void> {
	await tx.query(sql`delete from push_subscription where subscription_id in (
				select subscription_id from push_subscription where fan_id = ${fanId}
				order by subscription_id desc offset ${max})`);
}

export async function deleteSubscription(db: Db, { fanId }: FanKey, endpoint: string): Promise<void> {
	await db.query(sql`delete from push_subscription where fan_id = ${fanId} and endpoint = ${endpoint}`);
}
