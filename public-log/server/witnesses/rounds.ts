/**
 * Shows the anchor's newest checkpoint to all witnesses, and keeps what they sign. Runs beside the log and never holds it
 * up: each witness has a few seconds, and a round that is still under way is not started again.
 */
import { formatVerifierKey, formatNote, parseNote } from '#public-log/format/note.ts';
import { consistencyProof } from '#public-log/format/proofs.ts';
import { type Witness, type WitnessPolicy, findCosignature } from '#public-log/format/witness/witness-policy.ts';
import * as sql from './witnessing.ts';
import { selectAnchor } from '../anchor/sql.ts';
import type { PublisherDeps, RunnerLog } from '../publisher.ts';
import type { LogState } from '../sql.ts';
import { readSubtrees } from '../tiles.ts';
import { base64, fromDecimal, textOf } from '#public-log/format/bytes.ts';

export interface WitnessDeps extends Pick<PublisherDeps, 'db' | 'store'> {
	policy: WitnessPolicy | null;
	log: Pick<RunnerLog, 'warn'>;
}

/** One round. Returns when every witness has answered, or `giveUp` has made a signal that ends its call. */
export async function askWitnesses(deps: WitnessDeps, giveUp: () => AbortSignal): Promise<void> {
	const witnesses = deps.policy?.witnesses ?? [];
	await sql.keepOnly(
		deps.db,
		witnesses.map(({ key }) => formatVerifierKey(key)),
	);
	const state = await selectAnchor(deps.db);
	if (state.checkpoint === null || witnesses.length === 0) return;
	const known = new Map((await sql.selectWitnesses(deps.db)).map((row) => [row.vkey, row]));
	await Promise.all(
		witnesses.map(async (witness) => {
			const row = known.get(formatVerifierKey(witness.key)) ?? null;
			if (row?.size === state.publishedSize && row.fault === null) return;
			await keep(deps, witness, row, state, await ask(deps, witness, state, row?.size ?? 0, giveUp));
		}),
	);
	await keepWitnessed(deps, state);
}

/** Proofs for fans lead to the last checkpoint that enough witnesses have cosigned. */
async function keepWitnessed({ db, policy }: WitnessDeps, { publishedSize, checkpoint }: LogState): Promise<void> {
	const cosigners = await sql.selectCosigners(db, publishedSize);
	if (cosigners.length === 0 || !policy?.isQuorum(new Set(cosigners.map(({ name }) => name)))) return;
	await sql.keepWitnessed(db, publishedSize, sql.withCosignatures(checkpoint ?? '', cosigners));
}

/** The witness may know another size than we do: then it is asked again from there. */
async function ask({ store }: WitnessDeps, witness: Witness, state: LogState, from: number, giveUp: () => AbortSignal) {
	const size = state.publishedSize;
	let known = from;
	for (const isFirst of [true, false]) {
		// The database was set back, and the publisher will halt.
		if (known > size) return { fault: `it has cosigned ${known} leaves, but this log has ${size}` };
		const proof = await consistencyProof(known, size, readSubtrees(store, state, size));
		const outcome = await addCheckpoint(witness, { from: known, proof, checkpoint: state.checkpoint ?? '' }, giveUp());
		if (!('knownSize' in outcome)) return outcome;
		if (isFirst && outcome.knownSize === known) return { fault: 'it knows another log of this name and size' };
		known = outcome.knownSize;
	}
	return { fault: 'it does not stay with the size that it told' };
}

async function keep(
	{ db, log }: WitnessDeps,
	{ name, key }: Witness,
	before: sql.WitnessRow | null,
	{ publishedSize: size }: LogState,
	outcome: Exclude<Outcome, { knownSize: number }>,
): Promise<void> {
	const vkey = formatVerifierKey(key);
	if ('cosignature' in outcome) return sql.keepCosignature(db, { vkey, name, size, ...outcome });
	const { fault } = outcome;
	if (before?.fault !== fault) log.warn({ witness: name, fault }, 'a witness did not cosign the anchor');
	await sql.keepFault(db, vkey, name, fault);
}

/** A witness that has not answered by then is asked again in the next round. */
const ANSWER_MS = 5_000;

/** Asks witnesses for every new checkpoint of the anchor, and otherwise once a minute. */
export function paceRounds(deps: WitnessDeps, pauseMs: number) {
	const stopping = new AbortController();
	let last = Number.NEGATIVE_INFINITY;
	let underWay: Promise<void> | null = null;

	return {
		/** Begins a round if it is time for one, and returns at once. */
		start(isNew: boolean) {
			if (stopping.signal.aborted || underWay || (!isNew && performance.now() - last < pauseMs)) return;
			last = performance.now();
			underWay = askWitnesses(deps, () => AbortSignal.any([stopping.signal, AbortSignal.timeout(ANSWER_MS)]))
				.catch((error: unknown) => deps.log.warn({ err: error }, 'the witnesses could not be asked'))
				.finally(() => (underWay = null));
		},
		/** Gives up what is under way. */
		async stop() {
			stopping.abort();
			await underWay;
		},
	};
}

interface Submission {
	/** Size of the checkpoint that the witness cosigned last. */
	from: number;
	/** Consistency of the two trees. */
	proof: readonly Uint8Array[];
	/** The signed note, with the log's own signature only. */
	checkpoint: string;
}

type Outcome = { cosignature: string; time: number } | { knownSize: number } | { fault: string };

const ANSWER_BYTES_MAX = 16_384;

/**
 * The call `add-checkpoint` of C2SP tlog-witness: sends a checkpoint, and takes only a cosignature that holds. Never throws:
 * a witness that is away is a fault like any other.
 */
export async function addCheckpoint(witness: Witness, { from, proof, checkpoint }: Submission, signal: AbortSignal) {
	try {
		const body = `old ${from}\n${proof.map((hash) => `${base64(hash)}\n`).join('')}\n${checkpoint}`;
		const url = new URL('add-checkpoint', `${witness.url ?? ''}/`.replace(/\/\/$/, '/'));
		const response = await fetch(url, { method: 'POST', body, redirect: 'error', signal });
		const text = await readShort(response);
		if (response.status === 409) return readKnownSize(text);
		if (response.status !== 200) return { fault: `it answered ${response.status}` };
		return await readCosignature(witness, checkpoint, text);
	} catch (error) {
		return { fault: describe(error) };
	}
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
	const line = formatNote({ text: note.text, signatures: [found.signature] }).slice(note.text.length + 1, -1);
	return { cosignature: line, time: found.time };
}

function describe(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	if (error.name === 'TimeoutError') return 'it does not answer in time';
	return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
