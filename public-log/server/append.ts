/** Leaves that other domains write beside what they say: in the same transaction, so that both are there or neither. */
import { row, sql, type Tx } from '#server/kernel/database.ts';
import { formatLeaf, type Leaf, type VoteLeaf } from '#public-log/format/leaf.ts';
import { encodeBundle } from '#public-log/format/tiles.ts';

/** Ends a transaction whose leaf of a case would be listed so late after its second that the auditor fails the log: after 120 s. */
export async function expectSoon(tx: Tx): Promise<void> {
	await tx.query({ text: `set local transaction_timeout = '110s'` });
}

/** Adds leaves to a ranking's log. They have no index yet. Returns the number of their batch; it numbers them from 0. */
export async function appendToLog(tx: Tx, rankingId: number, leaves: readonly Leaf[]): Promise<number> {
	const votes = leaves.filter((leaf) => leaf.type === 'vote');
	const sum = (valueOf: (vote: VoteLeaf) => number) => votes.reduce((total, vote) => total + valueOf(vote), 0);
	const batch = {
		ranking_id: rankingId,
		leaves: Buffer.from(encodeBundle(leaves.map(formatLeaf))),
		leaf_count: leaves.length,
		vote_count: votes.length,
		tickets: sum(({ tickets }) => tickets),
		gems_earned: sum(({ gemsEarned }) => gemsEarned),
		gems_purchased: sum(({ gemsPurchased }) => gemsPurchased),
	};
	return sql`insert into log_batch ${row(batch)} returning batch_id`.value<number>(tx);
}
