/** What a fan gets for one vote: its leaf, and the proof that the published log holds it. */
import type { getVoteProof } from '#contract/my-account.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { textOf } from '#contract/proof/bytes.ts';
import { formatVerifierKey } from '#contract/proof/note.ts';
import { inclusionProof } from '#contract/proof/proofs.ts';
import { readBundle, subtreesOf, tilePath, type TileName } from '#contract/proof/tiles.ts';
import { formatTlogProof } from '#contract/proof/tlog-proof.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import { Problem } from '#server/kernel/problem.ts';
import type { LogDeps } from '../publisher.ts';
import { selectLogs, selectVoteLeaf, type LogState } from '../sql.ts';
import type { LogReader } from '../store.ts';
import { readLeaf, readTile } from '../tiles.ts';

/** @throws {Problem} vote_not_found, also for a vote of somebody else */
export async function readVoteProof(
	{ db, store, keys, prefix }: LogDeps,
	fan: FanKey,
	key: string,
): Promise<ReplyOf<typeof getVoteProof>> {
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
	};
}

async function prove(store: LogReader, log: LogState, index: number): Promise<string> {
	const { publishedSize: size, checkpoint, name: folder } = log;
	// The path's upper hashes lie in the same few tiles.
	const tiles = new Map<string, Promise<Uint8Array | null>>();
	const read = async (name: TileName): Promise<Uint8Array> => {
		const path = tilePath(name);
		const reading = tiles.get(path) ?? readTile(store, log, name);
		tiles.set(path, reading);
		const bytes = await reading;
		if (!bytes) throw new Error(`${folder}/${path} is not published`);
		return bytes;
	};
	const path = await inclusionProof(index, size, subtreesOf(size, read));
	return formatTlogProof({ index, path, checkpoint: checkpoint ?? '' });
}
