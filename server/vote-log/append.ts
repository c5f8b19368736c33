/** Leaves that other domains write beside what they say: in the same transaction, so that both are there or neither. */
import { formatLeaf, type Leaf } from '#contract/proof/leaf.ts';
import { encodeBundle } from '#contract/proof/tiles.ts';
import { one, type Tx } from '#server/kernel/database.ts';

/** Adds leaves to a ranking's log. They have no index yet. Returns the number of their batch; it numbers them from 0. */
export async function appendToLog(tx: Tx, rankingId: number, leaves: readonly Leaf[]): Promise<number> {
	const { batchId } = await one<{ batchId: number }>(tx, {
		text: `insert into log_batch (ranking_id, leaves, leaf_count, vote_count) values ($1, $2, $3, $4)
			returning batch_id as "batchId"`,
		values: [
			rankingId,
			Buffer.from(encodeBundle(leaves.map(formatLeaf))),
			leaves.length,
			leaves.filter(({ type }) => type === 'vote').length,
		],
	});
	return batchId;
}
