/** Statements on what fans want to be reminded of, and on their devices. */
import { epochSeconds, sql } from '#server/kernel/sql.ts';
import type { ReminderKind, Reminders } from '#contract/push.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import type { Db, Tx } from '#server/kernel/database.ts';
import type { PushAddress } from './push-provider.ts';

export function selectReminders(db: Db, { fanId }: FanKey): Promise<Reminders | null> {
	return sql`select vote_opens, vote_closes, overtaken, claim_ready, timezone, quiet_from, quiet_until
		from reminder_setting where fan_id = ${fanId}`.maybeOne<Reminders>(db);
}

export async function upsertReminders(db: Db, { fanId }: FanKey, reminders: Reminders): Promise<void> {
	const { vote_opens, vote_closes, overtaken, claim_ready, timezone, quiet_from, quiet_until } = reminders;
	await sql`insert into reminder_setting
			(fan_id, vote_opens, vote_closes, overtaken, claim_ready, timezone, quiet_from, quiet_until)
		values (${fanId}, ${vote_opens}, ${vote_closes}, ${overtaken}, ${claim_ready}, ${timezone}, ${quiet_from}, ${quiet_until})
		on conflict (fan_id) do update set vote_opens = excluded.vote_opens, vote_closes = excluded.vote_closes,
			overtaken = excluded.overtaken, claim_ready = excluded.claim_ready, timezone = excluded.timezone,
			quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until`.run(db);
}

/** Turns one kind off, whoever asks. Returns nothing: a fan who is gone has nothing to turn off. */
export async function turnOff(db: Db, fanId: number, kind: ReminderKind): Promise<void> {
	await sql`update reminder_setting set vote_opens = vote_opens and ${kind} <> 'vote_opens',
			vote_closes = vote_closes and ${kind} <> 'vote_closes', overtaken = overtaken and ${kind} <> 'overtaken',
			claim_ready = claim_ready and ${kind} <> 'claim_ready'
		where fan_id = ${fanId}`.run(db);
}

export interface DeviceRow {
	endpoint: string;
	createdAt: number;
}

export function selectDevices(db: Db, { fanId }: FanKey): Promise<DeviceRow[]> {
	return sql`select endpoint, ${epochSeconds('created_at')} as "createdAt" from push_subscription
		where fan_id = ${fanId} order by subscription_id`.all<DeviceRow>(db);
}

/** A device that changes hands belongs to whoever subscribed last. */
export async function upsertSubscription(
	tx: Tx,
	{ fanId }: FanKey,
	{ endpoint, p256dh, auth }: PushAddress,
	language: string | null,
): Promise<void> {
	await sql`insert into push_subscription (fan_id, endpoint, p256dh, auth, language)
		values (${fanId}, ${endpoint}, ${p256dh}, ${auth}, ${language})
		on conflict (endpoint) do update set fan_id = excluded.fan_id, p256dh = excluded.p256dh, auth = excluded.auth,
			language = excluded.language, refused_since = null`.run(tx);
}

/** Deletes the oldest beyond `max`. */
export async function deleteOldest(tx: Tx, { fanId }: FanKey, max: number): Promise<void> {
	await sql`delete from push_subscription where subscription_id in (
		select subscription_id from push_subscription where fan_id = ${fanId}
		order by subscription_id desc offset ${max})`.run(tx);
}

export async function deleteSubscription(db: Db, { fanId }: FanKey, endpoint: string): Promise<void> {
	await sql`delete from push_subscription where fan_id = ${fanId} and endpoint = ${endpoint}`.run(db);
}

/** Returns false if there is no device with this address and secret, or the new address is known already. */
export function moveSubscription(
	db: Db,
	from: Pick<PushAddress, 'endpoint' | 'auth'>,
	{ endpoint, p256dh, auth }: PushAddress,
): Promise<boolean> {
	return sql`update push_subscription
		set endpoint = ${endpoint}, p256dh = ${p256dh}, auth = ${auth}, refused_since = null
		where endpoint = ${from.endpoint} and auth = ${from.auth}
			and not exists (select from push_subscription known where known.endpoint = ${endpoint})
		returning true`.exists(db);
}
