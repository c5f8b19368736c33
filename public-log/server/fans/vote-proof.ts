/** What a fan gets for one vote: its leaf, and the proof that the published log holds it. */
import type { getVoteProof } from '#contract/my-account.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { textOf, base64 } from '#public-log/format/bytes.ts';
import { formatVerifierKey } from '#public-log/format/note.ts';
import { inclusionProof } from '#public-log/format/proofs.ts';
import { readBundle } from '#public-log/format/tiles.ts';
import { formatTlogProof } from '#public-log/format/tlog-proof.ts';
import type { WitnessPolicy } from '#public-log/format/witness/witness-policy.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import { Problem } from '#server/kernel/problem.ts';
import type { LogDeps } from '../publisher.ts';
import { selectLogs, selectVoteLeaf, type LogState, type RankingLogState } from '../sql.ts';
import type { LogReader } from '../store.ts';
import { readLeaf, readSubtrees } from '../tiles.ts';
import { type Db, sql } from '#server/kernel/database.ts';
import { isOfPolicy } from '../anchor/numbers.ts';
import { selectAnchor, selectAnnounced } from '../anchor/sql.ts';

/** @throws {Problem} vote_not_found, also for a vote of somebody else */
export async function readVoteProof(
	{ policy, ...deps }: LogDeps & { policy: WitnessPolicy | null },
	fan: FanKey,
	key: string,
): Promise<ReplyOf<typeof getVoteProof>> {
	const { db, store, keys, prefix } = deps;
	const vote = await selectVoteLeaf(db, fan, key);
	if (!vote) throw new Problem('vote_not_found');
	// Read after the vote: leaves that were gone from its batch by then are published by now.
	const [log = null] = await selectLogs(db, [vote.rankingKey]);
	const published = log && vote.index !== null && vote.index < log.publishedSize ? { log, index: vote.index } : null;
	const origin = `${prefix}/${vote.rankingKey}`;
	const leaf = published
		? await readLeaf(store, published.log, published.index)
		: readBundle(vote.leaves ?? new Uint8Array(0))[vote.place];
	if (!leaf) throw new Error(`The leaf of a vote in ${vote.rankingKey} is neither published nor waiting`);
	return {
		ranking_key: vote.rankingKey,
		log: origin,
		vkey: formatVerifierKey(keys.signer(origin, log?.publicKey ?? null).key),
		leaf: textOf(leaf),
		proof: published && (await prove(store, published.log, published.index)),
		witnesses: policy?.witnesses.length ?? 0,
		witnessed: published && policy && (await readWitnessedProof(deps, policy, published.log, published.index)),
	};
}

async function prove(store: LogReader, log: LogState, index: number): Promise<string> {
	const { publishedSize: size, checkpoint } = log;
	const path = await inclusionProof(index, size, readSubtrees(store, log, size));
	return formatTlogProof({ index, path, checkpoint: checkpoint ?? '' });
}

type Witnessed = ReplyOf<typeof getVoteProof>['witnessed'];

/**
 * The proof that witnesses hold a vote, in two steps: vote to a checkpoint of its log, that checkpoint to the anchor.
 * Returns null if no checkpoint that enough witnesses have cosigned holds the leaf of this index, and the one that tells of
 * these witnesses, yet.
 */
async function readWitnessedProof(
	{ db, store, keys, anchor }: LogDeps,
	policy: WitnessPolicy,
	log: RankingLogState,
	index: number,
): Promise<Witnessed> {
	const told = await selectWitnessedLeaf(db, log.rankingId, index);
	const announced = await selectAnnounced(db, 'policy');
	if (!told || !announced || announced.index >= told.witnessedSize) return null;
	if (!isOfPolicy(textOf(announced.leaf), policy)) return null;
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
const selectWitnessedLeaf = (db: Db, rankingId: number, index: number): Promise<WitnessedLeaf | null> =>
	sql`select index, leaf, log_size as "logSize", witnessed_size as "witnessedSize",
			witnessed_checkpoint as checkpoint
		from (
			select index, leaf, log_size from anchor_leaf where ranking_id = ${rankingId} and log_size > ${index}
			order by log_size limit 1
		) told
		join anchor_log on index < witnessed_size`
		.prepared('select_witnessed_leaf')
		.maybeOne<WitnessedLeaf>(db);
