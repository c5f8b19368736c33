/** Every statement on sessions, and on the networks that they came from. */
import { fragment, maybeOne, one, sql, type Db, type Tx } from '#server/kernel/database.ts';
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
	const { tokenHash, fanId, provider, browserHash, country, networkHash } = session;
	await tx.query(sql`insert into session (token_hash, fan_id, provider, browser_hash, country, network_hash, expires_at)
			values (${tokenHash}, ${fanId}, ${provider}, ${browserHash}, ${country}, ${networkHash}, lightstick_now() + make_interval(secs => ${seconds}))`);
}

/** Activates the session, once, in time, and only for one of these browsers. */
export async function activateSession(
	db: Db,
	tokenHash: Buffer,
	browserHashes: readonly Buffer[],
	days: number,
): Promise<void> {
	await db.query(sql`update session set activated_at = lightstick_now(), used_at = lightstick_now(),
				expires_at = lightstick_now() + make_interval(days => ${days})
			where token_hash = ${tokenHash} and browser_hash = any (${browserHashes}) and activated_at is null and revoked_at is null
				and expires_at > lightstick_now()`);
}

export interface FoundSession extends FanKey {
	tokenHash: Buffer;
	registered: boolean;
	/** True if the last recorded use is old enough to be updated. */
	extendable: boolean;
}

/** Returns the live sessions of these tokens. Those whose last recorded use is older than some hours are `extendable`. */
export function selectSessions(
	db: Db,
	tokenHashes: readonly Buffer[],
	hoursUntouched: number,
): Promise<FoundSession[]> {
	return db.query<FoundSession>({
		name: 'select_sessions',
		...sql`select token_hash as "tokenHash", fan_id as "fanId", registered_at is not null as registered,
				coalesce(used_at, activated_at) < lightstick_now() - make_interval(hours => ${hoursUntouched}) as extendable
			from session join fan using (fan_id)
			where token_hash = any (${tokenHashes}) and activated_at is not null and revoked_at is null
				and expires_at > lightstick_now() and erased_at is null`,
	});
}

export async function extendSessions(
	db: Db,
	tokenHashes: readonly Buffer[],
	{ days, daysMost }: { days: number; daysMost: number },
): Promise<void> {
	await db.query(sql`update session set used_at = lightstick_now(), expires_at = least(
				lightstick_now() + make_interval(days => ${days}), created_at + make_interval(days => ${daysMost}))
			where token_hash in (
				select token_hash from session where token_hash = any (${tokenHashes}) and revoked_at is null for update skip locked
			)`);
}

/** Revokes the session. Returns false if there was none. */
export async function revokeSession(db: Db, { tokenHash }: Caller): Promise<boolean> {
	const ended = await db.query(sql`update session set revoked_at = lightstick_now()
			where token_hash = ${tokenHash} and ${ALIVE} returning token_hash`);
	return ended.length > 0;
}

/** A hash of the token hash names the session: it reveals nothing about the token, and needs no column. */
const SESSION_ID = fragment(`left(encode(sha256(token_hash), 'hex'), 24)`);
const ALIVE = fragment(`activated_at is not null and revoked_at is null and expires_at > lightstick_now()`);

export interface OwnSessionRow {
	tokenHash: Buffer;
	session_id: string;
	provider: string;
	country: string | null;
	created_time: number;
	used_time: number;
}

export function selectOwnSessions(db: Db, { fanId }: FanKey): Promise<OwnSessionRow[]> {
	return db.query<OwnSessionRow>(sql`select token_hash as "tokenHash", ${SESSION_ID} as session_id, provider, country,
				${epochSeconds('created_at')} as created_time,
				${epochSeconds('coalesce(used_at, activated_at)')} as used_time
			from session where fan_id = ${fanId} and ${ALIVE} order by created_at desc, token_hash limit 100`);
}

export async function revokeOwnSession(db: Db, { fanId }: FanKey, sessionId: string): Promise<Buffer | null> {
	const ended = await maybeOne<{ tokenHash: Buffer }>(
		db,
		sql`update session set revoked_at = lightstick_now()
			where fan_id = ${fanId} and ${SESSION_ID} = ${sessionId} and ${ALIVE} returning token_hash as "tokenHash"`,
	);
	return ended?.tokenHash ?? null;
}

/** Returns true if the caller's session began within the last `minutes`. */
export async function selectIsFresh(db: Db, { fanId, tokenHash }: Caller, minutes: number): Promise<boolean> {
	const session = await maybeOne(
		db,
		sql`select from session where fan_id = ${fanId} and token_hash = ${tokenHash} and ${ALIVE}
				and activated_at > lightstick_now() - make_interval(mins => ${minutes})`,
	);
	return session !== null;
}

/** Returns this month's key. The first caller of the month creates it. */
export async function readNetworkKey(tx: Tx, freshSecret: Buffer): Promise<Buffer> {
	const month = `date_trunc('month', lightstick_now() at time zone 'utc')::date`;
	await tx.query(
		sql`insert into network_key (month, secret) values (${fragment(month)}, ${freshSecret}) on conflict do nothing`,
	);
	const { secret } = await one<{ secret: Buffer }>(
		tx,
		sql`select secret from network_key where month = ${fragment(month)}`,
	);
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
