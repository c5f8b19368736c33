/** Logs of earlier generations, as the store has kept them: they have ended, and are still served. */
import { checkpointIn } from '#public-log/format/checkpoint.ts';
import { parseVerifierKey } from '#public-log/format/note.ts';
import { cutBundle, decodeTile, readBundle, TILE_WIDTH, tilePath } from '#public-log/format/tiles.ts';
import { leafHash, rootOf } from '#public-log/format/tree.ts';
import type { LogState } from '../sql.ts';
import type { LogReader } from '../store.ts';
import { base64 } from '#public-log/format/bytes.ts';

/** Null if the store has no such log. Its partial tiles are empty if the last leaves were lost with the database. */
export async function readEndedLog(store: LogReader, name: string): Promise<LogState | null> {
	const checkpoint = (await store.read(`${name}/checkpoint`))?.toString() ?? null;
	const signed = checkpointIn(checkpoint ?? '');
	if (!signed) return null;
	const { size } = signed;
	const bundle = await readEdge(store, name, size);
	const state: LogState = { name, size, publishedSize: size, checkpoint, bundle, tiles: [], publicKey: null };
	let hashes: Uint8Array[] = readBundle(bundle).map(leafHash);
	for (let level = 0; TILE_WIDTH ** level <= size; level += 1) {
		if (level > 0) hashes = await readFullRoots(store, name, level, size);
		state.tiles.push(Buffer.concat(hashes));
	}
	return state;
}

/** A crash may have left an edge that is newer than its checkpoint. */
async function readEdge(store: LogReader, name: string, size: number): Promise<Buffer> {
	const width = size % TILE_WIDTH;
	const full = tilePath({ level: 'entries', index: Math.floor(size / TILE_WIDTH), width: TILE_WIDTH });
	const bytes = (await store.read(`${name}/${full}`)) ?? (await store.read(`${name}/edge`));
	return Buffer.from((bytes && readBundle(bytes).length >= width && cutBundle(bytes, width)) || []);
}

/** Hashes of the tile of a level that is not full: roots of the full tiles below. */
async function readFullRoots(store: LogReader, name: string, level: number, size: number): Promise<Uint8Array[]> {
	const hashes = Math.floor(size / TILE_WIDTH ** level);
	const from = Math.floor(hashes / TILE_WIDTH) * TILE_WIDTH;
	const roots: Uint8Array[] = [];
	for (let index = from; index < hashes; index += 1) {
		const bytes = await store.read(`${name}/${tilePath({ level: level - 1, index, width: TILE_WIDTH })}`);
		const tile = bytes && decodeTile(bytes, TILE_WIDTH);
		if (!tile) throw new Error(`A tile of ${name} was published and is gone`);
		roots.push(rootOf(tile));
	}
	return roots;
}

/** Where a log has ended, as its store says. */
export interface End {
	size: number;
	/** Base64. */
	root: string;
}

/** The last checkpoint that the store knows: the database may know an older one. */
export async function readEnded(store: LogReader, name: string): Promise<End | null> {
	const ended = checkpointIn((await store.read(`${name}/checkpoint`))?.toString() ?? '');
	return ended && { size: ended.size, root: base64(ended.root) };
}

/** Holds the key of a log that goes on under another one. */
export const keyFile = (name: string): string => `${name}/vkey`;

/**
 * Public half of the key that signed a log, from the stores of its generation and of those after it, the earliest first.
 * Null: the key that signs it today.
 */
export async function readEndedKey(stores: readonly LogReader[], name: string): Promise<Buffer | null> {
	for (const store of stores) {
		const key = parseVerifierKey((await store.read(keyFile(name)))?.toString().trim() ?? '');
		if (key) return Buffer.from(key.publicKey);
	}
	return null;
}
