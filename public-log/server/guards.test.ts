/** Nothing is signed that the stored bytes do not give. */
import { describe, expect, it } from 'vitest';
import { utf8 } from '#public-log/format/bytes.ts';
import { tilePath, TILE_WIDTH } from '#public-log/format/tiles.ts';
import { HASH_BYTES } from '#public-log/format/tree.ts';
import { grow } from './growth.ts';
import { readBack } from './guards.ts';

const NONE = { size: 0, bundle: new Uint8Array(0), tiles: [] };
const leaves = Array.from({ length: 2 * TILE_WIDTH }, (_, index) => utf8(`leaf ${index}`));
// Only a log of 65,536 leaves has an upper tile that is full.
const upper = { level: 1, index: 0, width: TILE_WIDTH, bytes: new Uint8Array(TILE_WIDTH * HASH_BYTES).fill(7) };
const full = [...grow(NONE, leaves).full, upper];

function storeOf(changes: Readonly<Record<string, Buffer>> = {}) {
	const files = new Map<string, Buffer>(full.map((tile) => [`log/${tilePath(tile)}`, Buffer.from(tile.bytes)]));
	for (const [name, bytes] of Object.entries(changes)) files.set(`log/${name}`, bytes);
	return { files, read: (name: string) => Promise.resolve(files.get(name) ?? null) };
}

const FILES = ['tile/entries/001', 'tile/0/001', 'tile/1/000'];

describe('files that were written', () => {
	it('pass if they are as they were meant', () => readBack(storeOf(), 'log', full));

	it.each(FILES)('are refused if a bit of %s has changed, or it is short', async (name) => {
		const bytes = storeOf().files.get(`log/${name}`) ?? Buffer.alloc(0);
		const flipped = Buffer.from(bytes);
		flipped[100] = (flipped[100] ?? 0) ^ 1;
		for (const wrong of [flipped, bytes.subarray(0, -1), Buffer.alloc(0)]) {
			await expect(readBack(storeOf({ [name]: wrong }), 'log', full)).rejects.toMatchObject({ reason: 'tile_damaged' });
		}
	});

	it('are refused if leaves and their hashes are gone together', async () => {
		const store = storeOf();
		for (const name of FILES.slice(0, 2)) store.files.delete(`log/${name}`);
		await expect(readBack(store, 'log', full)).rejects.toMatchObject({ reason: 'tile_damaged' });
	});
});
