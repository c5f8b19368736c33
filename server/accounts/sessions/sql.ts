/** Every statement on sessions, and on the networks that they came from. */
import { maybeOne, one, type Db, type Tx } from '#server/kernel/database.ts';
import type { SsoType } from '#contract/values/shapes.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';
import type { Caller, FanKey } from '#server/kernel/caller.ts';

export interface NewSession extends FanKey {
	tokenHash: Buffer;
	provider: SsoType;
	browserHash: Buffer;
	country: string | null;
	networkHash: Buffer | null;
}

/** Inserts an inactive session. It ends after `seconds` unless the browser that began the sign-in activates it. */
export async function insertSession(tx: Tx, session: NewSession, seconds: number): Promise<void> {
	const { tokenHash, bucket, fanId, provider, browserHash, country, networkHash } = session;
	await tx.query({
		text: `insert into session (token_hash, bucket, fan_id, provider, browser_hash, country, network_hash, expires_at)
			values ($1, $2, $3, $4, $5, $6, $7, lightstick_now() + make_interval(secs => $8))`,
		values: [tokenHash, bucket, fanId, provider, browserHash, country, networkHash, seconds],
	});
}

/** A token as the database knows it: by the hash under which its session is stored, in the shard that it names. */
export interface HashedToken {
	tokenHash: Buffer;
	/** Key of the shard. */
	shard: number;
}

/** Activates the session, once, in time, and only for one of these browsers. */
export async function activateSession(
	db: Db,
	{ tokenHash, shard }: HashedToken,
	browserHashes: readonly Buffer[],
	days: number,
): Promise<void> {
	await db.query({
		text: 'select activate_session($1, $2, $3, $4)',
		values: [tokenHash, browserHashes, days, shard],
	});
}

export interface FoundSession extends FanKey {
	tokenHash: Buffer;
	registered: boolean;
	/** True if the last recorded use is old enough to be updated. */
	extendable: boolean;
	/** The fan's secret for the vote log, encrypted; null if there is none yet. */
	sealed: Buffer | null;
}

/** @param shard key of the shard that all tokens name */
export function selectSessions(
	db: Db,
	tokenHashes: readonly Buffer[],
	{ hoursUntouched, shard }: { hoursUntouched: number; shard: number },
): Promise<FoundSession[]> {
	return db.query<FoundSession>({
		name: 'find_sessions',
		text: 'select * from find_sessions($1, $2, $3)',
		values: [tokenHashes, hoursUntouched, shard],
	});
}

export interface SealedSecret extends FanKey {
	sealed: Buffer;
}

/** Keeps what is there already. Returns the secrets of these fans, who are all of one shard. */
export function keepVoterSecrets(db: Db, secrets: readonly SealedSecret[], shard: number): Promise<SealedSecret[]> {
	return db.query<SealedSecret>({
		text: 'select * from keep_voter_secrets($1, $2, $3, $4)',
		values: [
			secrets.map(({ bucket }) => bucket),
			secrets.map(({ fanId }) => fanId),
			secrets.map(({ sealed }) => sealed),
			shard,
		],
	});
}

export async function extendSessions(
	db: Db,
	tokenHashes: readonly Buffer[],
	{ days, daysMost, shard }: { days: number; daysMost: number; shard: number },
): Promise<void> {
	await db.query({
		text: 'select extend_sessions($1, $2, $3, $4)',
		values: [tokenHashes, days, daysMost, shard],
	});
}

/** Revokes the session. Returns false if there was none. */
export async function revokeSession(db: Db, { bucket, tokenHash }: Caller): Promise<boolean> {
	const ended = await db.query({
		text: `update session set revoked_at = lightstick_now()
			where token_hash = $1 and bucket = $2 and activated_at is not null and revoked_at is null
				and expires_at > lightstick_now()
			returning token_hash`,
		values: [tokenHash, bucket],
	});
	return ended.length > 0;
}

/** A hash of the token hash names the session: it reveals nothing about the token, and needs no column. */
const SESSION_ID = `left(encode(sha256(token_hash), 'hex'), 24)`;
const ALIVE = `activated_at is not null and revoked_at is null and expires_at > lightstick_now()`;

export interface OwnSessionRow {
	tokenHash: Buffer;
	session_id: string;
	provider: string;
	country: string | null;
	created_time: number;
	used_time: number;
}

export function selectOwnSessions(db: Db, { bucket, fanId }: FanKey): Promise<OwnSessionRow[]> {
	return db.query<OwnSessionRow>({
		text: `select token_hash as "tokenHash", ${SESSION_ID} as session_id, provider, country,
				${epochSeconds('created_at')} as created_time,
				${epochSeconds('coalesce(used_at, activated_at)')} as used_time
			from session where bucket = $1 and fan_id = $2 and ${ALIVE} order by created_at desc, token_hash limit 100`,
		values: [bucket, fanId],
	});
}

export async function revokeOwnSession(db: Db, { bucket, fanId }: FanKey, sessionId: string): Promise<Buffer | null> {
	const ended = await maybeOne<{ tokenHash: Buffer }>(db, {
		text: `update session set revoked_at = lightstick_now()
			where bucket = $1 and fan_id = $2 and ${SESSION_ID} = $3 and ${ALIVE} returning token_hash as "tokenHash"`,
		values: [bucket, fanId, sessionId],
	});
	return ended?.tokenHash ?? null;
}

/** Returns true if the caller's session began within the last `minutes`. */
export async function selectIsFresh(db: Db, { bucket, fanId, tokenHash }: Caller, minutes: number): Promise<boolean> {
	const session = await maybeOne(db, {
		text: `select from session where bucket = $1 and fan_id = $2 and token_hash = $3 and ${ALIVE}
				and activated_at > lightstick_now() - make_interval(mins => $4)`,
		values: [bucket, fanId, tokenHash, minutes],
	});
	return session !== null;
}

/** Returns this month's key. The first caller of the month creates it. */
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

/**
 * Deletes sessions that ended long ago, and the country and network of old ones, together with the keys of the hashes.
 */
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
