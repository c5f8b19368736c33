/** The key and the signed checkpoint that a log shows. */
import { textIn } from '#public-log/format/bytes.ts';
import { parseCheckpoint, type Checkpoint } from '#public-log/format/checkpoint.ts';
import { parseNote, parseVerifierKey, verifyNote, type Note, type VerifierKey } from '#public-log/format/note.ts';
import type { Findings } from '../checks/findings.ts';
import { type LogSource, Unreachable } from './source.ts';

export const NOTE_BYTES_MAX = 100_000;
const KEY_BYTES_MAX = 1_000;

/** @throws {Unreachable} if the log shows no key */
export async function readOwnKey(source: LogSource): Promise<VerifierKey> {
	const bytes = await source.read('vkey', KEY_BYTES_MAX);
	const key = bytes && parseVerifierKey((textIn(bytes) ?? '').trimEnd());
	if (!key) throw new Unreachable(`${nameOf(source)} shows no key. Is this a log? If it is, give its key: --key`);
	return key;
}

const nameOf = ({ place = 'The log' }: LogSource) => place;

export interface OpenedCheckpoint {
	note: Note;
	checkpoint: Checkpoint;
}

/** Nothing is verified yet. Null if it cannot be read. @throws {Unreachable} if there is none */
export async function readCheckpoint(source: LogSource): Promise<OpenedCheckpoint | null> {
	const bytes = await source.read('checkpoint', NOTE_BYTES_MAX);
	if (!bytes) throw new Unreachable(`${nameOf(source)} has no checkpoint. Is this a log?`);
	const note = parseNote(textIn(bytes) ?? '');
	const checkpoint = note && parseCheckpoint(note.text);
	return checkpoint && { note, checkpoint };
}

/**
 * Judges signature and origin. Null if the checkpoint cannot be read.
 * @param given null: the key that the log shows itself
 * @throws {Unreachable} if there is no checkpoint, or no key
 */
export async function openCheckpoint(
	source: LogSource,
	given: VerifierKey | null,
	findings: Pick<Findings<'signature' | 'origin'>, 'fail' | 'remark'>,
): Promise<{ key: VerifierKey; opened: OpenedCheckpoint | null }> {
	const key = given ?? (await readOwnKey(source));
	if (!given) findings.remark('signature', 'this is the key that the log shows itself');
	const opened = await readCheckpoint(source);
	if (!opened) {
		findings.fail('signature', 'the checkpoint cannot be read');
		return { key, opened };
	}
	const { note, checkpoint } = opened;
	if (!(await verifyNote(note, key))) findings.fail('signature', 'the key did not sign this checkpoint');
	if (checkpoint.origin !== key.name) {
		findings.fail('origin', `it names ${checkpoint.origin}, and the key belongs to ${key.name}`);
	}
	return { key, opened };
}
