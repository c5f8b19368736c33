/** Statements of signing in and of sessions. */
import type { OperatorRole } from '#contract/operator/roles.ts';
import { maybeOne, type Db, type Tx } from '#server/db/pool.ts';

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
	await db.query({
		text: `delete from operator_sign_in where started_at < lightstick_now() - make_interval(mins => $1)`,
		values: [minutes],
	});
	await db.query({
		text: `insert into operator_sign_in (state_hash, browser_hash, nonce, code_verifier, redirect_uri, return_to)
			values ($1, $2, $3, $4, $5, $6)`,
		values: [stateHash, browserHash, nonce, codeVerifier, redirectUri, returnTo],
	});
}

/** Once: whoever asks second, too late, or from another browser gets none. */
export function takeAttempt(
	db: Db,
	{ stateHash, browserHash }: Pick<Attempt, 'stateHash' | 'browserHash'>,
	minutes: number,
): Promise<Pick<Attempt, 'nonce' | 'codeVerifier' | 'redirectUri' | 'returnTo'> | null> {
	return maybeOne(db, {
		text: `delete from operator_sign_in where state_hash = $1 and browser_hash = $2
				and started_at > lightstick_now() - make_interval(mins => $3)
			returning nonce, code_verifier as "codeVerifier", redirect_uri as "redirectUri", return_to as "returnTo"`,
		values: [stateHash, browserHash, minutes],
	});
}

export async function insertSession(tx: Tx, tokenHash: Buffer, operatorId: number): Promise<void> {
	await tx.query({
		text: `insert into operator_session (token_hash, operator_id) values ($1, $2)`,
		values: [tokenHash, operatorId],
	});
}

export interface SessionRow {
	operatorId: number;
	email: string;
	name: string | null;
	role: OperatorRole;
	/** Epoch seconds. */
	idleUntil: number;
	/** At the provider, within the last minutes. */
	signedInJustNow: boolean;
	hasPasskey: boolean;
	/** Has used a passkey within the last minutes. */
	steppedUp: boolean;
}

/** The operator of a live session, which lives on from now. */
export function useSession(
	db: Db,
	tokenHash: Buffer,
	{ idleMinutes, hoursMost, freshMinutes }: Record<'idleMinutes' | 'hoursMost' | 'freshMinutes', number>,
): Promise<SessionRow | null> {
	return maybeOne<SessionRow>(db, {
		name: 'use_operator_session',
		text: `update operator_session session set used_at = lightstick_now() from operator
			where session.token_hash = $1 and operator.operator_id = session.operator_id and operator.removed_at is null
				and session.ended_at is null and session.used_at > lightstick_now() - make_interval(mins => $2)
				and session.started_at > lightstick_now() - make_interval(hours => $3)
			returning operator.operator_id as "operatorId", operator.email, operator.name, operator.role,
				floor(extract(epoch from lightstick_now() + make_interval(mins => $2)))::bigint as "idleUntil",
				session.started_at > lightstick_now() - make_interval(mins => $4) as "signedInJustNow",
				coalesce(session.step_up_ends_at > lightstick_now(), false) as "steppedUp",
				exists (select from operator_passkey passkey where passkey.operator_id = operator.operator_id) as "hasPasskey"`,
		values: [tokenHash, idleMinutes, hoursMost, freshMinutes],
	});
}

export async function endSession(tx: Tx, tokenHash: Buffer): Promise<void> {
	await tx.query({
		text: `update operator_session set ended_at = lightstick_now() where token_hash = $1 and ended_at is null`,
		values: [tokenHash],
	});
}

export async function endSessionsOf(tx: Tx, operatorId: number): Promise<void> {
	await tx.query({
		text: `update operator_session set ended_at = lightstick_now() where operator_id = $1 and ended_at is null`,
		values: [operatorId],
	});
}
