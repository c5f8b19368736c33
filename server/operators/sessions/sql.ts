import { epochSeconds, raw, sql, type Db, type Tx } from '#server/kernel/database.ts';
import type * as z from 'zod/mini';
import type { consoleSession } from '#contract/operator/operators/session.ts';
import type { FindMade } from '#server/accounts/sign-on/attempts.ts';
import type { AskingOperator, OperatorSession } from '#server/kernel/caller.ts';

const IDLE_MINUTES = 30;
/** Applies to active sessions too: the next morning the operator signs in again. */
const SESSION_HOURS_MAX = 12;
/** Since the proof at the provider. A session that was left open, here or there, makes no first passkey. */
const FRESH_MINUTES = 10;
/** The audit trail keeps who signed in and when; old sessions are needed for "last seen" only. */
const KEPT_DAYS = 90;

const before = (length: string) => raw(`lightstick_now() - interval '${length}'`);
export const OPEN = raw(`ended_at is null and used_at > ${before(`${IDLE_MINUTES} minutes`).text}
	and started_at > ${before(`${SESSION_HOURS_MAX} hours`).text}`);

interface NewSession {
	operatorId: number;
	browser: string;
	/** Time of authentication at the provider, in epoch seconds. Null if the provider did not state it. */
	authenticatedAt: number | null;
	/** True if a missing time counts as authenticated just now. */
	trustsSilence: boolean;
}

export const insertSession = (tx: Tx, tokenHash: Buffer, made: NewSession): Promise<void> =>
	sql`insert into operator_session (token_hash, operator_id, browser, authenticated_at)
		values (${tokenHash}, ${made.operatorId}, ${made.browser}, coalesce(to_timestamp(${made.authenticatedAt}::float8),
			case when ${made.trustsSilence} then lightstick_now() end))`.run(tx);

export const findSession: FindMade = (db, tokenHash) =>
	sql`select operator_id as id, ${OPEN} as alive from operator_session where token_hash = ${tokenHash}`.maybeOne(db);

/** The operator of a live session, which lives on from now. */
export const useSession = (db: Db, tokenHash: Buffer): Promise<OperatorSession | null> =>
	sql`update operator_session session set used_at = lightstick_now() from operator
		where session.token_hash = ${tokenHash} and operator.operator_id = session.operator_id
			and operator.removed_at is null and ${OPEN}
		returning operator.operator_id as "operatorId", operator.email, operator.name, operator.role,
			${epochSeconds(`least(lightstick_now() + interval '${IDLE_MINUTES} minutes',
				session.started_at + interval '${SESSION_HOURS_MAX} hours')`)} as "idleUntil",
			coalesce(session.started_at > ${before(`${FRESH_MINUTES} minutes`)}
				and session.authenticated_at > ${before(`${FRESH_MINUTES} minutes`)}, false) as "signedInJustNow",
			session.entered_at is not null as entered,
			coalesce(session.step_up_ends_at > lightstick_now(), false) as "steppedUp",
			exists (select from operator_passkey passkey
				where passkey.operator_id = operator.operator_id) as "hasPasskey"`
		.prepared('use_operator_session')
		.maybeOne<OperatorSession>(db);

export const endSession = (tx: Tx, tokenHash: Buffer): Promise<void> =>
	sql`update operator_session set ended_at = lightstick_now()
		where token_hash = ${tokenHash} and ended_at is null`.run(tx);

export async function endSessionsOf(tx: Tx, operatorId: number): Promise<number> {
	const ended = await sql`update operator_session set ended_at = lightstick_now()
		where operator_id = ${operatorId} and ended_at is null returning session_id`.column(tx);
	return ended.length;
}

export const endSessionById = (tx: Tx, operatorId: number, sessionId: number): Promise<boolean> =>
	sql`
		update operator_session set ended_at = lightstick_now()
		where operator_id = ${operatorId} and session_id = ${sessionId} and ended_at is null
		returning session_id`.exists(tx);

/** The passkeys that these sessions were entered by may be gone: they are entered anew. */
export const endEntries = (tx: Tx, operatorId: number, except: Buffer | null): Promise<void> =>
	sql`
		update operator_session set entered_at = null
		where operator_id = ${operatorId} and entered_at is not null and token_hash is distinct from ${except}`.run(tx);

export const selectOpenSessions = (db: Db, { operatorId, tokenHash }: AskingOperator) =>
	sql`
		select session_id, browser, ${epochSeconds('started_at')} as started_time, ${epochSeconds('used_at')} as used_time,
			${epochSeconds(`started_at + interval '${SESSION_HOURS_MAX} hours'`)} as ends_time,
			entered_at is not null as entered, token_hash = ${tokenHash} as current
		from operator_session where operator_id = ${operatorId} and ${OPEN} order by session_id desc limit 100
	`.all<z.output<typeof consoleSession>>(db);

export const forgetOldSessions = (db: Db): Promise<void> =>
	sql`delete from operator_session where used_at < ${before(`${KEPT_DAYS} days`)}`.run(db);
