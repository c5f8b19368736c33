/** Statements of account deletion: ending all sessions, deletion requests, and the erasure. */
import { epochSeconds, raw, sql } from '#server/kernel/sql.ts';
import type { MyData } from '#contract/my-account.ts';
import type { Db, Tx } from '#server/kernel/database.ts';
import type { SsoType } from '#contract/values/shapes.ts';
import type { FanKey } from '#server/kernel/caller.ts';

/** Ends all sessions of the fan, and the reminders of their devices. Returns the hashes of their tokens. */
export async function revokeSessions(tx: Tx, { fanId }: FanKey): Promise<Buffer[]> {
	await sql`delete from push_subscription where fan_id = ${fanId}`.run(tx);
	return sql`update session set revoked_at = lightstick_now()
		where fan_id = ${fanId} and revoked_at is null and expires_at > lightstick_now() returning token_hash`.column(tx);
}

/** Creates a deletion request unless one is open. Returns its time of erasure in epoch seconds. */
export async function openRequest(tx: Tx, { fanId }: FanKey, days: number): Promise<number> {
	await sql`insert into deletion_request (fan_id, requested_at, erase_at)
			select ${fanId}, now, now + make_interval(days => ${days}) from (select lightstick_now() as now) clock
			on conflict (fan_id) where cancelled_at is null and erased_at is null do nothing`.run(tx);
	return (await selectEraseTime(tx, { fanId })) ?? 0;
}

/** Returns the time (epoch seconds) at which the account will be erased. Null if no deletion was requested. */
export function selectEraseTime(db: Db, { fanId }: FanKey): Promise<number | null> {
	return sql`select ${epochSeconds('erase_at')} as "eraseAt" from deletion_request
			where fan_id = ${fanId} and cancelled_at is null and erased_at is null`.maybeValue(db);
}

/** Cancels a deletion request. A fan who signs in again wants to stay. */
export function cancelRequest(tx: Tx, { fanId }: FanKey): Promise<void> {
	return sql`update deletion_request set cancelled_at = lightstick_now()
			where fan_id = ${fanId} and cancelled_at is null and erased_at is null`.run(tx);
}

export function selectDue(db: Db, limit: number): Promise<FanKey[]> {
	return sql`select fan_id as "fanId" from deletion_request
			where cancelled_at is null and erased_at is null and erase_at <= lightstick_now()
			order by erase_at limit ${limit}`.all(db);
}

/** Closes the request, once. Returns false if it was canceled or carried out by another process. */
export function closeRequest(tx: Tx, { fanId }: FanKey): Promise<boolean> {
	return sql`update deletion_request set erased_at = lightstick_now()
			where fan_id = ${fanId} and cancelled_at is null and erased_at is null
				and erase_at <= lightstick_now() returning fan_id`.exists(tx);
}

/** Returns the avatar's picture if no other fan, and nothing of the site, has the same one. */
export function selectOwnPicture(tx: Tx, { fanId }: FanKey): Promise<string | null> {
	return sql`select avatar_media_id as "mediaId" from fan own where fan_id = ${fanId} and avatar_media_id is not null
				and not exists (select from media where media_id = own.avatar_media_id)
				and not exists (select from fan other where other.avatar_media_id = own.avatar_media_id
					and other.fan_id <> own.fan_id)`.maybeValue(tx);
}

/**
 * Erases identity, contact data, sessions and the data of requests. Ledger, votes and payments keep the fan's number.
 */
export async function eraseFan(tx: Tx, { fanId }: FanKey): Promise<void> {
	await sql`
		update fan set name = null, email = null, country = null, language = null, avatar_media_id = null,
			erased_at = lightstick_now()
		where fan_id = ${fanId}`.run(tx);
	// The leaves of the fan's votes stay in the log, which does not tell whose they are. By the number, a payment still does.
	for (const table of ERASED) await sql`delete from ${raw(table)} where fan_id = ${fanId}`.run(tx);
}

const ERASED = [
	'fan_identity',
	'session',
	'voter_secret',
	'idempotency_record',
	'favorite',
	'reminder_setting',
	'push_subscription',
	'failed_vote',
];

export function selectSignIns(
	db: Db,
	{ fanId }: FanKey,
): Promise<(MyData['sign_ins'][number] & { provider: SsoType })[]> {
	return sql`
		select provider, login_email, ${epochSeconds('linked_at')} as linked_time
		from fan_identity where fan_id = ${fanId} order by linked_at`.all(db);
}

export function selectSessions(db: Db, { fanId }: FanKey): Promise<MyData['sessions']> {
	return sql`
		select provider, ${epochSeconds('created_at')} as created_time, ${epochSeconds('expires_at')} as expires_time, country
		from session where fan_id = ${fanId} and revoked_at is null and expires_at > lightstick_now()
		order by created_at`.all(db);
}

export function selectTimes(db: Db, { fanId }: FanKey): Promise<Pick<MyData, 'exported_time' | 'created_time'>> {
	return sql`select ${epochSeconds('lightstick_now()')} as exported_time, ${epochSeconds('created_at')} as created_time
			from fan where fan_id = ${fanId}`.one(db);
}
