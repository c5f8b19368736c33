/**
 * Proofs that a tree holds a leaf, and that it begins with a smaller tree (RFC 6962, section 2.1). Inclusion is verified as in
 * RFC 9162, section 2.1.3.2, which says the same more clearly. Consistency is verified by witnesses only.
 */
import { isEqual } from './bytes.ts';
import { EMPTY_ROOT, HASH_BYTES, nodeHash } from './tree.ts';

/** Reads the root of the leaves from `start` to before `end`. The range is a full subtree at its own place. */
export type ReadSubtree = (start: number, end: number) => Promise<Uint8Array>;

/** Root of any range of leaves that begins where a full subtree of its size would begin. */
async function rangeRoot(start: number, end: number, read: ReadSubtree): Promise<Uint8Array> {
	const split = splitOf(end - start);
	if (split === end - start) return read(start, end);
	const [left, right] = [await read(start, start + split), await rangeRoot(start + split, end, read)];
	return nodeHash(left, right);
}

/** The largest power of two that is not larger than the length. */
function splitOf(length: number): number {
	let split = 1;
	while (split * 2 <= length) split *= 2;
	return split;
}

/** Where the tree of this length divides: the largest power of two that is smaller than the length. */
function middleOf(length: number): number {
	const split = splitOf(length);
	return split === length ? length / 2 : split;
}

/** Root of the tree of this size. */
export const readRoot = async (size: number, read: ReadSubtree): Promise<Uint8Array> =>
	size === 0 ? EMPTY_ROOT : rangeRoot(0, size, read);

/**
 * Goes from the root down towards a leaf until the subtree is reached. Returns the hashes of the siblings on the way, the
 * lowest first, and where the subtree starts.
 */
async function siblingsOf(
	leaf: number,
	size: number,
	read: ReadSubtree,
	isReached: (start: number, end: number) => boolean,
): Promise<{ path: Uint8Array[]; start: number }> {
	const path: Uint8Array[] = [];
	let [start, end] = [0, size];
	while (!isReached(start, end)) {
		const middle = start + middleOf(end - start);
		const isLeft = leaf < middle;
		path.push(await (isLeft ? rangeRoot(middle, end, read) : rangeRoot(start, middle, read)));
		[start, end] = isLeft ? [start, middle] : [middle, end];
	}
	return { path: path.toReversed(), start };
}

/**
 * Hashes from the leaf's sibling up to the child of the root.
 * @throws {RangeError} if the tree has no such leaf
 */
export async function inclusionProof(index: number, size: number, read: ReadSubtree): Promise<Uint8Array[]> {
	if (!(index >= 0 && index < size)) throw new RangeError(`A tree of ${size} has no leaf ${index}`);
	return (await siblingsOf(index, size, read, (start, end) => end - start === 1)).path;
}

/**
 * Proof that the tree of `size` begins with the tree of `from`. Empty if `from` is 0 or the size itself.
 * @throws {RangeError} if `from` is larger than the size
 */
export async function consistencyProof(from: number, size: number, read: ReadSubtree): Promise<Uint8Array[]> {
	if (!(from >= 0 && from <= size)) throw new RangeError(`A tree of ${size} has no part of ${from}`);
	if (from === 0 || from === size) return [];
	const { path, start } = await siblingsOf(from - 1, size, read, (_, end) => end === from);
	// The verifier knows the old root, but not the root of a part of it.
	return start === 0 ? path : [await rangeRoot(start, from, read), ...path];
}

export interface Inclusion {
	index: number;
	size: number;
	leafHash: Uint8Array;
	path: readonly Uint8Array[];
	root: Uint8Array;
}

export function isIncluded({ index, size, leafHash: leaf, path, root }: Inclusion): boolean {
	if (!isTreeSize(size) || !isTreeSize(index) || index >= size || leaf.length !== HASH_BYTES) return false;
	let [node, last] = [index, size - 1];
	let hash = leaf;
	for (const sibling of path) {
		if (last === 0 || sibling.length !== HASH_BYTES) return false;
		if (node % 2 === 1 || node === last) {
			hash = nodeHash(sibling, hash);
			while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
		} else {
			hash = nodeHash(hash, sibling);
		}
		[node, last] = [half(node), half(last)];
	}
	return last === 0 && isEqual(hash, root);
}

const half = (value: number) => Math.floor(value / 2);
const isTreeSize = (value: number) => Number.isSafeInteger(value) && value >= 0;
