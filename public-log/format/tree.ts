/**
 * The Merkle tree of RFC 6962, section 2.1: hashes of leaves and nodes. A hash is 32 bytes. Sizes are below 2^53, so no
 * bit operation is used on them: it would cut them to 32 bits.
 */
import { sha256 } from '#public-log/format/sha256.ts';
import type { Bytes } from './bytes.ts';

export const HASH_BYTES = 32;

/** Root of the tree without leaves. */
export const EMPTY_ROOT: Bytes = sha256(new Uint8Array(0));

/** What is hashed. Used again and again: a log hashes millions of texts of a few bytes. */
const leafText = new Uint8Array(512);
const nodeText = new Uint8Array(1 + 2 * HASH_BYTES);
nodeText[0] = 1;

export function leafHash(leaf: Uint8Array): Bytes {
	const text = leaf.length < leafText.length ? leafText.subarray(0, 1 + leaf.length) : new Uint8Array(1 + leaf.length);
	text.set(leaf, 1);
	return sha256(text);
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Bytes {
	nodeText.set(left, 1);
	nodeText.set(right, 1 + HASH_BYTES);
	return sha256(nodeText);
}

/**
 * Root of the tree over the given hashes, which are leaf hashes, or roots of full subtrees of one height. All but the
 * last subtree must be full.
 */
export function rootOf(hashes: readonly Uint8Array[]): Bytes {
	if (hashes.length === 0) return EMPTY_ROOT;
	let level: readonly Uint8Array[] = hashes;
	while (level.length > 1) {
		const above: Uint8Array[] = [];
		for (let at = 0; at + 1 < level.length; at += 2)
			above.push(nodeHash(level[at] as Uint8Array, level[at + 1] as Uint8Array));
		// Without a sibling, a subtree stands for itself one level higher.
		if (level.length % 2 === 1) above.push(level.at(-1) as Uint8Array);
		level = above;
	}
	return new Uint8Array(level[0] as Uint8Array);
}

/**
 * The right edge of a tree: the roots of its full subtrees, largest first, one for each bit of the size. It is all that
 * is needed to append leaves and to compute the root.
 */
export class RightEdge {
	#size = 0;
	readonly #subtrees: Uint8Array[] = [];

	get size(): number {
		return this.#size;
	}

	append(hash: Uint8Array): void {
		let subtree = hash;
		for (let rest = this.#size; rest % 2 === 1; rest = Math.floor(rest / 2))
			subtree = nodeHash(this.#subtrees.pop() as Uint8Array, subtree);
		this.#subtrees.push(subtree);
		this.#size += 1;
	}

	root(): Bytes {
		if (this.#size === 0) return EMPTY_ROOT;
		return new Uint8Array(this.#subtrees.reduceRight((right, left) => nodeHash(left, right)));
	}
}
