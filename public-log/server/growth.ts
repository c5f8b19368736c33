/** How a log grows: from its partial tiles and new leaves to full tiles, new partial tiles and a root. Pure. */
import { concat, type Bytes } from '#public-log/format/bytes.ts';
import type { TileName } from '#public-log/format/tiles.ts';
import { decodeTile, encodeBundle, readBundle, subtreesOf, TILE_WIDTH } from '#public-log/format/tiles.ts';
import { readRoot } from '#public-log/format/proofs.ts';
import { HASH_BYTES, leafHash, rootOf } from '#public-log/format/tree.ts';

/** The tiles of a log that are not full. */
export interface RightTiles {
	size: number;
	bundle: Uint8Array;
	/** The hashes after the last full tile of each level, the lowest first. Upper levels may be empty. */
	tiles: readonly Uint8Array[];
}

export interface FullTile extends TileName {
	bytes: Bytes;
}

export type Growth = ReturnType<typeof grow>;

/** @throws {Error} if the partial tiles do not fit the size */
export function grow(before: RightTiles, leaves: readonly Uint8Array[]) {
	const kept = readBundle(before.bundle);
	if (kept.length !== before.size % TILE_WIDTH)
		throw new Error(`A log of ${before.size} ends with ${kept.length} leaves`);
	// Full now, and not before: leaves before their hashes, lower levels first.
	const full: FullTile[] = [];
	const size = before.size + leaves.length;

	const open = [...kept, ...leaves];
	const first = Math.floor(before.size / TILE_WIDTH);
	for (let index = first; open.length >= TILE_WIDTH; index += 1)
		full.push({ level: 'entries', index, width: TILE_WIDTH, bytes: encodeBundle(open.splice(0, TILE_WIDTH)) });

	const tiles: Bytes[] = [];
	let fresh: Uint8Array[] = leaves.map(leafHash);
	for (let level = 0; fresh.length > 0 || level < before.tiles.length; level += 1) {
		const hashesBefore = Math.floor(before.size / TILE_WIDTH ** level);
		const hashes = [...hashesOf(before.tiles[level], hashesBefore % TILE_WIDTH), ...fresh];
		fresh = [];
		for (let index = Math.floor(hashesBefore / TILE_WIDTH); hashes.length >= TILE_WIDTH; index += 1) {
			const tile = hashes.splice(0, TILE_WIDTH);
			full.push({ level, index, width: TILE_WIDTH, bytes: concat(...tile) });
			fresh.push(rootOf(tile));
		}
		tiles.push(concat(...hashes));
	}
	return { full, after: { size, bundle: encodeBundle(open), tiles } };
}

function hashesOf(tile: Uint8Array | undefined, width: number): Uint8Array[] {
	const hashes = decodeTile(tile ?? new Uint8Array(0), width);
	if (!hashes) throw new Error(`A partial tile holds ${(tile?.length ?? 0) / HASH_BYTES} hashes, and not ${width}`);
	return hashes;
}

/** Root of the log: it needs no other tiles than those at its right edge. */
export function rootAt({ size, tiles }: RightTiles): Promise<Uint8Array> {
	return readRoot(
		size,
		subtreesOf(size, async ({ level }) => tiles[level as number] ?? new Uint8Array(0)),
	);
}
