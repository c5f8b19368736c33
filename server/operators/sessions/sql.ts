/** Statements of signing in and of sessions. */
import { maybeOne, sql, type Db, type Tx } from '#server/kernel/database.ts';
import type { OperatorSession } from '#server/kernel/operator.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';

export interface Attempt {
	stateHash: Buffer;
	browserHash: Buffer;
	nonce: string;
	codeVerifier: string;
	redirectUri: string;
	returnTo: string;
}

export async function insertAttempt(db: Db, attempt: Attempt, minutes: number): Promise<void> {
	const { stateHash, browserHash, nonce, codeVerifier, redirectUri, returnTo } = attempt;
	await db.query(
		sql`delete from operator_sign_in where started_at < lightstick_now() - make_interval(mins => ${minutes})`,
	);
	await db.query(sql`insert into operator_sign_in (state_hash, browser_hash, nonce, code_verifier, redirect_uri, return_to)
			values (${stateHash}, ${browserHash}, ${nonce}, ${codeVerifier}, ${redirectUri}, ${returnTo})`);
}

/** Works once. A second, late, or other browser's request gets no row. */
export function takeAttempt(
	db: Db,
	{ stateHash, browserHash }: Pick<Attempt, 'stateHash' | 'browserHash'>,
	minutes: number,
): Promise<Pick<Attempt, 'nonce' | 'codeVerifier' | 'redirectUri' | 'returnTo'> | null> {
	return maybeOne(
		db,
		sql`delete from operator_sign_in where state_hash = ${stateHash} and browser_hash = ${browserHash}
				and started_at > lightstick_now() - make_interval(mins => ${minutes})
			returning nonce, code_verifier as "codeVerifier", redirect_uri as "redirectUri", return_to as "returnTo"`,
	);
}

export interface NewSession {
	operatorId: number;
	browser: string;
	/** Time of authentication at the provider, in epoch seconds. Null if the provider did not state it. */
	authenticatedAt: number | null;
	/** True if a missing time counts as authenticated just now. */
	trustsSilence: boolean;
}

export async function insertSession(tx: Tx, tokenHash: Buffer, made: NewSession): Promise<void> {
	const { operatorId, browser, authenticatedAt, trustsSilence } = made;
	await tx.query({
		text: `insert into operator_session (token_hash, operator_id, browser, authenticated_at)
			values ($1, $2, $3, case when $4::float8 is not null then to_timestamp($4::float8)
				when $5 then lightstick_now() end)`,
		values: [tokenHash, operatorId, browser, authenticatedAt, trustsSilence],
	});
}

/** The operator of a live session, which lives on from now. */
export function useSession(
	db: Db,
	tokenHash: Buffer,
	{ idleMinutes, hoursMax, freshMinutes }: Record<'idleMinutes' | 'hoursMax' | 'freshMinutes', number>,
): Promise<OperatorSession | null> {
	return maybeOne<OperatorSession>(db, {
		name: 'use_operator_session',
		text: `update operator_session session set used_at = lightstick_now() from operator
			where session.token_hash = $1 and operator.operator_id = session.operator_id and operator.removed_at is null
				and session.ended_at is null and session.used_at > lightstick_now() - make_interval(mins => $2)
				and session.started_at > lightstick_now() - make_interval(hours => $3)
			returning operator.operator_id as "operatorId", operator.email, operator.name, operator.role,
				floor(extract(epoch from least(lightstick_now() + make_interval(mins => $2),
					session.started_at + make_interval(hours => $3))))::bigint as "idleUntil",
				coalesce(session.started_at > lightstick_now() - make_interval(mins => $4)
					and session.authenticated_at > lightstick_now() - make_interval(mins => $4), false) as "signedInJustNow",
				session.entered_at is not null as entered,
				coalesce(session.step_up_ends_at > lightstick_now(), false) as "steppedUp",
				exists (select from operator_passkey passkey where passkey.operator_id = operator.operator_id) as "hasPasskey"`,
		values: [tokenHash, idleMinutes, hoursMax, freshMinutes],
	});
}

export async function endSession(tx: Tx, tokenHash: Buffer): Promise<void> {
	await tx.query(
		sql`update operator_session set ended_at = lightstick_now() where token_hash = ${tokenHash} and ended_at is null`,
	);
}

/** Returns how many there were. */
export async function endSessionsOf(tx: Tx, operatorId: number): Promise<number> {
	const ended =
		await tx.query(sql`update operator_session set ended_at = lightstick_now() where operator_id = ${operatorId} and ended_at is null
			returning session_id`);
	return ended.length;
}

/** Returns false if the session is another operator's or has ended. */
export async function endSessionById(tx: Tx, operatorId: number, sessionId: number): Promise<boolean> {
	const ended = await tx.query(sql`update operator_session set ended_at = lightstick_now()
			where operator_id = ${operatorId} and session_id = ${sessionId} and ended_at is null returning session_id`);
	return ended.length > 0;
}

/** The passkeys that these sessions were entered by may be gone: they are entered anew. */
export async function endEntries(tx: Tx, operatorId: number, except: Buffer | null): Promise<void> {
	await tx.query({
		text: `update operator_session set entered_at = null
			where operator_id = $1 and entered_at is not null and ($2::bytea is null or token_hash <> $2)`,
		values: [operatorId, except],
	});
}

export interface OpenSession {
	sessionId: number;
	tokenHash: Buffer;
	browser: string;
	/** Epoch seconds. */
	started: number;
	used: number;
	ends: number;
	entered: boolean;
}

export function selectOpenSessions(
	db: Db,
	operatorId: number,
	{ idleMinutes, hoursMax }: { idleMinutes: number; hoursMax: number },
): Promise<OpenSession[]> {
	return db.query<OpenSession>({
		text: `select session_id as "sessionId", token_hash as "tokenHash", browser, ${epochSeconds('started_at')} as started,
				${epochSeconds('used_at')} as used, ${epochSeconds('started_at + make_interval(hours => $3)')} as ends,
				entered_at is not null as entered
			from operator_session
			where operator_id = $1 and ended_at is null and used_at > lightstick_now() - make_interval(mins => $2)
				and started_at > lightstick_now() - make_interval(hours => $3)
			order by session_id desc limit 100`,
		values: [operatorId, idleMinutes, hoursMax],
	});
}

export async function deleteOldSessions(db: Db, days: number): Promise<void> {
	await db.query(sql`delete from operator_session where used_at < lightstick_now() - make_interval(days => ${days})`);
}
