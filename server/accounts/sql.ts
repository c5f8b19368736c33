import { raw, sql, epochSeconds, type Db, type Tx, LOCK_NAMES, lockByName } from '#server/kernel/database.ts';
import type { SsoType } from '#contract/values/shapes.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import type { KnownIdentity } from './rules.ts';
import type { User } from '#contract/accounts.ts';
import type { MyData } from '#contract/my-account.ts';

type Told = 'fan' | 'name' | 'email' | 'country' | 'language' | 'register_platform' | 'is_new_user';
export type Fan = Pick<User, Told> & { avatar_media_id: string | null };

/** Numbers of fans can be guessed, and a restore may give one again. The time of creation, to a microsecond, tells both apart. */
const NAME_FOR_DEVICES = `encode(sha256(convert_to('fan ' || fan_id || ' ' || extract(epoch from created_at), 'utf8')), 'hex')`;
const FAN = raw(`${NAME_FOR_DEVICES} as fan, name, email, country, language, register_platform, avatar_media_id,
	registered_at is null as is_new_user`);

export const selectFan = (db: Db, { fanId }: FanKey): Promise<Fan> =>
	sql`select ${FAN} from fan where fan_id = ${fanId}`.prepared('select_fan').one(db);

/** Locks the fan's row, as an erasure does before wallet and request. Returns null if the account was erased. */
export const lockFan = (tx: Tx, { fanId }: FanKey): Promise<Fan | null> =>
	sql`select ${FAN} from fan where fan_id = ${fanId} and erased_at is null for no key update`.maybeOne(tx);

export interface Contact {
	name: string;
	email: string;
}

export const updateContact = (db: Db, { fanId }: FanKey, { name, email }: Contact): Promise<void> =>
	sql`update fan set name = ${name}, email = ${email} where fan_id = ${fanId} and erased_at is null`.run(db);

export const updateLanguage = (db: Db, { fanId }: FanKey, language: string): Promise<void> =>
	sql`update fan set language = ${language} where fan_id = ${fanId} and erased_at is null`.run(db);

export const updateAvatar = (tx: Tx, { fanId }: FanKey, mediaId: string): Promise<void> =>
	sql`update fan set avatar_media_id = ${mediaId} where fan_id = ${fanId} and erased_at is null`.run(tx);

/** Serializes sign-ins of one person, and of one email address, so that neither can become two fans. */
export async function lockIdentity(tx: Tx, provider: SsoType, subject: string, email: string | null): Promise<void> {
	await lockByName(tx, LOCK_NAMES.identity(provider, subject));
	if (email === null) return;
	await sql`select pg_advisory_xact_lock(hashtextextended(${LOCK_NAMES.loginEmail} || lower(${email}), 0))`.run(tx);
}

export const selectIdentity = (tx: Tx, provider: SsoType, subject: string): Promise<FanKey | null> =>
	sql`select fan_id as "fanId" from fan_identity
		where provider = ${provider} and subject = ${subject}`.maybeOne(tx);

export const selectIdentitiesByEmail = (tx: Tx, email: string): Promise<KnownIdentity[]> =>
	sql`select provider, fan_id as "fanId" from fan_identity
			where lower(login_email) = lower(${email}) and login_email is not null
			order by linked_at, provider, subject`.all(tx);

/** Clears an address that the provider no longer vouches for. Changes the fan only if the previous one was erased. */
export const upsertIdentity = (tx: Tx, known: KnownIdentity & { subject: string; loginEmail: string | null }) =>
	sql`insert into fan_identity (provider, subject, fan_id, login_email)
			values (${known.provider}, ${known.subject}, ${known.fanId}, ${known.loginEmail})
			on conflict (provider, subject) do update
			set fan_id = excluded.fan_id, login_email = excluded.login_email`.run(tx);

export async function revokeSessions(tx: Tx, { fanId }: FanKey): Promise<Buffer[]> {
	await sql`delete from push_subscription where fan_id = ${fanId}`.run(tx);
	return sql`update session set revoked_at = lightstick_now()
		where fan_id = ${fanId} and revoked_at is null and expires_at > lightstick_now() returning token_hash`.column(tx);
}

export async function openRequest(tx: Tx, { fanId }: FanKey, days: number): Promise<number> {
	await sql`insert into deletion_request (fan_id, requested_at, erase_at)
			select ${fanId}, now, now + make_interval(days => ${days}) from (select lightstick_now() as now) clock
			on conflict (fan_id) where cancelled_at is null and erased_at is null do nothing`.run(tx);
	return (await selectEraseTime(tx, { fanId })) ?? 0;
}

export const selectEraseTime = (db: Db, { fanId }: FanKey): Promise<number | null> =>
	sql`select ${epochSeconds('erase_at')} as "eraseAt" from deletion_request
			where fan_id = ${fanId} and cancelled_at is null and erased_at is null`.maybeValue(db);

export const cancelRequest = (tx: Tx, { fanId }: FanKey): Promise<boolean> =>
	sql`update deletion_request set cancelled_at = lightstick_now()
			where fan_id = ${fanId} and cancelled_at is null and erased_at is null returning fan_id`.exists(tx);

export const selectOwnPicture = (tx: Tx, { fanId }: FanKey): Promise<string | null> =>
	sql`select avatar_media_id as "mediaId" from fan own where fan_id = ${fanId} and avatar_media_id is not null
				and not exists (select from media where media_id = own.avatar_media_id)
				and not exists (select from fan other where other.avatar_media_id = own.avatar_media_id
					and other.fan_id <> own.fan_id)`.maybeValue(tx);

/** Erases identity, contact data, sessions and the data of requests. Ledger, votes and payments keep the fan's number. */
export async function eraseFan(tx: Tx, { fanId }: FanKey): Promise<void> {
	await sql`
		update fan set name = null, email = null, country = null, language = null, avatar_media_id = null,
			erased_at = lightstick_now()
		where fan_id = ${fanId}`.run(tx);
	// The leaves of the fan's votes stay in the log, which does not tell whose they are. By the number, a payment still does.
	for (const table of ERASED.split(' ')) await sql`delete from ${raw(table)} where fan_id = ${fanId}`.run(tx);
}

const ERASED =
	'fan_identity session voter_secret idempotency_record favorite reminder_setting push_subscription failed_vote';

export const selectSignIns = (db: Db, { fanId }: FanKey) =>
	sql`
		select provider, login_email, ${epochSeconds('linked_at')} as linked_time
		from fan_identity where fan_id = ${fanId} order by linked_at
	`.all<MyData['sign_ins'][number] & { provider: SsoType }>(db);

export const selectSessions = (db: Db, { fanId }: FanKey): Promise<MyData['sessions']> =>
	sql`
		select provider, ${epochSeconds('created_at')} as created_time, ${epochSeconds('expires_at')} as expires_time, country
		from session where fan_id = ${fanId} and revoked_at is null and expires_at > lightstick_now()
		order by created_at`.all(db);

export const selectTimes = (db: Db, { fanId }: FanKey): Promise<Pick<MyData, 'exported_time' | 'created_time'>> =>
	sql`select ${epochSeconds('lightstick_now()')} as exported_time, ${epochSeconds('created_at')} as created_time
			from fan where fan_id = ${fanId}`.one(db);
