/** Console sessions in the hands of their operator, of an owner, and of the job that forgets old ones. */
import type { consoleSession } from '#contract/operator/operators/session.ts';
import type * as z from 'zod/mini';
import type { Database, Tx } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import type { Actor, AskingOperator, OperatorSession } from '#server/kernel/operator.ts';
import { FRESH_MINUTES, IDLE_MINUTES, SESSION_HOURS_MAX } from './limits.ts';
import * as sql from './sql.ts';
import { lockOperator } from '../sql.ts';

const KEPT_DAYS = 90;

type ConsoleSession = z.output<typeof consoleSession>;

/** The operator of a live session, which lives on from now. */
export function useSession(db: Pick<Database, 'query'>, tokenHash: Buffer): Promise<OperatorSession | null> {
	const limits = { idleMinutes: IDLE_MINUTES, hoursMax: SESSION_HOURS_MAX, freshMinutes: FRESH_MINUTES };
	return sql.useSession(db, tokenHash, limits);
}

export async function listSessions(
	db: Pick<Database, 'query'>,
	{ operatorId, tokenHash }: Pick<AskingOperator, 'operatorId' | 'tokenHash'>,
): Promise<ConsoleSession[]> {
	const limits = { idleMinutes: IDLE_MINUTES, hoursMax: SESSION_HOURS_MAX };
	const rows = await sql.selectOpenSessions(db, operatorId, limits);
	return rows.map(({ sessionId, browser, started, used, ends, entered, tokenHash: hash }) => ({
		session_id: sessionId,
		browser,
		entered,
		current: hash.equals(tokenHash),
		started_time: started,
		used_time: used,
		ends_time: ends,
	}));
}

/** @throws {Problem} not_found where it is not theirs, or has ended */
export function endOneSession(db: Database, actor: Actor, sessionId: number): Promise<void> {
	return db.transaction(async (tx) => {
		if (!(await sql.endSessionById(tx, actor.operatorId, sessionId))) throw new Problem('not_found');
		await recordEnd(tx, actor, { operatorId: actor.operatorId, after: { session_id: sessionId } });
	});
}

/** Returns how many there were. */
export function signOutEverywhere(db: Database, actor: Actor): Promise<number> {
	return db.transaction(async (tx) => {
		const ended = await sql.endSessionsOf(tx, actor.operatorId);
		await recordEnd(tx, actor, { operatorId: actor.operatorId, after: { ended } });
		return ended;
	});
}

/** Ends all sessions of a colleague whose account may be compromised. Returns their number. */
export function endSessionsOf(
	db: Database,
	actor: Actor,
	{ operatorId, why }: { operatorId: number; why: string },
): Promise<number> {
	return db.transaction(async (tx) => {
		if (!(await lockOperator(tx, operatorId))) throw new Problem('not_found');
		const ended = await sql.endSessionsOf(tx, operatorId);
		await recordEnd(tx, actor, { operatorId, after: { ended }, why });
		return ended;
	});
}

function recordEnd(
	tx: Tx,
	actor: Actor,
	{ operatorId, ...words }: { operatorId: number; after: object; why?: string },
): Promise<void> {
	return record(tx, actor, { action: 'operator.end_sessions', target: `operator:${operatorId}`, ...words });
}

/** The audit trail keeps who signed in and when; these rows are needed for "last seen" only. */
export async function forgetOldSessions(db: Database): Promise<void> {
	await sql.deleteOldSessions(db, KEPT_DAYS);
}
