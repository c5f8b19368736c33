/** Tiles of a published log: full ones from the store, partial ones from the log's row. */
import type { ReadSubtree } from '#public-log/format/proofs.ts';
import type { TileName } from '#public-log/format/tiles.ts';
import { cutBundle, readBundle, subtreesOf, TILE_WIDTH, tilePath, widthIn } from '#public-log/format/tiles.ts';
import { HASH_BYTES } from '#public-log/format/tree.ts';
import type { LogState } from './sql.ts';
import type { LogReader } from './store.ts';

/** Null if the published log does not reach the tile. */
export async function readTile(store: LogReader, log: LogState, name: TileName): Promise<Uint8Array | null> {
	const width = widthIn(log.publishedSize, name);
	if (name.width > width) return null;
	const whole = width === TILE_WIDTH ? await readFull(store, log, name) : partialOf(log, name);
	if (whole === null || name.width === width) return whole;
	return name.level === 'entries' ? cutBundle(whole, name.width) : whole.subarray(0, name.width * HASH_BYTES);
}

async function readFull(store: LogReader, log: LogState, { level, index }: TileName): Promise<Uint8Array> {
	const name = `${log.name}/${tilePath({ level, index, width: TILE_WIDTH })}`;
	const bytes = await store.read(name);
	if (!bytes) throw new Error(`${name} was published and is gone`);
	return bytes;
}

const partialOf = ({ bundle, tiles }: LogState, { level }: TileName): Uint8Array | null =>
	level === 'entries' ? bundle : (tiles[level] ?? null);

/** Undefined if the published log does not reach the leaf. */
export async function readLeaf(store: LogReader, log: LogState, index: number): Promise<Uint8Array | undefined> {
	const bundle = { level: 'entries' as const, index: Math.floor(index / TILE_WIDTH) };
	const bytes = await readTile(store, log, { ...bundle, width: widthIn(log.publishedSize, bundle) });
	return readBundle(bytes ?? new Uint8Array(0))[index % TILE_WIDTH];
}

/**
 * Reads subtrees of a published log when it had `size` leaves. Each tile is read once: the upper hashes of a path lie in the
 * same few.
 */
export function readSubtrees(store: LogReader, log: LogState, size: number): ReadSubtree {
	const tiles = new Map<string, Promise<Uint8Array | null>>();
	return subtreesOf(size, async (name) => {
		const path = tilePath(name);
		const bytes = await tiles.getOrInsertComputed(path, () => readTile(store, log, name));
		if (!bytes) throw new Error(`${log.name}/${path} is not published`);
		return bytes;
	});
}
