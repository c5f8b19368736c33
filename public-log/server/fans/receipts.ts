/** Signs receipts: once for a batch of votes. See public-log/format/receipt.ts. */
import { voteLine, type VoteLeaf } from '#public-log/format/leaf.ts';
import { formatPromise } from '#public-log/format/receipt.ts';
import { formatTlogProofHead } from '#public-log/format/tlog-proof.ts';
import type { NoteSigner } from '../keys.ts';
import { hash } from 'node:crypto';
import { HASH_BYTES } from '#public-log/format/tree.ts';

/**
 * Signs votes of one ranking that were committed together. Returns a receipt for each, in order, as the JSON that the answer to
 * the vote holds, in ASCII: `leaf`, and `proof`, the tlog-proof over its batch.
 */
export type SignReceipts = (votes: readonly VoteLeaf[]) => string[];

/** Until then the vote is in the log. Usually it is after a second. */
const DEADLINE_SECONDS = 60;
/** A line feed in JSON. */
const LINE_END = String.raw`\n`;

/** @param prefix what stands before a ranking's key in the name of its log */
export function openReceipts({ key, sign }: NoteSigner, prefix: string): SignReceipts {
	return (votes) => {
		const [first] = votes;
		if (!first) return [];
		const leaves = votes.map(voteLine);
		const { root, paths } = treeOf(leaves, LINE_END);
		const note = sign(
			formatPromise({
				origin: key.name,
				size: leaves.length,
				root: new Uint8Array(root),
				log: `${prefix}/${first.ranking}`,
				deadline: Math.max(...votes.map(({ castAt }) => castAt)) + DEADLINE_SECONDS,
			}),
		);
		const end = escaped(`\n${note}`);
		return leaves.map((leaf, index) => {
			const head = formatTlogProofHead(index).replaceAll('\n', LINE_END);
			// The grammar of a vote's leaf has nothing that JSON would escape.
			return `{"leaf":"${leaf}","proof":"${head}${paths[index]}${end}"}`;
		});
	};
}

/**
 * The text as a string of JSON has it, in ASCII. The dash of a signed note alone would make the whole answer a string of two
 * bytes a character, which costs more to join and to send.
 */
function escaped(text: string): string {
	const json = JSON.stringify(text).slice(1, -1);
	const ascii = json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
	// What V8 replaces in a string of two bytes a character stays one, whatever is left in it. Only bytes make it narrow.
	return Buffer.from(ascii, 'latin1').toString('latin1');
}

/** What is hashed for a node. Used again and again. */
const nodeText = Buffer.alloc(1 + 2 * HASH_BYTES);
nodeText[0] = 1;

/**
 * The tree over the votes of one batch, with the path of each vote: from its leaf's sibling up, a line for each hash.
 * Every hash is spelled in base64 once, and used in that spelling from then on.
 * @param leaves at least one, in ASCII
 * @param lineEnd what ends each line of a path
 */
function treeOf(leaves: readonly string[], lineEnd: string) {
	const levels = [leaves.map((leaf) => hash('sha256', `\0${leaf}`, 'base64'))];
	for (let level = levels[0] as string[]; level.length > 1; levels.push(level))
		level = Array.from({ length: Math.ceil(level.length / 2) }, nodeAbove(level));
	const [top = ''] = levels.pop() ?? [];
	let paths = [''];
	for (const level of levels.toReversed()) {
		// Siblings share the path above them. The last subtree of a level may have no sibling.
		paths = level.map((_, index) => {
			const sibling = level[index ^ 1];
			const above = paths[index >> 1] ?? '';
			return sibling === undefined ? above : `${sibling}${lineEnd}${above}`;
		});
	}
	return { root: Buffer.from(top, 'base64'), paths };
}

function nodeAbove(level: readonly string[]) {
	return (_: unknown, index: number): string => {
		const left = level[2 * index] as string;
		const right = level[2 * index + 1];
		if (right === undefined) return left;
		nodeText.write(left, 1, HASH_BYTES, 'base64');
		nodeText.write(right, 1 + HASH_BYTES, HASH_BYTES, 'base64');
		return hash('sha256', nodeText, 'base64');
	};
}
