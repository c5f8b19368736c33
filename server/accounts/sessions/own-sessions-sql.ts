/** Statements on the sessions of one fan. */
import { maybeOne, type Db } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';
import type { Caller, FanKey } from '#server/kernel/caller.ts';

/** Named by a hash of the hash: it tells nothing of the token, and needs no column. */
const SESSION_ID = `left(encode(sha256(token_hash), 'hex'), 24)`;
const ALIVE = `activated_at is not null and revoked_at is null and expires_at > lightstick_now()`;

export interface OwnSessionRow {
	tokenHash: Buffer;
	session_id: string;
	provider: string;
	country: string | null;
	created_time: number;
	used_time: number;
}

export function selectOwnSessions(db: Db, { bucket, fanId }: FanKey): Promise<OwnSessionRow[]> {
	return db.query<OwnSessionRow>({
		text: `select token_hash as "tokenHash", ${SESSION_ID} as session_id, provider, country,
				${epochSeconds('created_at')} as created_time,
				${epochSeconds('coalesce(used_at, activated_at)')} as used_time
			from session where bucket = $1 and fan_id = $2 and ${ALIVE} order by created_at desc, token_hash limit 100`,
		values: [bucket, fanId],
	});
}

export async function revokeOwnSession(db: Db, { bucket, fanId }: FanKey, sessionId: string): Promise<Buffer | null> {
	const ended = await maybeOne<{ tokenHash: Buffer }>(db, {
		text: `update session set revoked_at = lightstick_now()
			where bucket = $1 and fan_id = $2 and ${SESSION_ID} = $3 and ${ALIVE} returning token_hash as "tokenHash"`,
		values: [bucket, fanId, sessionId],
	});
	return ended?.tokenHash ?? null;
}

/** Whether the caller's session began within so many minutes. */
export async function selectIsFresh(db: Db, { bucket, fanId, tokenHash }: Caller, minutes: number): Promise<boolean> {
	const session = await maybeOne(db, {
		text: `select from session where bucket = $1 and fan_id = $2 and token_hash = $3 and ${ALIVE}
				and activated_at > lightstick_now() - make_interval(mins => $4)`,
		values: [bucket, fanId, tokenHash, minutes],
	});
	return session !== null;
}
