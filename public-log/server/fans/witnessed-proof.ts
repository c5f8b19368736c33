/** The proof that witnesses hold a vote, in two steps: vote to a checkpoint of its log, that checkpoint to the anchor. */
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getVoteProof } from '#contract/my-account.ts';
import { base64, textOf } from '#public-log/format/bytes.ts';
import { formatVerifierKey } from '#public-log/format/note.ts';
import { inclusionProof } from '#public-log/format/proofs.ts';
import { formatTlogProof } from '#public-log/format/tlog-proof.ts';
import type { WitnessPolicy } from '#public-log/format/witness/witness-policy.ts';
import { maybeOne, type Db } from '#server/kernel/database.ts';
import { selectAnchor } from '../anchor/sql.ts';
import type { LogDeps } from '../publisher.ts';
import type { RankingLogState } from '../sql.ts';
import { readSubtrees } from '../tiles.ts';

type Witnessed = ReplyOf<typeof getVoteProof>['witnessed'];

/** Returns null if no checkpoint that enough witnesses have cosigned holds the leaf of this index yet. */
export async function readWitnessedProof(
	{ db, store, keys, anchor }: LogDeps,
	policy: WitnessPolicy,
	log: RankingLogState,
	index: number,
): Promise<Witnessed> {
	const told = await selectWitnessedLeaf(db, log.rankingId, index);
	if (!told) return null;
	const state = await selectAnchor(db);
	const [path, anchorPath] = await Promise.all([
		inclusionProof(index, told.logSize, readSubtrees(store, log, told.logSize)),
		inclusionProof(told.index, told.witnessedSize, readSubtrees(store, state, told.witnessedSize)),
	]);
	return {
		leaf: textOf(told.leaf),
		path: path.map(base64),
		proof: formatTlogProof({ index: told.index, path: anchorPath, checkpoint: told.checkpoint }),
		vkey: formatVerifierKey(keys.signer(anchor, state.publicKey).key),
		policy: policy.text,
	};
}

interface WitnessedLeaf {
	index: number;
	leaf: Buffer;
	/** Of the ranking's log. */
	logSize: number;
	/** Of the anchor. */
	witnessedSize: number;
	checkpoint: string;
}

/** The first leaf of the anchor that tells of a tree with this leaf, if witnesses hold it. */
function selectWitnessedLeaf(db: Db, rankingId: number, index: number): Promise<WitnessedLeaf | null> {
	return maybeOne<WitnessedLeaf>(db, {
		name: 'select_witnessed_leaf',
		text: `select index, leaf, log_size as "logSize", witnessed_size as "witnessedSize",
				witnessed_checkpoint as checkpoint
			from (
				select index, leaf, log_size from anchor_leaf where ranking_id = $1 and log_size > $2 order by log_size limit 1
			) told
			join anchor_log on index < witnessed_size`,
		values: [rankingId, index],
	});
}
