/** Reads a ranking's public log from its open address and checks on this device what it reads. */
import { Problem } from '#client/problem.ts';
import { textOf } from '#public-log/format/bytes.ts';
import { parseCheckpoint, type Checkpoint } from '#public-log/format/checkpoint.ts';
import { openNote, parseVerifierKey, type VerifierKey } from '#public-log/format/note.ts';
import { inclusionProof, isIncluded } from '#public-log/format/proofs.ts';
import { decodeBundle, subtreesOf, TILE_WIDTH, tilePath, widthIn } from '#public-log/format/tiles.ts';
import { leafHash } from '#public-log/format/tree.ts';
import { addressOf } from '../../lib/votes/get-vote-logs.ts';

export interface PublicLog {
	/** Path of the log on this site. */
	address: string;
	key: VerifierKey;
	/** As it is published. */
	vkey: string;
	checkpoint: Checkpoint;
}

/** @throws {Problem} if the log cannot be read: with code 404, there is none */
export async function readKey(address: string, signal: AbortSignal): Promise<string> {
	return textOf(await read(address, 'vkey', signal)).trim();
}

export async function readReceiptKey(signal: AbortSignal): Promise<string> {
	return textOf(await readAt('/receipts/vkey', signal)).trim();
}

/** Null if the checkpoint is not signed by the log's key, or is that of another log. */
export async function openPublicLog(address: string, signal: AbortSignal): Promise<PublicLog | null> {
	const vkey = await readKey(address, signal);
	const key = parseVerifierKey(vkey);
	const note = key && (await openNote(await read(address, 'checkpoint', signal), key));
	const checkpoint = note && parseCheckpoint(note.text);
	if (!key || checkpoint?.origin !== key.name || addressOf(key.name) !== address) return null;
	return { address, key, vkey, checkpoint };
}

/** The entries of one bundle of a log of this size. Null if the bundle is damaged. */
export async function readBundle(
	address: string,
	size: number,
	index: number,
	signal: AbortSignal,
): Promise<Uint8Array[] | null> {
	const width = widthIn(size, { level: 'entries', index });
	return decodeBundle(await read(address, tilePath({ level: 'entries', index, width }), signal), width);
}

/** Undefined if the log does not reach the entry, or its bundle is damaged. */
export async function readEntry(
	address: string,
	size: number,
	index: number,
	signal: AbortSignal,
): Promise<Uint8Array | undefined> {
	if (index >= size) return undefined;
	const bundle = await readBundle(address, size, Math.floor(index / TILE_WIDTH), signal);
	return bundle?.[index % TILE_WIDTH];
}

/** Verifies that the signed checkpoint covers this leaf at this index. */
export async function isSigned(
	{ address, checkpoint: { size, root } }: PublicLog,
	index: number,
	leaf: Uint8Array,
	signal: AbortSignal,
): Promise<boolean> {
	const subtrees = subtreesOf(size, (name) => read(address, tilePath(name), signal));
	const path = await inclusionProof(index, size, subtrees);
	return isIncluded({ index, size, leafHash: leafHash(leaf), path, root });
}

const read = (address: string, path: string, signal: AbortSignal) => readAt(`${address}/${path}`, signal);

async function readAt(path: string, signal: AbortSignal): Promise<Uint8Array> {
	const response = await fetch(path, { signal }).catch(() => {
		throw new Problem(0, 'network', 'The network could not be reached');
	});
	if (!response.ok) throw new Problem(response.status, 'bad_answer', `The log answered with ${response.status}`);
	return new Uint8Array(await response.arrayBuffer());
}
