/** Looks sessions up in batches, with the secret of each fan for the vote log. */
import { batcher } from '#server/kernel/batcher.ts';
import { againIfLost } from '#server/db/again.ts';
import type { Caller, FanKey } from '#server/kernel/caller.ts';
import type { Db } from '#server/kernel/database.ts';
import type { VoterSecrets } from '#public-log/server/fans/voters.ts';
import * as sql from './sql.ts';

/** Lifetime from the last use, and maximum lifetime from the start. */
export const LIFETIME = { days: 30, daysMost: 180 };
const EXTENDED_AT_MOST_EVERY_HOURS = 1;

/** The fan's requests fail, and nobody else's: a look-up serves many fans. */
class SecretUnreadable extends Error {
	override name = 'SecretUnreadable';

	constructor(fanId: number, cause: unknown) {
		super(`Row of fan ${fanId} in voter_secret cannot be decrypted. See docs/operating/vote-log.md`, { cause });
	}
}

/** Returns a function that finds the owner of a live session by its token, or null. */
export function sessionLookUp(
	db: Db,
	voterSecrets: VoterSecrets,
	options?: { pauseMs: number },
): (tokenHash: Buffer) => Promise<Caller | null> {
	// A look-up reads, extends and makes what is missing: all of it may be done twice.
	const look = (tokenHashes: readonly Buffer[]) => againIfLost(() => lookUpAll(db, voterSecrets, tokenHashes));
	const find = batcher(look, options);
	return async (tokenHash) => {
		const found = await find(tokenHash);
		if (found instanceof SecretUnreadable) throw found;
		return found;
	};
}

type Found = Caller | null | SecretUnreadable;

/** Returns the owners of the sessions by the hashes of their tokens. */
async function lookUpAll(db: Db, voterSecrets: VoterSecrets, tokenHashes: readonly Buffer[]): Promise<Found[]> {
	const found = await sql.selectSessions(db, tokenHashes, EXTENDED_AT_MOST_EVERY_HOURS);
	const extendable = found.filter((session) => session.extendable).map((session) => session.tokenHash);
	if (extendable.length > 0) await sql.extendSessions(db, extendable, LIFETIME);
	const fresh = found.filter(({ sealed }) => sealed === null);
	const made = fresh.length > 0 ? await makeSecrets(db, voterSecrets, fresh) : new Map<number, Buffer>();
	const callers = new Map(
		found.map((session) => {
			const sealed = session.sealed ?? made.get(session.fanId);
			return [session.tokenHash.toString('latin1'), sealed ? callerOf(session, sealed, voterSecrets) : null];
		}),
	);
	return tokenHashes.map((tokenHash) => callers.get(tokenHash.toString('latin1')) ?? null);
}

function callerOf(session: sql.FoundSession, sealed: Buffer, voterSecrets: VoterSecrets): Found {
	const { tokenHash, fanId, registered } = session;
	try {
		return { fanId, registered, voterSecret: voterSecrets.read(sealed), tokenHash };
	} catch (error) {
		return new SecretUnreadable(fanId, error);
	}
}

/** Makes the secrets of fans who have none yet. Of two processes that do so at once, the first one's count. */
async function makeSecrets(db: Db, voterSecrets: VoterSecrets, fans: readonly FanKey[]): Promise<Map<number, Buffer>> {
	const fanIds = [...new Set(fans.map(({ fanId }) => fanId))];
	const kept = await sql.keepVoterSecrets(
		db,
		fanIds.map((fanId) => ({ fanId, sealed: voterSecrets.make() })),
	);
	return new Map(kept.map(({ fanId, sealed }) => [fanId, sealed]));
}
