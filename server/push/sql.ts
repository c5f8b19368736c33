/** Statements on what fans want to be reminded of, and on their devices. */
import type { ReminderKind, Reminders } from '#contract/push.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import { maybeOne, one, type Db, type Tx } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';
import type { PushAddress } from './push-provider.ts';

export function selectReminders(db: Db, { bucket, fanId }: FanKey): Promise<Reminders | null> {
	return maybeOne<Reminders>(db, {
		text: `select vote_opens, vote_closes, overtaken, claim_ready, timezone, quiet_from, quiet_until
			from reminder_setting where bucket = $1 and fan_id = $2`,
		values: [bucket, fanId],
	});
}

export async function upsertReminders(db: Db, { bucket, fanId }: FanKey, reminders: Reminders): Promise<void> {
	const { vote_opens, vote_closes, overtaken, claim_ready, timezone, quiet_from, quiet_until } = reminders;
	await db.query({
		text: `insert into reminder_setting
				(bucket, fan_id, vote_opens, vote_closes, overtaken, claim_ready, timezone, quiet_from, quiet_until)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
			on conflict (bucket, fan_id) do update set vote_opens = $3, vote_closes = $4, overtaken = $5, claim_ready = $6,
				timezone = $7, quiet_from = $8, quiet_until = $9`,
		values: [bucket, fanId, vote_opens, vote_closes, overtaken, claim_ready, timezone, quiet_from, quiet_until],
	});
}

/** A time zone that this database reckons in. */
export async function selectTimezoneExists(db: Db, timezone: string): Promise<boolean> {
	const { exists } = await one<{ exists: boolean }>(db, {
		text: 'select exists (select from pg_timezone_names where name = $1) as exists',
		values: [timezone],
	});
	return exists;
}

/** Turns one kind off, whoever asks. Returns nothing: a fan who is gone has nothing to turn off. */
export async function turnOff(db: Db, fanId: number, kind: ReminderKind): Promise<void> {
	await db.query({
		text: `update reminder_setting set vote_opens = vote_opens and $2 <> 'vote_opens',
				vote_closes = vote_closes and $2 <> 'vote_closes', overtaken = overtaken and $2 <> 'overtaken',
				claim_ready = claim_ready and $2 <> 'claim_ready'
			where bucket = bucket_of($1) and fan_id = $1`,
		values: [fanId, kind],
	});
}

export interface DeviceRow {
	endpoint: string;
	createdAt: number;
}

export function selectDevices(db: Db, { bucket, fanId }: FanKey): Promise<DeviceRow[]> {
	return db.query<DeviceRow>({
		text: `select endpoint, ${epochSeconds('created_at')} as "createdAt" from push_subscription
			where bucket = $1 and fan_id = $2 order by subscription_id`,
		values: [bucket, fanId],
	});
}

/** A device that changes hands belongs to whoever subscribed last. */
export async function upsertSubscription(
	tx: Tx,
	{ bucket, fanId }: FanKey,
	{ endpoint, p256dh, auth }: PushAddress,
	language: string | null,
): Promise<void> {
	await tx.query({
		text: `insert into push_subscription (bucket, fan_id, endpoint, p256dh, auth, language)
			values ($1, $2, $3, $4, $5, $6)
			on conflict (endpoint) do update set bucket = $1, fan_id = $2, p256dh = $4, auth = $5, language = $6`,
		values: [bucket, fanId, endpoint, p256dh, auth, language],
	});
}

/** Deletes the oldest beyond `max`. */
export async function deleteOldest(tx: Tx, { bucket, fanId }: FanKey, max: number): Promise<void> {
	await tx.query({
		text: `delete from push_subscription where subscription_id in (
				select subscription_id from push_subscription where bucket = $1 and fan_id = $2
				order by subscription_id desc offset $3)`,
		values: [bucket, fanId, max],
	});
}

export async function deleteSubscription(db: Db, { bucket, fanId }: FanKey, endpoint: string): Promise<void> {
	await db.query({
		text: `delete from push_subscription where bucket = $1 and fan_id = $2 and endpoint = $3`,
		values: [bucket, fanId, endpoint],
	});
}
