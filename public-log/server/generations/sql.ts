/** Statements on generations of the public logs. */
import { epochSeconds, sql, type Db, type Tx } from '#server/kernel/database.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getVoteLogs } from '#contract/voting.ts';
import { STATE, type RankingLogState } from '../sql.ts';
import type { End } from './ended-logs.ts';

export const selectGeneration = (db: Db): Promise<number> =>
	sql`select coalesce(max(generation), 1) from log_generation`.value(db);

type Overview = ReplyOf<typeof getVoteLogs>;

/** What was committed between the two times is lost. The latest first. */
export const selectRestores = (db: Db): Promise<Overview['restores']> =>
	sql`select ${epochSeconds('restored_to')} as restored_to, ${epochSeconds('begun_at')} as begun_at
		from log_generation where revoked_key is null order by generation desc limit 10`
		.prepared('select_restores')
		.all(db);

/** When keys were revoked, the latest first. */
export const selectRevocations = (db: Db): Promise<Overview['revocations']> =>
	sql`select ${epochSeconds('begun_at')} as time
		from log_generation where revoked_key is not null order by generation desc limit 10`
		.prepared('select_revocations')
		.all(db);

/** Of a restore: what was committed later is lost. Of a key: its public half. */
export type Cause = { restoredTo: Date } | { revokedKey: Buffer };

/** Both in epoch seconds. */
interface Begun {
	restoredTo: number;
	begunAt: number;
}

export function insertGeneration(tx: Tx, generation: number, cause: Cause): Promise<Begun> {
	const [restoredTo, revokedKey] = 'restoredTo' in cause ? [cause.restoredTo, null] : [null, cause.revokedKey];
	return sql`insert into log_generation (generation, restored_to, begun_at, revoked_key)
		select ${generation}, coalesce(${restoredTo}, now), now, ${revokedKey} from lightstick_now() as now
		returning ${epochSeconds('restored_to')} as "restoredTo", ${epochSeconds('begun_at')} as "begunAt"`.one<Begun>(tx);
}

/** Every log with a checkpoint, locked. */
export const selectSigned = (tx: Tx): Promise<RankingLogState[]> =>
	sql`select ${STATE} from vote_log join ranking using (ranking_id)
		where published_size > 0 order by ranking_id for update of vote_log`.all<RankingLogState>(tx);

/** The first checkpoint of a log under its new name, and the public half of the key that signed it. */
export interface Moved {
	checkpoint: string;
	publicKey: Uint8Array;
}

export async function keepCheckpoint(tx: Tx, rankingId: number, { checkpoint, publicKey }: Moved): Promise<void> {
	await sql`update vote_log set checkpoint = ${checkpoint}, public_key = ${publicKey},
			fault = null, fault_at = null, fault_detail = null
		where ranking_id = ${rankingId}`.run(tx);
}

/** Makes everything due again, under the new names. Witnesses know no anchor of this name. */
export async function restartAnchor(tx: Tx, moved: Moved | null): Promise<void> {
	await sql`update anchor_log set checkpoint = ${moved?.checkpoint ?? null}, public_key = ${moved?.publicKey ?? null},
		checked_at = null, witnessed_size = 0, witnessed_checkpoint = null`.run(tx);
	await sql`update log_anchoring set size = 0, result_anchored = false`.run(tx);
	// These columns lead from a vote to a checkpoint of its log. Those of the old names lead nowhere now.
	await sql`update anchor_leaf set ranking_id = null, log_size = null where ranking_id is not null`.run(tx);
	await sql`delete from anchor_witness`.run(tx);
}

/** The largest checkpoint of a ranking's log that a published checkpoint of the anchor covers. Null: none. */
export const selectAnchoredEnd = (tx: Tx, rankingKey: string): Promise<End | null> =>
	sql`select log_size as size, encode(root, 'base64') as root
		from anchor_leaf join ranking using (ranking_id)
		join log_checkpoint signed on signed.ranking_id = ranking.ranking_id and signed.size = log_size
		where ranking_key = ${rankingKey} and index < (select published_size from anchor_log)
		order by log_size desc limit 1`.maybeOne<End>(tx);

export const selectSigns = (db: Db, publicKey: Buffer): Promise<boolean> =>
	sql`select 1 from vote_log where public_key = ${publicKey}
		union all select 1 from anchor_log where public_key = ${publicKey} limit 1`.exists(db);

export const selectIsRevoked = (db: Db, publicKey: Buffer): Promise<boolean> =>
	sql`select 1 from log_generation where revoked_key = ${publicKey} limit 1`.exists(db);

/** True if logs are published under their present names, and the published anchor names none of them. */
export const selectIsUntold = (db: Db): Promise<boolean> =>
	sql`select 1 where exists (select from vote_log where published_size > 0) and not exists (
		select from anchor_leaf join anchor_log on index < published_size where ranking_id is not null)`.exists(db);
