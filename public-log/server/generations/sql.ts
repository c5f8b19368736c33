/** Statements on generations of the public logs. */
import { epochSeconds } from '#server/kernel/sql.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getVoteLogs } from '#contract/voting.ts';
import { one, type Db, type Tx, maybeOne } from '#server/kernel/database.ts';
import { STATE, type RankingLogState } from '../sql.ts';
import type { End } from './ended-logs.ts';

export async function selectGeneration(db: Db): Promise<number> {
	const text = 'select coalesce(max(generation), 1) as generation from log_generation';
	return (await one<{ generation: number }>(db, { text })).generation;
}

type Overview = ReplyOf<typeof getVoteLogs>;

/** What was committed between the two times is lost. The latest first. */
export function selectRestores(db: Db): Promise<Overview['restores']> {
	return db.query({
		name: 'select_restores',
		text: `select ${epochSeconds('restored_to').text} as restored_to, ${epochSeconds('begun_at').text} as begun_at
			from log_generation where revoked_key is null order by generation desc limit 10`,
	});
}

/** When keys were revoked, the latest first. */
export function selectRevocations(db: Db): Promise<Overview['revocations']> {
	return db.query({
		name: 'select_revocations',
		text: `select ${epochSeconds('begun_at').text} as time
			from log_generation where revoked_key is not null order by generation desc limit 10`,
	});
}

/** Of a restore: what was committed later is lost. Of a key: its public half. */
export type Cause = { restoredTo: Date } | { revokedKey: Buffer };

/** Both in epoch seconds. */
interface Begun {
	restoredTo: number;
	begunAt: number;
}

export function insertGeneration(tx: Tx, generation: number, cause: Cause): Promise<Begun> {
	const [restoredTo, revokedKey] = 'restoredTo' in cause ? [cause.restoredTo, null] : [null, cause.revokedKey];
	return one<Begun>(tx, {
		text: `insert into log_generation (generation, restored_to, begun_at, revoked_key)
			select $1, coalesce($2, now), now, $3 from lightstick_now() as now
			returning ${epochSeconds('restored_to').text} as "restoredTo", ${epochSeconds('begun_at').text} as "begunAt"`,
		values: [generation, restoredTo, revokedKey],
	});
}

/** Every log with a checkpoint, locked. */
export function selectSigned(tx: Tx): Promise<RankingLogState[]> {
	return tx.query<RankingLogState>({
		text: `select ${STATE} from vote_log join ranking using (ranking_id)
			where published_size > 0 order by ranking_id for update of vote_log`,
	});
}

/** The first checkpoint of a log under its new name, and the public half of the key that signed it. */
export interface Moved {
	checkpoint: string;
	publicKey: Uint8Array;
}

export async function keepCheckpoint(tx: Tx, rankingId: number, { checkpoint, publicKey }: Moved): Promise<void> {
	await tx.query({
		text: `update vote_log set checkpoint = $2, public_key = $3, fault = null, fault_at = null, fault_detail = null
			where ranking_id = $1`,
		values: [rankingId, checkpoint, Buffer.from(publicKey)],
	});
}

/** Makes everything due again, under the new names. Witnesses know no anchor of this name. */
export async function restartAnchor(tx: Tx, moved: Moved | null): Promise<void> {
	await tx.query({
		text: `update anchor_log set checkpoint = $1, public_key = $2, checked_at = null, witnessed_size = 0,
				witnessed_checkpoint = null`,
		values: [moved?.checkpoint ?? null, moved && Buffer.from(moved.publicKey)],
	});
	await tx.query({ text: 'update log_anchoring set size = 0, result_anchored = false' });
	// These columns lead from a vote to a checkpoint of its log. Those of the old names lead nowhere now.
	await tx.query({ text: 'update anchor_leaf set ranking_id = null, log_size = null where ranking_id is not null' });
	await tx.query({ text: 'delete from anchor_witness' });
}

/** The largest checkpoint of a ranking's log that a published checkpoint of the anchor covers. Null: none. */
export function selectAnchoredEnd(tx: Tx, rankingKey: string): Promise<End | null> {
	return maybeOne<End>(tx, {
		text: `select log_size as size, encode(root, 'base64') as root
			from anchor_leaf join ranking using (ranking_id)
			join log_checkpoint signed on signed.ranking_id = ranking.ranking_id and signed.size = log_size
			where ranking_key = $1 and index < (select published_size from anchor_log)
			order by log_size desc limit 1`,
		values: [rankingKey],
	});
}

/** True if this key signs a log. */
export async function selectSigns(db: Db, publicKey: Buffer): Promise<boolean> {
	const row = await maybeOne(db, {
		text: `select 1 from vote_log where public_key = $1
			union all select 1 from anchor_log where public_key = $1 limit 1`,
		values: [publicKey],
	});
	return row !== null;
}

export async function selectIsRevoked(db: Db, publicKey: Buffer): Promise<boolean> {
	const text = 'select 1 from log_generation where revoked_key = $1 limit 1';
	return (await maybeOne(db, { text, values: [publicKey] })) !== null;
}

/** True if logs are published under their present names, and the published anchor names none of them. */
export async function selectIsUntold(db: Db): Promise<boolean> {
	const text = `select 1 where exists (select from vote_log where published_size > 0) and not exists (
		select from anchor_leaf join anchor_log on index < published_size where ranking_id is not null)`;
	return (await maybeOne(db, { text })) !== null;
}
