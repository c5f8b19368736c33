/** A log grows to the same tiles and the same root, however its leaves were divided into runs. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { base64, utf8 } from '#public-log/format/bytes.ts';
import { tilePath, tilesIn, TILE_WIDTH } from '#public-log/format/tiles.ts';
import { leafHash, rootOf } from '#public-log/format/tree.ts';
import { grow, rootAt, type RightTiles } from './growth.ts';

const NO_TILES: RightTiles = { size: 0, bundle: new Uint8Array(0), tiles: [] };

const leavesOf = (size: number) => Array.from({ length: size }, (_, index) => utf8(`leaf ${index}`));

function growAll(leaves: readonly Uint8Array[], cuts: readonly number[]) {
	const full = new Map<string, string>();
	let state: RightTiles = NO_TILES;
	for (const to of [...cuts.toSorted((one, other) => one - other), leaves.length]) {
		const growth = grow(state, leaves.slice(state.size, to));
		for (const tile of growth.full) {
			expect(full.has(tilePath(tile))).toBe(false);
			full.set(tilePath(tile), base64(tile.bytes));
		}
		state = growth.after;
	}
	return { full, state };
}

it('whatever the runs, up to the second level', { timeout: 60_000 }, async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 0, max: 2_000 }),
			fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
			async (size, parts) => {
				const leaves = leavesOf(size);
				const whole = growAll(leaves, []);
				const cuts = parts.map((part) => Math.floor(part * size));
				const divided = growAll(leaves, cuts);
				expect(divided.full).toEqual(whole.full);
				expect(divided.state.tiles.map(base64)).toEqual(whole.state.tiles.map(base64));
				expect(base64(await rootAt(divided.state))).toBe(base64(rootOf(leaves.map(leafHash))));
				const names = [...tilesIn(size)].filter(({ width }) => width === TILE_WIDTH).map(tilePath);
				expect([...whole.full.keys()].toSorted()).toEqual(names.toSorted());
			},
		),
		{ numRuns: 50 },
	);
});

it('past 65,536 leaves, where a tile of the second level becomes full', { timeout: 60_000 }, async () => {
	const leaves = leavesOf(65_537);
	const { full, state } = growAll(leaves, [65_535, 65_536]);
	expect(full.has('tile/1/000')).toBe(true);
	expect(state.tiles.map(({ length }) => length / 32)).toEqual([1, 0, 1]);
	expect(base64(await rootAt(state))).toBe(base64(rootOf(leaves.map(leafHash))));
});

it('never from tiles that do not fit the size', () => {
	const { after } = grow(NO_TILES, leavesOf(3));
	expect(() => grow({ ...after, size: 2 }, [])).toThrow('A log of 2 ends with 3 leaves');
	expect(() => grow({ ...after, tiles: [new Uint8Array(32)] }, [])).toThrow('and not 3');
});
