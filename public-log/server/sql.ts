/** Statements that publish a log and read what is published. */
import type { LogFault } from '#contract/operator/voting/vote-logs.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import { type Db, type Tx, raw, sql } from '#server/kernel/database.ts';

export interface LogState {
	/** Folder of its tiles in the store. */
	name: string;
	size: number;
	publishedSize: number;
	/** The signed note. */
	checkpoint: string | null;
	bundle: Buffer;
	tiles: Buffer[];
	/** Public half of the key that signs it. Null: nothing is signed yet. */
	publicKey: Buffer | null;
}

/** Its name is the ranking's key. */
export interface RankingLogState extends LogState {
	rankingId: number;
}

/** Columns of `RankingLogState`. */
export const STATE =
	raw(`ranking_id as "rankingId", ranking_key as name, size, published_size as "publishedSize", checkpoint,
	partial_bundle as bundle, partial_tiles as tiles, public_key as "publicKey"`);

/** Logs with leaves that no checkpoint covers. */
export const selectUnpublished = (db: Db): Promise<RankingLogState[]> =>
	sql`select ${STATE} from vote_log join ranking using (ranking_id) where published_size < size order by ranking_id`
		.prepared('select_unpublished_logs')
		.all<RankingLogState>(db);

export const selectLogs = (db: Db, rankingKeys: readonly string[]): Promise<RankingLogState[]> =>
	sql`select ${STATE} from vote_log join ranking using (ranking_id) where ranking_key = any(${rankingKeys})`
		.prepared('select_vote_logs')
		.all<RankingLogState>(db);

export interface VoteLeaf {
	rankingKey: string;
	/** In the log; null if the sequencer has not seen the vote yet. */
	index: number | null;
	/** In its batch. */
	place: number;
	/** The leaves of its batch; null once they are published. */
	leaves: Buffer | null;
}

export const selectVoteLeaf = (db: Db, { fanId }: FanKey, key: string): Promise<VoteLeaf | null> =>
	sql`select ranking_key as "rankingKey", first_index + place as index, place, leaves
		from vote join ranking using (ranking_id) join log_batch using (batch_id)
		where fan_id = ${fanId} and idempotency_key = ${key}`
		.prepared('select_vote_leaf')
		.maybeOne<VoteLeaf>(db);

export interface NextLeaves {
	/** Whole batches, one behind the other. */
	leaves: Buffer;
	count: number;
}

/** The leaves from an index on: whole batches, until there are `most`. */
export const selectLeaves = (db: Db, rankingId: number, from: number, most: number): Promise<NextLeaves> =>
	sql`select coalesce(string_agg(leaves, '' order by first_index), '') as leaves,
			coalesce(sum(leaf_count), 0)::bigint as count
		from (
			select leaves, leaf_count, first_index from log_batch
			where ranking_id = ${rankingId} and first_index >= ${from} and first_index < ${from + most}
		) batch`
		.prepared('select_leaves')
		.one<NextLeaves>(db);

export interface Published extends Pick<LogState, 'bundle' | 'checkpoint'> {
	/** Size of the checkpoint before. */
	from: number;
	size: number;
	root: Uint8Array;
	tiles: readonly Uint8Array[];
	/** Of the key that signed. */
	publicKey: Uint8Array;
}

/** Exposes a checkpoint of a ranking's log, once. False if the log was published meanwhile by another sequencer. */
export async function publish(tx: Tx, rankingId: number, published: Published): Promise<boolean> {
	const { from, size, root, checkpoint, bundle, tiles, publicKey } = published;
	const isNext = await sql`update vote_log set published_size = ${size}, checkpoint = ${checkpoint},
			partial_bundle = ${bundle}, partial_tiles = ${tiles}, published_at = lightstick_now(),
			public_key = ${publicKey}, fault = null, fault_at = null, fault_detail = null
		where ranking_id = ${rankingId} and published_size = ${from} and coalesce(public_key, ${publicKey}) = ${publicKey}
		returning ranking_id`.exists(tx);
	if (!isNext) return false;
	await sql`insert into log_checkpoint (ranking_id, size, root) values (${rankingId}, ${size}, ${root})`.run(tx);
	// They lie in full bundles now, or in the partial one.
	await sql`update log_batch set leaves = null 
		where ranking_id = ${rankingId} and first_index >= ${from} and first_index < ${size}`.run(tx);
	return true;
}

/** Keeps the time at which the fault began. */
export async function keepFault(db: Db, rankingId: number, fault: LogFault, detail: string): Promise<void> {
	await sql`update vote_log set fault = ${fault}, fault_detail = ${detail},
			fault_at = case when fault = ${fault} then fault_at else lightstick_now() end
		where ranking_id = ${rankingId} and (fault, fault_detail) is distinct from (${fault}, ${detail})`.run(db);
}
