/** Tiles and bundles: their paths, their widths, and the roots and proofs that are read from them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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

describe('tiles', () => {
	it('have the paths of tlog-tiles', () => {
		expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('tile/0/x001/x234/067');
		expect(tilePath({ level: 'entries', index: 0, width: 17 })).toBe('tile/entries/000.p/17');
		fc.assert(
			fc.property(
				fc.oneof(fc.constant('entries' as const), fc.nat(63)),
				fc.nat(2 ** 31),
				fc.integer({ min: 1, max: 256 }),
				(level, index, width) => {
					const name = { level, index, width };
					expect(parseTilePath(tilePath(name))).toEqual(name);
				},
			),
		);
	});

	it.each([
		'tile/0/000.p/0',
		'tile/0/000.p/256',
		'tile/0/000.p/1000',
		'tile/0/000.p/01',
		'tile/00/000',
		'tile/64/000',
		'tile/0/0',
		'tile/0/1234',
		'tile/0/x000/000',
		'tile/0/x001/x234/067/',
		'tile/0/../000',
		'tile/entries/000.p/',
		'tile/entries/000\n',
		`tile/0/${'x999/'.repeat(20)}999`,
		'',
	])('have no path %j', (path) => {
		expect(parseTilePath(path)).toBeNull();
	});

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
		expect(decodeBundle(bundle, 2)).toBeNull();
		expect(decodeBundle(bundle, 4)).toBeNull();
		expect(decodeBundle(concat(bundle, utf8('x')), 3)).toBeNull();
		expect(decodeBundle(bundle.subarray(0, -1), 3)).toBeNull();
		expect(decodeBundle(Uint8Array.of(0, 0), 1)).toBeNull();
		expect(() => encodeBundle([new Uint8Array(65_536)])).toThrow(RangeError);
		expect(() => encodeBundle([new Uint8Array(0)])).toThrow(RangeError);
	});
});
