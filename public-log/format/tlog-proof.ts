/** Proofs that need no server, by C2SP tlog-proof: a leaf's index and path, and the checkpoint that they lead to. */
import { base64, fromBase64, fromDecimal, type Bytes } from './bytes.ts';
import { parseCheckpoint, type Checkpoint } from './checkpoint.ts';
import { isSignedUnder, parseNote, verifyNote, type VerifierKey } from './note.ts';
import { isIncluded } from './proofs.ts';
import { HASH_BYTES, leafHash } from './tree.ts';

const FIRST_LINE = 'c2sp.org/tlog-proof@v1';
/** The path of a leaf is at most as long as an index has bits. */
const PATH_MAX = 64;

export interface TlogProof {
	index: number;
	/** From the leaf's sibling up. */
	path: readonly Uint8Array[];
	/** The signed note of the checkpoint. */
	checkpoint: string;
}

export const formatTlogProof = ({ index, path, checkpoint }: TlogProof): string =>
	`${formatTlogProofHead(index)}${[...path.map(base64), '', checkpoint].join('\n')}`;

/** What stands before the path. */
export const formatTlogProofHead = (index: number): string => `${FIRST_LINE}\nindex ${index}\n`;

/** Null if it is not such a proof. An `extra` line is taken and left out: nothing vouches for it. */
export function parseTlogProof(text: string): TlogProof | null {
	const head = text.indexOf('\n\n');
	if (head < 0) return null;
	const [first, ...lines] = text.slice(0, head).split('\n');
	if (lines[0]?.startsWith('extra ')) lines.shift();
	const [indexLine = '', ...pathLines] = lines;
	const index = indexLine.startsWith('index ') ? fromDecimal(indexLine.slice('index '.length)) : null;
	if (first !== FIRST_LINE || index === null || pathLines.length > PATH_MAX) return null;
	const path: Bytes[] = [];
	for (const line of pathLines) {
		const hash = fromBase64(line);
		if (hash?.length !== HASH_BYTES) return null;
		path.push(hash);
	}
	return { index, path, checkpoint: text.slice(head + 2) };
}

/**
 * Why a proof does not hold. `another_key`: it is signed under another key of the log's name, which may be a retired one.
 * `forged`: the signature is false.
 */
export type ProofFault = 'not_a_proof' | 'other_log' | 'another_key' | 'forged' | 'not_included';

/**
 * Verifies that the leaf is in the tree of the checkpoint that the key has signed.
 * @param read the checkpoint in a signed text
 * @returns the proven checkpoint, or the first fault
 */
export async function verifyProof<Signed extends Checkpoint>(
	leaf: Uint8Array,
	text: string,
	key: VerifierKey,
	read: (signed: string) => Signed | null,
): Promise<{ index: number; checkpoint: Signed } | { fault: ProofFault }> {
	const proof = parseTlogProof(text);
	const note = proof && parseNote(proof.checkpoint);
	const checkpoint = note && read(note.text);
	if (!checkpoint) return { fault: 'not_a_proof' };
	// Our logs sign under their own name.
	if (checkpoint.origin !== key.name) return { fault: 'other_log' };
	if (!isSignedUnder(note, key)) return { fault: 'another_key' };
	if (!(await verifyNote(note, key))) return { fault: 'forged' };
	const { index, path } = proof;
	const { size, root } = checkpoint;
	if (!isIncluded({ index, size, leafHash: leafHash(leaf), path, root })) return { fault: 'not_included' };
	return { index, checkpoint };
}

/** Verifies that the leaf is in the log that the key signs for. */
export const verifyTlogProof = (leaf: Uint8Array, text: string, key: VerifierKey) =>
	verifyProof(leaf, text, key, parseCheckpoint);
