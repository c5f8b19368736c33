/** Leaves that other domains write beside what they say: in the same transaction, so that both are there or neither. */
import { formatLeaf, type Leaf, type VoteLeaf } from '#public-log/format/leaf.ts';
import { encodeBundle } from '#public-log/format/tiles.ts';
import { namedStatement, one, type Tx } from '#server/kernel/database.ts';

/** Adds leaves to a ranking's log. They have no index yet. Returns the number of their batch; it numbers them from 0. */
export async function appendToLog(tx: Tx, rankingId: number, leaves: readonly Leaf[]): Promise<number> {
	const votes = leaves.filter((leaf) => leaf.type === 'vote');
	const sum = (valueOf: (vote: VoteLeaf) => number) => votes.reduce((total, vote) => total + valueOf(vote), 0);
	const { batchId } = await one<{ batchId: number }>(
		tx,
		INSERT({
			rankingId,
			leaves: Buffer.from(encodeBundle(leaves.map(formatLeaf))),
			leafCount: leaves.length,
			voteCount: votes.length,
			tickets: sum(({ tickets }) => tickets),
			gemsEarned: sum(({ gemsEarned }) => gemsEarned),
			gemsPurchased: sum(({ gemsPurchased }) => gemsPurchased),
		}),
	);
	return batchId;
}

const INSERT = namedStatement`insert into log_batch (ranking_id, leaves, leaf_count, vote_count, tickets, gems_earned,
		gems_purchased)
	values (${'rankingId'}, ${'leaves'}, ${'leafCount'}, ${'voteCount'}, ${'tickets'}, ${'gemsEarned'}, ${'gemsPurchased'})
	returning batch_id as "batchId"`;
