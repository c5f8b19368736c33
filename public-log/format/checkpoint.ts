/** Checkpoints by C2SP tlog-checkpoint: the signed size and root of a log. Ours have no extension lines. */
import { base64, fromBase64, fromDecimal, type Bytes } from './bytes.ts';
import { parseNote } from './note.ts';
import { HASH_BYTES } from './tree.ts';

export interface Checkpoint {
	/** Names the log: an address without scheme. */
	origin: string;
	/** Number of leaves. */
	size: number;
	root: Bytes;
}

/** The text that is signed. */
export const formatCheckpoint = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${base64(root)}\n`;

/** Null if the text is no checkpoint, or has extension lines. */
export function parseCheckpoint(text: string): Checkpoint | null {
	const [origin = '', sizeText = '', rootText = '', end, ...rest] = text.split('\n');
	const [size, root] = [fromDecimal(sizeText), fromBase64(rootText)];
	if (origin === '' || end !== '' || rest.length > 0 || size === null || root?.length !== HASH_BYTES) return null;
	return { origin, size, root };
}

/** What a signed note says of its log. Null if it says nothing. Nothing is verified. */
export const checkpointIn = (note: string): Checkpoint | null => parseCheckpoint(parseNote(note)?.text ?? '');
