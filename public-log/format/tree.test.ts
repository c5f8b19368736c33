/** The Merkle tree against public test vectors, and against RFC 6962 read word by word. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '#public-log/format/sha256.ts';
import { base64, fromBase64, utf8 } from './bytes.ts';
import { consistencyProof, inclusionProof, isIncluded, readRoot, type ReadSubtree } from './proofs.ts';
import { isConsistent } from '../tests/fixtures/consistency.ts';
import { EMPTY_ROOT, leafHash, nodeHash, RightEdge, rootOf } from './tree.ts';

/** RFC 6962, section 2.1, word by word. */
function plainRoot(hashes: readonly Uint8Array[]): Uint8Array {
	if (hashes.length <= 1) return hashes[0] ?? EMPTY_ROOT;
	let middle = 1;
	while (middle * 2 < hashes.length) middle *= 2;
	return nodeHash(plainRoot(hashes.slice(0, middle)), plainRoot(hashes.slice(middle)));
}

const OTHER = sha256(utf8('another'));
const leavesOf = (size: number) => Array.from({ length: size }, (_, index) => leafHash(utf8(`leaf ${index}`)));
const readOf =
	(hashes: readonly Uint8Array[]): ReadSubtree =>
	async (start, end) =>
		plainRoot(hashes.slice(start, end));

describe('a tree', () => {
	const hashes = leavesOf(70);

	it('has the root that RFC 6962 gives it, at every size', async () => {
		for (let size = 0; size <= hashes.length; size += 1) {
			const expected = base64(plainRoot(hashes.slice(0, size)));
			expect(base64(rootOf(hashes.slice(0, size)))).toBe(expected);
			expect(base64(await readRoot(size, readOf(hashes)))).toBe(expected);
		}
		expect(base64(EMPTY_ROOT)).toBe('47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=');
	});

	it('proves every leaf at every size, and no other hash, place or size', async () => {
		for (let size = 1; size <= hashes.length; size += 1) {
			const root = plainRoot(hashes.slice(0, size));
			for (let index = 0; index < size; index += 1) {
				const path = await inclusionProof(index, size, readOf(hashes));
				const claim = { index, size, leafHash: hashes[index] as Uint8Array, path, root };
				expect(isIncluded(claim)).toBe(true);
				const lies = [{ leafHash: OTHER }, { index: index + 1 }, { path: [...path, root] }];
				for (const lie of path.length > 0 ? [...lies, { path: path.slice(1) }] : lies)
					expect(isIncluded({ ...claim, ...lie })).toBe(false);
			}
		}
	});

	it('proves that it begins with every smaller tree, and with nothing else', async () => {
		for (let size = 0; size <= 40; size += 1) {
			for (let from = 0; from <= size; from += 1) {
				const path = await consistencyProof(from, size, readOf(hashes));
				const [fromRoot, root] = [plainRoot(hashes.slice(0, from)), plainRoot(hashes.slice(0, size))];
				const claim = { from, size, fromRoot, root, path };
				expect(isConsistent(claim)).toBe(true);
				const lies = [{ fromRoot: OTHER }, { path: [...path, root] }];
				// Nothing is claimed of a tree that begins with the empty one.
				for (const lie of from > 0 ? [...lies, { root: OTHER }] : lies)
					expect(isConsistent({ ...claim, ...lie })).toBe(false);
			}
		}
	});

	it('refuses proofs of leaves and parts that it does not have', async () => {
		await expect(inclusionProof(3, 3, readOf(hashes))).rejects.toThrow(RangeError);
		await expect(inclusionProof(-1, 3, readOf(hashes))).rejects.toThrow(RangeError);
		await expect(consistencyProof(4, 3, readOf(hashes))).rejects.toThrow(RangeError);
		expect(isIncluded({ index: 0, size: 2 ** 53, leafHash: EMPTY_ROOT, path: [], root: EMPTY_ROOT })).toBe(false);
	});

	it('has the same root by its right edge', () => {
		const edge = new RightEdge();
		for (const hash of hashes) edge.append(hash);
		expect([edge.size, base64(edge.root())]).toEqual([70, base64(plainRoot(hashes))]);
	});
});

interface Vector {
	desc: string;
	wantErr: boolean;
	proof: string[] | null;
	leafIdx: number;
	treeSize: number;
	root: string;
	leafHash: string;
	size1: number;
	size2: number;
	root1: string;
	root2: string;
}

const VECTORS = join(import.meta.dirname, '../../../shared/vectors/merkle');
const haveVectors = existsSync(VECTORS);
if (!haveVectors) console.log('Skipped: the public vectors of ../shared/vectors/merkle are not beside this checkout');

describe.skipIf(!haveVectors)('the public vectors of transparency-dev/merkle', () => {
	async function read(kind: string): Promise<Vector[]> {
		const names = await readdir(join(VECTORS, kind), { recursive: true });
		const files = names.filter((name) => name.endsWith('.json')).map((name) => join(VECTORS, kind, name));
		return Promise.all(files.map(async (file) => JSON.parse(await readFile(file, 'utf8')) as Vector));
	}
	const bytes = (text: string) => fromBase64(text) ?? new Uint8Array(0);
	it('of inclusion are decided as they say', async () => {
		const inclusion = await read('inclusion');
		const decided = inclusion.map(({ desc, leafIdx, treeSize, root, leafHash: leaf, proof }) => {
			const path = (proof ?? []).map(bytes);
			return [desc, isIncluded({ index: leafIdx, size: treeSize, leafHash: bytes(leaf), path, root: bytes(root) })];
		});
		expect(decided).toEqual(inclusion.map(({ desc, wantErr }) => [desc, !wantErr]));
		expect(inclusion.length).toBeGreaterThan(90);
	});

	it('of consistency are decided as they say, but for the empty tree, which is a part of every tree', async () => {
		const consistency = await read('consistency');
		const decide = ({ size1: from, size2: size, root1, root2, proof }: Vector) =>
			isConsistent({ from, size, fromRoot: bytes(root1), root: bytes(root2), path: (proof ?? []).map(bytes) });
		const others = consistency.filter(({ size1, wantErr }) => size1 !== 0 || !wantErr);
		const decided = others.map((vector) => [vector.desc, decide(vector)]);
		expect(decided).toEqual(others.map(({ desc, wantErr }) => [desc, !wantErr]));
		expect(others.length).toBeGreaterThan(85);
		const empty = consistency.filter(({ size1 }) => size1 === 0);
		const isEmptyProof = ({ root1, root2, size2, proof }: Vector) =>
			root1 === base64(EMPTY_ROOT) && (proof ?? []).length === 0 && (size2 > 0 || root1 === root2);
		expect(empty.map(decide)).toEqual(empty.map((vector) => isEmptyProof(vector)));
	});
});
