/** Looks sessions up in batches, with the secret of each fan for the vote log. */
import { batcher } from '#server/kernel/batcher.ts';
import { againIfLost } from '#server/db/again.ts';
import type { Caller, FanKey } from '#server/kernel/caller.ts';
import type { Db } from '#server/kernel/database.ts';
import type { VoterSecrets } from '#server/vote-log/fans/voters.ts';
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
): (token: sql.HashedToken) => Promise<Caller | null> {
	// A look-up reads, extends and makes what is missing: all of it may be done twice.
	const look = (tokens: readonly sql.HashedToken[]) => againIfLost(() => lookUpAll(db, voterSecrets, tokens));
	const find = batcher(look, options);
	return async (token) => {
		const found = await find(token);
		if (found instanceof SecretUnreadable) throw found;
		return found;
	};
}

type Found = Caller | null | SecretUnreadable;

/** A statement is for one shard: on a distributed database it runs where the shard's sessions are. */
async function lookUpAll(db: Db, voterSecrets: VoterSecrets, tokens: readonly sql.HashedToken[]): Promise<Found[]> {
	const shards = [...Map.groupBy(tokens, ({ shard }) => shard)];
	const found = await Promise.all(
		shards.map(([shard, named]) =>
			lookUpIn(
				db,
				voterSecrets,
				named.map(({ tokenHash }) => tokenHash),
				shard,
			),
		),
	);
	const callers = new Map(found.flat());
	return tokens.map(({ tokenHash }) => callers.get(tokenHash.toString('latin1')) ?? null);
}

/** Returns the owners of the sessions by the hashes of their tokens. */
async function lookUpIn(
	db: Db,
	voterSecrets: VoterSecrets,
	tokenHashes: readonly Buffer[],
	shard: number,
): Promise<[string, Found][]> {
	const found = await sql.selectSessions(db, tokenHashes, {
		hoursUntouched: EXTENDED_AT_MOST_EVERY_HOURS,
		shard,
	});
	const extendable = found.filter((session) => session.extendable).map((session) => session.tokenHash);
	if (extendable.length > 0) await sql.extendSessions(db, extendable, { ...LIFETIME, shard });
	const fresh = found.filter(({ sealed }) => sealed === null);
	const made = fresh.length > 0 ? await makeSecrets(db, voterSecrets, fresh, shard) : new Map<number, Buffer>();
	return found.map((session) => {
		const sealed = session.sealed ?? made.get(session.fanId);
		return [session.tokenHash.toString('latin1'), sealed ? callerOf(session, sealed, voterSecrets) : null];
	});
}

function callerOf(session: sql.FoundSession, sealed: Buffer, voterSecrets: VoterSecrets): Found {
	const { tokenHash, bucket, fanId, registered } = session;
	try {
		return { bucket, fanId, registered, voterSecret: voterSecrets.read(sealed), tokenHash };
	} catch (error) {
		return new SecretUnreadable(fanId, error);
	}
}

/** Makes the secrets of fans who have none yet. Of two processes that do so at once, the first one's count. */
async function makeSecrets(
	db: Db,
	voterSecrets: VoterSecrets,
	fans: readonly FanKey[],
	shard: number,
): Promise<Map<number, Buffer>> {
	const rows = [...new Map(fans.map(({ bucket, fanId }) => [fanId, { bucket, fanId }])).values()];
	const kept = await sql.keepVoterSecrets(
		db,
		rows.map((fan) => ({ ...fan, sealed: voterSecrets.make() })),
		shard,
	);
	return new Map(kept.map(({ fanId, sealed }) => [fanId, sealed]));
}
