/** Signs receipts: once for a batch of votes. See contract/proof/receipt.ts. */
import { hash } from 'node:crypto';
import { voteLine, type VoteLeaf } from '#contract/proof/leaf.ts';
import { formatPromise } from '#contract/proof/receipt.ts';
import { formatTlogProofHead } from '#contract/proof/tlog-proof.ts';
import { nodeHash } from '#contract/proof/tree.ts';
import type { NoteSigner } from '../keys.ts';

export interface Receipt {
	/** The vote's line in the public log. */
	leaf: string;
	/** The tlog-proof over its batch. */
	proof: string;
}

/** Signs votes of one ranking that were committed together. Returns a receipt for each, in order. */
export type SignReceipts = (votes: readonly VoteLeaf[]) => Receipt[];

/** Until then the vote is in the log. Usually it is after a second. */
const DEADLINE_SECONDS = 60;

/** @param prefix what stands before a ranking's key in the name of its log */
export function openReceipts({ key, sign }: NoteSigner, prefix: string): SignReceipts {
	return (votes) => {
		const [first] = votes;
		if (!first) return [];
		const leaves = votes.map(voteLine);
		const { root, paths } = treeOf(leaves.map((leaf) => Buffer.from(hash('sha256', `\0${leaf}`, 'latin1'), 'latin1')));
		const note = sign(
			formatPromise({
				origin: key.name,
				size: leaves.length,
				root: new Uint8Array(root),
				log: `${prefix}/${first.ranking}`,
				deadline: Math.max(...votes.map(({ castAt }) => castAt)) + DEADLINE_SECONDS,
			}),
		);
		return leaves.map((leaf, index) => ({ leaf, proof: `${formatTlogProofHead(index)}${paths[index]}\n${note}` }));
	};
}

/** Root and paths of a small tree. A path is spelled as its proof has it; each hash is spelled only once. */
function treeOf(leafHashes: readonly Uint8Array[]): { root: Uint8Array; paths: string[] } {
	const paths = leafHashes.map(() => '');
	let level = leafHashes;
	for (let height = 0; level.length > 1; height += 1) {
		const lines = level.map((node) => `${Buffer.from(node.buffer, node.byteOffset, node.length).toString('base64')}\n`);
		// The last subtree of a level may have no sibling.
		for (const index of paths.keys()) paths[index] += lines[(index >> height) ^ 1] ?? '';
		const above: Uint8Array[] = [];
		for (let at = 0; at < level.length; at += 2) {
			const [left, right] = [level[at] as Uint8Array, level[at + 1]];
			above.push(right ? nodeHash(left, right) : left);
		}
		level = above;
	}
	return { root: level[0] as Uint8Array, paths };
}
