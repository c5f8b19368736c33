/** Every statement on people, how they sign in, and the sessions they hold. */
import type { SsoType } from '#contract/values/shapes.ts';
import { maybeOne, one, type Db, type Tx } from '#server/kernel/database.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import type { KnownIdentity } from './rules.ts';

export interface Fan {
	name: string | null;
	email: string | null;
	country: string | null;
	registerPlatform: SsoType;
	avatarMediaId: string | null;
	registered: boolean;
}

const FAN = `name, email, country, register_platform as "registerPlatform", avatar_media_id as "avatarMediaId",
	registered_at is not null as registered`;

export function selectFan(db: Db, { bucket, fanId }: FanKey): Promise<Fan> {
	return one<Fan>(db, {
		name: 'select_fan',
		text: `select ${FAN} from fan where bucket = $1 and fan_id = $2`,
		values: [bucket, fanId],
	});
}

/**
 * Holds the fan's row until the transaction ends; null where the account was erased. An erasure takes this lock first,
 * before wallet and request: it waits for a sign-in under way, or the sign-in waits and finds nobody.
 */
export function lockFan(tx: Tx, { bucket, fanId }: FanKey): Promise<Fan | null> {
	return maybeOne<Fan>(tx, {
		text: `select ${FAN} from fan where bucket = $1 and fan_id = $2 and erased_at is null for no key update`,
		values: [bucket, fanId],
	});
}

export interface NewFan {
	name: string | null;
	email: string | null;
	registerPlatform: SsoType;
}

export function insertFan(tx: Tx, { name, email, registerPlatform }: NewFan): Promise<FanKey> {
	return one<FanKey>(tx, {
		text: `with new as (select nextval('fan_id_seq') as fan_id)
			insert into fan (bucket, fan_id, name, email, register_platform)
			select bucket_of(fan_id), fan_id, $1, $2, $3 from new
			returning bucket, fan_id as "fanId"`,
		values: [name, email, registerPlatform],
	});
}

export interface Contact {
	name: string;
	email: string;
}

export async function updateContact(tx: Tx, { bucket, fanId }: FanKey, { name, email }: Contact): Promise<void> {
	await tx.query({
		text: `update fan set name = $3, email = $4 where bucket = $1 and fan_id = $2 and erased_at is null`,
		values: [bucket, fanId, name, email],
	});
}

export async function updateRegistered(tx: Tx, { bucket, fanId }: FanKey, country: string): Promise<void> {
	await tx.query({
		text: `update fan set country = $3, registered_at = lightstick_now() where bucket = $1 and fan_id = $2`,
		values: [bucket, fanId, country],
	});
}

export async function updateAvatar(tx: Tx, { bucket, fanId }: FanKey, mediaId: string): Promise<void> {
	await tx.query({
		text: `update fan set avatar_media_id = $3 where bucket = $1 and fan_id = $2 and erased_at is null`,
		values: [bucket, fanId, mediaId],
	});
}

/** One sign-in of the same person, or of the same address, at a time: neither can become two fans. */
export async function lockIdentity(tx: Tx, provider: SsoType, subject: string, email: string | null): Promise<void> {
	await tx.query({
		text: `select pg_advisory_xact_lock(hashtextextended($1, 0))`,
		values: [`identity:${provider}:${subject}`],
	});
	if (email === null) return;
	await tx.query({
		text: `select pg_advisory_xact_lock(hashtextextended('login-email:' || lower($1), 0))`,
		values: [email],
	});
}

export function selectIdentity(tx: Tx, provider: SsoType, subject: string): Promise<FanKey | null> {
	return maybeOne<FanKey>(tx, {
		text: `select bucket, fan_id as "fanId" from fan_identity where provider = $1 and subject = $2`,
		values: [provider, subject],
	});
}

export function selectIdentitiesByEmail(tx: Tx, email: string): Promise<KnownIdentity[]> {
	return tx.query<KnownIdentity>({
		text: `select provider, bucket, fan_id as "fanId" from fan_identity
			where lower(login_email) = lower($1) and login_email is not null order by linked_at, provider, subject`,
		values: [email],
	});
}

export interface Identity extends FanKey {
	provider: SsoType;
	subject: string;
	loginEmail: string | null;
}

/**
 * An address that the provider no longer gives or vouches for is forgotten: it may be somebody else's by now. The fan
 * changes only where the one before was erased.
 */
export async function upsertIdentity(tx: Tx, identity: Identity): Promise<void> {
	const { provider, subject, bucket, fanId, loginEmail } = identity;
	await tx.query({
		text: `insert into fan_identity (provider, subject, bucket, fan_id, login_email) values ($1, $2, $3, $4, $5)
			on conflict (provider, subject) do update
				set bucket = excluded.bucket, fan_id = excluded.fan_id, login_email = excluded.login_email`,
		values: [provider, subject, bucket, fanId, loginEmail],
	});
}

export interface SignInAttempt {
	stateHash: Buffer;
	provider: SsoType;
	nonce: string;
	codeVerifier: string;
	callbackUrl: string;
	browserHash: Buffer;
}

export async function insertAttempt(db: Db, attempt: SignInAttempt): Promise<void> {
	const { stateHash, provider, nonce, codeVerifier, callbackUrl, browserHash } = attempt;
	await db.query({
		text: `insert into sign_in_attempt (state_hash, provider, nonce, code_verifier, callback_url, browser_hash)
			values ($1, $2, $3, $4, $5, $6)`,
		values: [stateHash, provider, nonce, codeVerifier, callbackUrl, browserHash],
	});
}

