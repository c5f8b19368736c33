/** Tiles and bundles: their paths, their widths, and the roots and proofs that are read from them. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { base64, concat, utf8 } from './bytes.ts';
import {
	decodeBundle,
	encodeBundle,
	parseTilePath,
	subtreesOf,
	TILE_WIDTH,
	tilePath,
	tilesIn,
	widthIn,
	type TileName,
} from './tiles.ts';
import { consistencyProof, inclusionProof, isIncluded, readRoot } from './proofs.ts';
import { isConsistent } from '../tests/fixtures/consistency.ts';
import { filesOf } from '../tests/fixtures/log-files.ts';
import { testSigner } from '../tests/fixtures/signer.ts';
import { leafHash, rootOf } from './tree.ts';

it('have the paths of tlog-tiles', () => {
	expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('tile/0/x001/x234/067');
	expect(tilePath({ level: 'entries', index: 0, width: 17 })).toBe('tile/entries/000.p/17');
	const level = fc.oneof(fc.constant('entries' as const), fc.nat(63));
	const name = fc.record({ level, index: fc.nat(2 ** 31), width: fc.integer({ min: 1, max: 256 }) });
	fc.assert(
		fc.property(name, (one) => {
			expect(parseTilePath(tilePath(one))).toEqual(one);
		}),
	);
});

it.each([
	...['0', '256', '1000', '01', ''].map((width) => `tile/0/000.p/${width}`),
	...['00/000', '64/000', '0/0', '0/1234', '0/x000/000', '0/x001/x234/067/', '0/../000'].map((path) => `tile/${path}`),
	'tile/entries/000\n',
	`tile/0/${'x999/'.repeat(20)}999`,
	'',
])('have no path %j', (path) => expect(parseTilePath(path)).toBeNull());

it('of 70,000 leaves are those of the example in tlog-tiles', () => {
	const found = [...tilesIn(70_000)];
	const count = (level: TileName['level']) => found.filter((name) => name.level === level).length;
	expect([count('entries'), count(0), count(1), count(2)]).toEqual([274, 274, 2, 1]);
	expect(found.filter(({ width }) => width < TILE_WIDTH).map(tilePath)).toEqual([
		'tile/entries/273.p/112',
		'tile/0/273.p/112',
		'tile/1/001.p/17',
		'tile/2/000.p/1',
	]);
	for (const name of found) expect(widthIn(70_000, name)).toBe(name.width);
	expect(widthIn(70_000, { level: 3, index: 0 })).toBe(0);
	expect([...tilesIn(256)].map(tilePath)).toEqual(['tile/entries/000', 'tile/0/000', 'tile/1/000.p/1']);
});

it('give the same roots and proofs as the leaves do', async () => {
	const size = 66_000;
	const leaves = Array.from({ length: size }, (_, index) => utf8(`leaf ${index}`));
	const hashes = leaves.map(leafHash);
	const files = filesOf(leaves, testSigner('vote.example/log'));
	const read = subtreesOf(size, async (name) => files.get(tilePath(name)) as Uint8Array);
	const root = rootOf(hashes);
	expect(base64(await readRoot(size, read))).toBe(base64(root));
	for (const index of [0, 1, 255, 256, 65_535, 65_536, 65_999]) {
		const path = await inclusionProof(index, size, read);
		expect(isIncluded({ index, size, leafHash: hashes[index] as Uint8Array, path, root })).toBe(true);
	}
	for (const from of [1, 255, 256, 257, 65_536, 65_537]) {
		const path = await consistencyProof(from, size, read);
		expect(isConsistent({ from, size, fromRoot: rootOf(hashes.slice(0, from)), root, path })).toBe(true);
	}
	const short = subtreesOf(size, async () => new Uint8Array(32));
	await expect(readRoot(size, short)).rejects.toThrow('does not hold');
});

it('of leaves hold exactly as many as they say, and not a byte more', () => {
	const leaves = [utf8('a'), utf8('bb'), new Uint8Array(65_535)];
	const bundle = encodeBundle(leaves);
	expect(decodeBundle(bundle, 3)?.map(base64)).toEqual(leaves.map(base64));
	for (const width of [2, 4]) expect(decodeBundle(bundle, width)).toBeNull();
	for (const other of [concat(bundle, utf8('x')), bundle.subarray(0, -1)]) expect(decodeBundle(other, 3)).toBeNull();
	expect(decodeBundle(Uint8Array.of(0, 0), 1)).toBeNull();
	for (const length of [65_536, 0]) expect(() => encodeBundle([new Uint8Array(length)])).toThrow(RangeError);
});
