/** The call `add-checkpoint` of C2SP tlog-witness: sends a checkpoint, and takes only a cosignature that holds. */
import { base64, fromDecimal, textOf } from '#public-log/format/bytes.ts';
import { findCosignature } from '#public-log/format/witness/cosignature.ts';
import { formatNote, parseNote, type Note } from '#public-log/format/note.ts';
import type { Witness } from '#public-log/format/witness/witness-policy.ts';

export interface Submission {
	/** Size of the checkpoint that the witness cosigned last. */
	from: number;
	/** Consistency of the two trees. */
	proof: readonly Uint8Array[];
	/** The signed note, with the log's own signature only. */
	checkpoint: string;
}

export type Outcome = { cosignature: string; time: number } | { knownSize: number } | { fault: string };

const ANSWER_BYTES_MAX = 16_384;

/** Never throws: a witness that is away is a fault like any other. */
export async function addCheckpoint(witness: Witness, submission: Submission, signal: AbortSignal): Promise<Outcome> {
	try {
		const response = await fetch(new URL('add-checkpoint', withSlash(witness.url ?? '')), {
			method: 'POST',
			body: bodyOf(submission),
			redirect: 'error',
			signal,
		});
		const text = await readShort(response);
		if (response.status === 409) return readKnownSize(text);
		if (response.status !== 200) return { fault: `it answered ${response.status}` };
		return await readCosignature(witness, submission.checkpoint, text);
	} catch (error) {
		return { fault: describe(error) };
	}
}

const withSlash = (url: string) => (url.endsWith('/') ? url : `${url}/`);

function bodyOf({ from, proof, checkpoint }: Submission): string {
	return `old ${from}\n${proof.map((hash) => `${base64(hash)}\n`).join('')}\n${checkpoint}`;
}

/** @throws {Error} if the answer is too long */
async function readShort(response: Response): Promise<string> {
	const parts: Uint8Array[] = [];
	let length = 0;
	for await (const part of response.body ?? []) {
		length += part.length;
		// Leaving the loop ends the connection.
		if (length > ANSWER_BYTES_MAX) throw new Error('its answer is too long');
		parts.push(part);
	}
	return textOf(Buffer.concat(parts));
}

function readKnownSize(text: string): Outcome {
	const knownSize = text.endsWith('\n') ? fromDecimal(text.slice(0, -1)) : null;
	return knownSize === null ? { fault: 'it answered 409 without a size' } : { knownSize };
}

async function readCosignature({ key }: Witness, checkpoint: string, lines: string): Promise<Outcome> {
	const note = parseNote(`${checkpoint}${lines}`);
	const found = note && (await findCosignature(note, key));
	if (!found) return { fault: 'its cosignature does not hold' };
	return { cosignature: lineOf(note, found.signature), time: found.time };
}

function lineOf({ text }: Note, signature: Note['signatures'][number]): string {
	return formatNote({ text, signatures: [signature] }).slice(text.length + 1, -1);
}

function describe(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	if (error.name === 'TimeoutError') return 'it does not answer in time';
	return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
