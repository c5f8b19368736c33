/**
 * Receipts: the site's signed promise to list a vote by a deadline. A receipt is a tlog-proof of the vote's leaf in the
 * tree of its batch, so that one signature serves the whole batch. The signed text is a checkpoint of that tree with two
 * extension lines: the log that will list the votes, and until when.
 */
import { fromDecimal } from './bytes.ts';
import { formatCheckpoint, parseCheckpoint, type Checkpoint } from './checkpoint.ts';
import { parseNote, type VerifierKey } from './note.ts';
import { parseTlogProof, verifyProof } from './tlog-proof.ts';

export interface BatchPromise extends Checkpoint {
	/** Name of the log. */
	log: string;
	/** Unix seconds. */
	deadline: number;
}

const CHECKPOINT_LINES = 3;

/** The text that is signed. */
export const formatPromise = ({ log, deadline, ...batch }: BatchPromise): string =>
	`${formatCheckpoint(batch)}log ${log}\ndeadline ${deadline}\n`;

/** Null if the text is no promise. */
export function parsePromise(text: string): BatchPromise | null {
	const lines = text.split('\n');
	const batch = parseCheckpoint(`${lines.slice(0, CHECKPOINT_LINES).join('\n')}\n`);
	const [, log = '', deadlineText = ''] =
		/^log ([^\n]+)\ndeadline ([0-9]{1,16})\n$/.exec(lines.slice(CHECKPOINT_LINES).join('\n')) ?? [];
	const deadline = fromDecimal(deadlineText);
	return batch && log !== '' && deadline !== null ? { ...batch, log, deadline } : null;
}

/** What a receipt says, before anybody has verified it. */
export const promiseIn = (proof: string): BatchPromise | null =>
	parsePromise(parseNote(parseTlogProof(proof)?.checkpoint ?? '')?.text ?? '');

/** Verifies that the key has promised to list the leaf. Returns the promise, or the first fault. */
export async function verifyReceipt(leaf: Uint8Array, text: string, key: VerifierKey) {
	const verified = await verifyProof(leaf, text, key, parsePromise);
	return 'fault' in verified ? verified : { promise: verified.checkpoint };
}
