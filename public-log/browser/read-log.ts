/** Reads a ranking's public log from its open address and checks what it reads. */
import { textOf } from '#public-log/format/bytes.ts';
import { parseCheckpoint, type Checkpoint } from '#public-log/format/checkpoint.ts';
import { openNote, parseVerifierKey, type VerifierKey } from '#public-log/format/note.ts';
import { inclusionProof, isIncluded } from '#public-log/format/proofs.ts';
import type { TileName } from '#public-log/format/tiles.ts';
import { cutBundle, decodeBundle, subtreesOf, TILE_WIDTH, tilePath, widthIn } from '#public-log/format/tiles.ts';
import { HASH_BYTES, leafHash } from '#public-log/format/tree.ts';
import { addressOf } from './logs.ts';

/**
 * Reads a file of the site's public logs by its path on the site.
 * @throws {NotPublished} if there is none
 * @throws {Error} if it cannot be read
 */
export type ReadFile = (path: string) => Promise<Uint8Array>;

/** The site has no such log, or the log no such file. */
export class NotPublished extends Error {
	override name = 'NotPublished';
}

/** The site signed these entries, and does not show them all. */
export class LogCut extends Error {
	override name = 'LogCut';
	readonly from: number;
	readonly to: number;

	constructor(from: number, to: number) {
		super(`Entries ${from} to ${to} are missing`);
		[this.from, this.to] = [from, to];
	}
}

export interface PublicLog {
	/** Path of the log on this site. */
	address: string;
	key: VerifierKey;
	/** As it is published. */
	vkey: string;
	checkpoint: Checkpoint;
}

/** @throws {NotPublished} if there is no log */
export const readKey = async (read: ReadFile, address: string): Promise<string> =>
	textOf(await read(`${address}/vkey`)).trim();

/** Null if the checkpoint is not signed by the log's key, or is that of another log. */
export async function openPublicLog(read: ReadFile, address: string): Promise<PublicLog | null> {
	const vkey = await readKey(read, address);
	const key = parseVerifierKey(vkey);
	const note = key && (await openNote(await read(`${address}/checkpoint`), key));
	const checkpoint = note && parseCheckpoint(note.text);
	if (!key || checkpoint?.origin !== key.name || addressOf(key.name) !== address) return null;
	return { address, key, vkey, checkpoint };
}

export async function readBundle(read: ReadFile, address: string, size: number, index: number) {
	const width = widthIn(size, { level: 'entries', index });
	return decodeBundle(await readTile(read, address, { level: 'entries', index, width }), width);
}

/** A list of a million entries has 3,907 bundles, and the site answers 6,000 requests of one address a minute. */
const BUNDLES_AT_ONCE = 4;

/**
 * Reads a log from its end to the first leaf that fits: most people look for a recent one. Null: none does.
 * @throws {LogCut} if a bundle is missing or damaged
 */
export async function searchBack(
	read: ReadFile,
	{ address, checkpoint: { size } }: PublicLog,
	fits: (leaf: Uint8Array) => boolean,
	onProgress: (read: number, size: number) => void = () => undefined,
): Promise<{ leaf: Uint8Array; index: number } | null> {
	const readWhole = async (bundle: number): Promise<Uint8Array[]> => {
		const leaves = await readBundle(read, address, size, bundle).catch(nullIfMissing);
		if (leaves) return leaves;
		throw new LogCut(bundle * TILE_WIDTH, Math.min(size, (bundle + 1) * TILE_WIDTH) - 1);
	};
	for (let end = Math.ceil(size / TILE_WIDTH); end > 0; end -= BUNDLES_AT_ONCE) {
		const start = Math.max(0, end - BUNDLES_AT_ONCE);
		const numbers = Array.from({ length: end - start }, (_, place) => start + place);
		const leaves = (await Promise.all(numbers.map(readWhole))).flat();
		const at = leaves.findIndex(fits);
		const leaf = leaves[at];
		if (leaf) return { leaf, index: start * TILE_WIDTH + at };
		onProgress(size - start * TILE_WIDTH, size);
	}
	return null;
}

export function nullIfMissing(error: unknown): null {
	if (error instanceof NotPublished) return null;
	throw error;
}

/** Undefined if the log does not reach the entry, or its bundle is damaged. */
export async function readEntry(read: ReadFile, address: string, size: number, index: number) {
	if (index >= size) return undefined;
	const bundle = await readBundle(read, address, size, Math.floor(index / TILE_WIDTH));
	return bundle?.[index % TILE_WIDTH];
}

/** Verifies that the signed checkpoint covers this leaf at this index. */
export async function isSigned(
	read: ReadFile,
	{ address, checkpoint: { size, root } }: PublicLog,
	index: number,
	leaf: Uint8Array,
): Promise<boolean> {
	const subtrees = subtreesOf(size, (name) => readTile(read, address, name));
	const path = await inclusionProof(index, size, subtrees);
	return isIncluded({ index, size, leafHash: leafHash(leaf), path, root });
}

/** A log that has grown may hold the full tile or bundle only, which begins with the same leaves. */
async function readTile(read: ReadFile, address: string, name: TileName): Promise<Uint8Array> {
	try {
		return await read(`${address}/${tilePath(name)}`);
	} catch (error) {
		if (!(error instanceof NotPublished) || name.width === TILE_WIDTH) throw error;
		const full = await read(`${address}/${tilePath({ ...name, width: TILE_WIDTH })}`);
		return name.level === 'entries' ? cutBundle(full, name.width) : full.subarray(0, name.width * HASH_BYTES);
	}
}
