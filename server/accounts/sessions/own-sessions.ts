/** Lists a fan's own sessions and ends one of them. */
import type { OwnSession } from '#contract/my-account.ts';
import type { Database } from '#server/kernel/database.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { Problem } from '#server/kernel/problem.ts';
import * as sql from './sql.ts';

export async function readOwnSessions(db: Database, caller: Caller): Promise<OwnSession[]> {
	const sessions = await sql.selectOwnSessions(db, caller);
	return sessions.map(({ tokenHash, ...session }) => ({ ...session, current: tokenHash.equals(caller.tokenHash) }));
}

/** Ends a session. Returns its token hash, so that caches can drop it. @throws {Problem} session_not_found */
export async function endOwnSession(db: Database, caller: Caller, sessionId: string): Promise<Buffer> {
	const ended = await sql.revokeOwnSession(db, caller, sessionId);
	if (!ended) throw new Problem('session_not_found');
	return ended;
}

/** @throws {Problem} sign_in_not_recent */
export async function expectFreshSignIn(db: Database, caller: Caller, minutes: number): Promise<void> {
	if (!(await sql.selectIsFresh(db, caller, minutes))) throw new Problem('sign_in_not_recent');
}
