/** Ends console sessions, for their operator or for an owner. */
import type { Database } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import type { Actor } from '#server/kernel/operator.ts';
import * as sql from './sql.ts';
import { lockOperator } from '../sql.ts';

/** @throws {Problem} not_found where it is not theirs, or has ended */
export function endOneSession(db: Database, actor: Actor, sessionId: number): Promise<void> {
	const { operatorId } = actor;
	return db.transaction(async (tx) => {
		if (!(await sql.endSessionById(tx, operatorId, sessionId))) throw new Problem('not_found');
		const after = { session_id: sessionId };
		await record(tx, actor, { action: 'operator.end_sessions', target: `operator:${operatorId}`, after });
	});
}

/** Ends all sessions of an operator: one's own, or those of a colleague whose account may be compromised. Returns their number. */
export function endSessionsOf(db: Database, actor: Actor, operatorId: number, why?: string): Promise<number> {
	return db.transaction(async (tx) => {
		if (!(await lockOperator(tx, operatorId))) throw new Problem('not_found');
		const ended = await sql.endSessionsOf(tx, operatorId);
		const target = `operator:${operatorId}`;
		await record(tx, actor, { action: 'operator.end_sessions', target, after: { ended }, why });
		return ended;
	});
}