export type AttemptKey = Pick<SignInAttempt, 'stateHash' | 'provider' | 'browserHash'>;

/** The attempt, once: whoever asks second, too late, or from another browser gets none and takes none away. */
export function takeAttempt(
	db: Db,
	{ stateHash, provider, browserHash }: AttemptKey,
	minutes: number,
): Promise<Pick<SignInAttempt, 'nonce' | 'codeVerifier' | 'callbackUrl'> | null> {
	return maybeOne(db, {
		text: `delete from sign_in_attempt where state_hash = $1 and provider = $2 and browser_hash = $3
				and started_at > lightstick_now() - make_interval(mins => $4)
			returning nonce, code_verifier as "codeVerifier", callback_url as "callbackUrl"`,
		values: [stateHash, provider, browserHash, minutes],
	});
}

export async function deleteOldAttempts(db: Db, minutes: number): Promise<void> {
	await db.query({
		text: `delete from sign_in_attempt where started_at < lightstick_now() - make_interval(mins => $1)`,
		values: [minutes],
	});
}

export interface NewSession extends FanKey {
	tokenHash: Buffer;
	provider: SsoType;
	browserHash: Buffer;
	country: string | null;
	networkHash: Buffer | null;
}

/** Inert: it ends after `seconds` unless the browser that began the sign-in takes it up. */
export async function insertSession(tx: Tx, session: NewSession, seconds: number): Promise<void> {
	const { tokenHash, bucket, fanId, provider, browserHash, country, networkHash } = session;
	await tx.query({
		text: `insert into session (token_hash, bucket, fan_id, provider, browser_hash, country, network_hash, expires_at)
			values ($1, $2, $3, $4, $5, $6, $7, lightstick_now() + make_interval(secs => $8))`,
		values: [tokenHash, bucket, fanId, provider, browserHash, country, networkHash, seconds],
	});
}

/** Begins the session, once, in time, and for one of these browsers only. */
export async function activateSession(
	db: Db,
	tokenHash: Buffer,
	browserHashes: readonly Buffer[],
	days: number,
): Promise<void> {
	await db.query({
		text: `update session set activated_at = lightstick_now(), used_at = lightstick_now(),
				expires_at = lightstick_now() + make_interval(days => $3)
			where token_hash = $1 and browser_hash = any($2) and activated_at is null and revoked_at is null
				and expires_at > lightstick_now()`,
		values: [tokenHash, browserHashes, days],
	});
}

export interface FoundSession extends FanKey {
	tokenHash: Buffer;
	registered: boolean;
	/** Its last known use was a while ago. */
	extendable: boolean;
}

export function selectSessions(
	db: Db,
	tokenHashes: readonly Buffer[],
	{ hoursUntouched }: { hoursUntouched: number },
): Promise<FoundSession[]> {
	return db.query<FoundSession>({
		name: 'select_sessions',
		text: `select token_hash as "tokenHash", session.bucket, session.fan_id as "fanId",
				fan.registered_at is not null as registered,
				coalesce(session.used_at, session.activated_at) < clock.now - make_interval(hours => $2) as extendable
			from (select lightstick_now() as now) clock, session
				join fan on fan.bucket = session.bucket and fan.fan_id = session.fan_id
			where session.token_hash = any($1) and session.activated_at is not null and session.revoked_at is null
				and session.expires_at > clock.now and fan.erased_at is null`,
		values: [tokenHashes, hoursUntouched],
	});
}

export async function extendSessions(
	db: Db,
	tokenHashes: readonly Buffer[],
	{ days, daysMost }: { days: number; daysMost: number },
): Promise<void> {
	await db.query({
		// Two processes may be at the same sessions: what one of them is extending, the other need not wait for.
		text: `update session set used_at = lightstick_now(), expires_at = least(
				lightstick_now() + make_interval(days => $2), created_at + make_interval(days => $3))
			where token_hash in (
				select token_hash from session where token_hash = any($1) and revoked_at is null for update skip locked
			)`,
		values: [tokenHashes, days, daysMost],
	});
}

/** Whether there was a session to end. */
export async function revokeSession(db: Db, tokenHash: Buffer): Promise<boolean> {
	const ended = await db.query({
		text: `update session set revoked_at = lightstick_now()
			where token_hash = $1 and activated_at is not null and revoked_at is null and expires_at > lightstick_now()
			returning token_hash`,
		values: [tokenHash],
	});
	return ended.length > 0;
}

/** This month's key, made by whoever needs it first. */
export async function readNetworkKey(tx: Tx, freshSecret: Buffer): Promise<Buffer> {
	const month = `date_trunc('month', lightstick_now() at time zone 'utc')::date`;
	await tx.query({
		text: `insert into network_key (month, secret) values (${month}, $1) on conflict do nothing`,
		values: [freshSecret],
	});
	const { secret } = await one<{ secret: Buffer }>(tx, {
		text: `select secret from network_key where month = ${month}`,
	});
	return secret;
}

/** Sessions long over, and what old ones kept of country and network, with the keys that made them. */
export async function forgetTraces(tx: Tx, days: number): Promise<void> {
	const values = [days];
	await tx.query({
		text: `delete from network_key where month < (lightstick_now() - make_interval(days => $1))::date`,
		values,
	});
	await tx.query({
		text: `update session set country = null, network_hash = null
			where created_at < lightstick_now() - make_interval(days => $1)
				and (country is not null or network_hash is not null)`,
		values,
	});
	await tx.query({
		text: `delete from session where coalesce(revoked_at, expires_at) < lightstick_now() - make_interval(days => $1)`,
		values,
	});
}
