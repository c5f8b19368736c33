/** Where a log has ended, as its store says, and the key that it was signed by. */
import { base64 } from '#public-log/format/bytes.ts';
import { parseCheckpoint } from '#public-log/format/checkpoint.ts';
import { parseNote, parseVerifierKey } from '#public-log/format/note.ts';
import type { LogReader } from '../store.ts';

export interface End {
	size: number;
	/** Base64. */
	root: string;
}

/** The last checkpoint that the store knows: the database may know an older one. */
export async function readEnded(store: LogReader, name: string): Promise<End | null> {
	const note = parseNote((await store.read(`${name}/checkpoint`))?.toString() ?? '');
	const ended = note && parseCheckpoint(note.text);
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
