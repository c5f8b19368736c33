/** Statements that publish a log and read what is published. */
import type { LogFault } from '#contract/operator/voting/vote-logs.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import { maybeOne, one, type Db, type Tx } from '#server/kernel/database.ts';

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
export const STATE = `ranking_id as "rankingId", ranking_key as name, size, published_size as "publishedSize", checkpoint,
	partial_bundle as bundle, partial_tiles as tiles, public_key as "publicKey"`;

/** Logs with leaves that no checkpoint covers. */
export function selectUnpublished(db: Db): Promise<RankingLogState[]> {
	return db.query<RankingLogState>({
		name: 'select_unpublished_logs',
		text: `select ${STATE} from vote_log join ranking using (ranking_id) where published_size < size order by ranking_id`,
	});
}

export function selectLogs(db: Db, rankingKeys: readonly string[]): Promise<RankingLogState[]> {
	return db.query<RankingLogState>({
		name: 'select_vote_logs',
		text: `select ${STATE} from vote_log join ranking using (ranking_id) where ranking_key = any($1)`,
		values: [rankingKeys],
	});
}

export interface VoteLeaf {
	rankingKey: string;
	/** In the log; null if the sequencer has not seen the vote yet. */
	index: number | null;
	/** In its batch. */
	place: number;
	/** The leaves of its batch; null once they are published. */
	leaves: Buffer | null;
}

export function selectVoteLeaf(db: Db, { fanId }: FanKey, key: string): Promise<VoteLeaf | null> {
	return maybeOne<VoteLeaf>(db, {
		name: 'select_vote_leaf',
		text: `select ranking_key as "rankingKey", first_index + place as index, place, leaves
			from vote join ranking using (ranking_id) join log_batch using (batch_id)
			where fan_id = $1 and idempotency_key = $2`,
		values: [fanId, key],
	});
}

export interface NextLeaves {
	/** Whole batches, one behind the other. */
	leaves: Buffer;
	count: number;
}

/** The leaves from an index on: whole batches, until there are `most`. */
export function selectLeaves(db: Db, rankingId: number, from: number, most: number): Promise<NextLeaves> {
	return one<NextLeaves>(db, {
		name: 'select_leaves',
		text: `select coalesce(string_agg(leaves, '' order by first_index), '') as leaves,
				coalesce(sum(leaf_count), 0)::bigint as count
			from (
				select leaves, leaf_count, first_index from log_batch
				where ranking_id = $1 and first_index >= $2 and first_index < $2 + $3
			) batch`,
		values: [rankingId, from, most],
	});
}

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
	const row = await maybeOne(tx, {
		text: `update vote_log set published_size = $3, checkpoint = $4, partial_bundle = $5, partial_tiles = $6,
				published_at = lightstick_now(), public_key = $7, fault = null, fault_at = null, fault_detail = null
			where ranking_id = $1 and published_size = $2 and coalesce(public_key, $7) = $7 returning ranking_id`,
		values: [rankingId, from, size, checkpoint, bundle, tiles.map((tile) => Buffer.from(tile)), Buffer.from(publicKey)],
	});
	if (!row) return false;
	await tx.query({
		text: 'insert into log_checkpoint (ranking_id, size, root) values ($1, $2, $3)',
		values: [rankingId, size, Buffer.from(root)],
	});
	// They lie in full bundles now, or in the partial one.
	await tx.query({
		text: 'update log_batch set leaves = null where ranking_id = $1 and first_index >= $2 and first_index < $3',
		values: [rankingId, from, size],
	});
	return true;
}

/** Keeps the time at which the fault began. */
export async function keepFault(db: Db, rankingId: number, fault: LogFault, detail: string): Promise<void> {
	await db.query({
		text: `update vote_log set fault = $2, fault_detail = $3,
				fault_at = case when fault = $2 then fault_at else lightstick_now() end
			where ranking_id = $1 and (fault, fault_detail) is distinct from ($2, $3)`,
		values: [rankingId, fault, detail],
	});
}
