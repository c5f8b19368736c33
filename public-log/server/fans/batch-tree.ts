/**
 * The tree over the votes of one batch, with the path of each vote. Every hash is spelled in base64 once, and used in that
 * spelling from then on.
 */
import { hash } from 'node:crypto';
import { HASH_BYTES } from '#public-log/format/tree.ts';

export interface BatchTree {
	root: Uint8Array;
	/** From each leaf's sibling up: a line for each hash. */
	paths: string[];
}

/** What is hashed for a node. Used again and again. */
const nodeText = Buffer.alloc(1 + 2 * HASH_BYTES);
nodeText[0] = 1;

/**
 * @param leaves at least one, in ASCII
 * @param lineEnd what ends each line of a path
 */
export function treeOf(leaves: readonly string[], lineEnd: string): BatchTree {
	const levels = [leaves.map((leaf) => hash('sha256', `\0${leaf}`, 'base64'))];
	for (let level = levels[0] as string[]; level.length > 1; levels.push(level)) {
		level = Array.from({ length: Math.ceil(level.length / 2) }, nodeAbove(level));
	}
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
