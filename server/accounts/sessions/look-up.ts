/** Looks sessions up in batches. */
import { batcher } from '#server/kernel/batcher.ts';
import { againIfLost } from '#server/db/again.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { Db } from '#server/kernel/database.ts';
import * as sql from './sql.ts';

/** Lifetime from the last use, and maximum lifetime from the start. */
export const LIFETIME = { days: 30, daysMost: 180 };
const EXTENDED_AT_MOST_EVERY_HOURS = 1;

/** Returns a function that finds the owner of a live session by its token, or null. */
export function sessionLookUp(db: Db, options?: { pauseMs: number }): (tokenHash: Buffer) => Promise<Caller | null> {
	// A look-up reads and extends: both may be done twice.
	return batcher((tokenHashes: readonly Buffer[]) => againIfLost(() => lookUpAll(db, tokenHashes)), options);
}

/** Returns the owners of the sessions by the hashes of their tokens. */
async function lookUpAll(db: Db, tokenHashes: readonly Buffer[]): Promise<(Caller | null)[]> {
	const found = await sql.selectSessions(db, tokenHashes, EXTENDED_AT_MOST_EVERY_HOURS);
	const extendable = found.filter((session) => session.extendable).map((session) => session.tokenHash);
	if (extendable.length > 0) await sql.extendSessions(db, extendable, LIFETIME);
	const callers = new Map(
		found.map(({ tokenHash, fanId, registered }) => [tokenHash.toString('latin1'), { fanId, registered, tokenHash }]),
	);
	return tokenHashes.map((tokenHash) => callers.get(tokenHash.toString('latin1')) ?? null);
}
