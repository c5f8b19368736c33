/** Every statement on sessions, and on the networks that they came from. */
import { epochSeconds, raw, row, sql, type Sql, type Database, type Db, type Tx } from '#server/kernel/database.ts';
import type { OwnSession } from '#contract/my-account.ts';
import type { SsoType } from '#contract/values/shapes.ts';
import type { Caller, FanKey } from '#server/kernel/caller.ts';
import type { FindMade } from '../sign-on/attempts.ts';

const HAND_OVER_SECONDS = 60;
/** Lifetime from the last use, and maximum lifetime from the start. */
const LIFETIME = { days: 30, daysMost: 180 };
const EXTENDED_AT_MOST_EVERY = raw(`interval '1 hour'`);
const KEPT_DAYS = 90;

export interface NewSession {
	token_hash: Buffer;
	fan_id: number;
	provider: SsoType;
	/** Hash of the secret in the browser that began the sign-on. */
	browser_hash: Buffer;
	country: string | null;
	network_hash: Buffer | null;
}

/** Starts an inactive session. It ends after a minute unless the browser that began the sign-in activates it. */
export const insertSession = (tx: Tx, session: NewSession): Promise<void> =>
	sql`insert into session ${row({ ...session, expires_at: sql`lightstick_now() + make_interval(secs => ${HAND_OVER_SECONDS})` })}`.run(
		tx,
	);

export const findSession: FindMade = (db, tokenHash) =>
	sql`select fan_id as id, revoked_at is null and expires_at > lightstick_now() as alive from session
		where token_hash = ${tokenHash}`.maybeOne(db);

/** Activates the session, in time, and only for one of these browsers, which may ask twice. Returns true if it is theirs. */
export const activateSession = (db: Db, tokenHash: Buffer, browserHashes: readonly Buffer[]): Promise<boolean> =>
	sql`update session set activated_at = coalesce(activated_at, lightstick_now()), used_at = lightstick_now(),
				expires_at = lightstick_now() + make_interval(days => ${LIFETIME.days})
			where token_hash = ${tokenHash} and browser_hash = any (${browserHashes}) and revoked_at is null
				and expires_at > lightstick_now()
			returning token_hash`.exists(db);

type FoundSession = Caller & { extendable: boolean; also: unknown };

/** Returns the live sessions of these tokens. Those whose last recorded use is older than an hour are `extendable`. */
export const selectSessions = (db: Db, tokenHashes: readonly Buffer[], also: Sql): Promise<FoundSession[]> =>
	sql`select token_hash as "tokenHash", fan_id as "fanId", registered_at is not null as registered,
				coalesce(used_at, activated_at) < lightstick_now() - ${EXTENDED_AT_MOST_EVERY} as extendable, ${also} as also
			from session join fan using (fan_id)
			where token_hash = any (${tokenHashes}) and activated_at is not null and revoked_at is null
				and expires_at > lightstick_now() and erased_at is null`
		.prepared('select_sessions')
		.all(db);

export const extendSessions = (db: Db, tokenHashes: readonly Buffer[]): Promise<void> =>
	sql`update session set used_at = lightstick_now(), expires_at = least(
				lightstick_now() + make_interval(days => ${LIFETIME.days}), created_at + make_interval(days => ${LIFETIME.daysMost}))
			where token_hash in (
				select token_hash from session where token_hash = any (${tokenHashes}) and revoked_at is null for update skip locked
			)`.run(db);

export const revokeSession = (db: Db, { tokenHash }: Caller): Promise<boolean> =>
	sql`update session set revoked_at = lightstick_now()
			where token_hash = ${tokenHash} and ${ALIVE} returning token_hash`.exists(db);

/** A hash of the token hash names the session: it reveals nothing about the token, and needs no column. */
const SESSION_ID = raw(`left(encode(sha256(token_hash), 'hex'), 24)`);
const ALIVE = raw(`activated_at is not null and revoked_at is null and expires_at > lightstick_now()`);

export const selectOwnSessions = (db: Db, { fanId, tokenHash }: Caller): Promise<OwnSession[]> =>
	sql`
		select ${SESSION_ID} as session_id, provider, country, ${epochSeconds('created_at')} as created_time,
			${epochSeconds('coalesce(used_at, activated_at)')} as used_time, token_hash = ${tokenHash} as current
		from session where fan_id = ${fanId} and ${ALIVE} order by created_at desc, token_hash limit 100`.all(db);

export const revokeOwnSession = (db: Db, { fanId }: FanKey, sessionId: string): Promise<Buffer | null> =>
	sql`update session set revoked_at = lightstick_now()
			where fan_id = ${fanId} and ${SESSION_ID} = ${sessionId} and ${ALIVE}
			returning token_hash as "tokenHash"`.maybeValue(db);

export const selectIsFresh = (db: Db, { fanId, tokenHash }: Caller, minutes: number): Promise<boolean> =>
	sql`select from session where fan_id = ${fanId} and token_hash = ${tokenHash} and ${ALIVE}
		and activated_at > lightstick_now() - make_interval(mins => ${minutes})`.exists(db);

/** Deletes long-ended sessions, countries and networks of old ones, and the keys of hashes. Runs once a day. */
export async function forgetOldTraces(db: Database): Promise<void> {
	const before = raw(`lightstick_now() - interval '${KEPT_DAYS} days'`);
	await db.transaction(async (tx) => {
		await sql`delete from network_key where month < (${before})::date`.run(tx);
		await sql`
			update session set country = null, network_hash = null
			where created_at < ${before} and (country is not null or network_hash is not null)`.run(tx);
		await sql`delete from session where coalesce(revoked_at, expires_at) < ${before}`.run(tx);
	});
}
