/** Keys that were revoked, as the anchor of the site tells of them. What such a key signed later counts for nothing. */
import { isEqual } from '#public-log/format/bytes.ts';
import { parseCheckpoint, type Checkpoint } from '#public-log/format/checkpoint.ts';
import { isSignedUnder, parseNote, type VerifierKey } from '#public-log/format/note.ts';
import { parseTlogProof } from '#public-log/format/tlog-proof.ts';
import type { Reports } from './findings.ts';

/** Under the name of a log that goes on under another one, or whose key was revoked. */
export interface EndedKey {
	key: VerifierKey;
	/** Leaves of this log that still count. */
	size: number;
	isRevoked: boolean;
}

export interface Revocations {
	/** The keys of the log of this name that sign it no more. */
	of(origin: string): readonly EndedKey[];
	/** True if this very key was revoked, whatever it signed. */
	has(key: VerifierKey): boolean;
	/** The second to which the log of this name was set back. Null: it was not. */
	restoredTo(origin: string): number | null;
}

const NONE: Revocations = { of: () => [], has: () => false, restoredTo: () => null };

/** Judges the log's own checkpoint. */
export function judgeRevoked(
	key: VerifierKey,
	{ size }: Checkpoint,
	revoked: Revocations = NONE,
	findings: Reports<'signature'>,
): void {
	const own = revoked.of(key.name).find((one) => one.isRevoked && isEqual(one.key.publicKey, key.publicKey));
	if (own && size > own.size)
		findings.fail(
			'signature',
			`the key was revoked: of its ${size} leaves, ${own.size} count. The log goes on elsewhere`,
		);
}

/** The key that has signed a proof for the same ranking before its log went on, perhaps under an earlier name. */
export function signerOfProof(proof: string, { name }: VerifierKey, revoked: Revocations = NONE): EndedKey | null {
	const note = parseNote(parseTlogProof(proof)?.checkpoint ?? '');
	const origin = note && parseCheckpoint(note.text)?.origin;
	if (!note || !origin || rankingOf(origin) !== rankingOf(name)) return null;
	return revoked.of(origin).find(({ key }) => isSignedUnder(note, key)) ?? null;
}

/** Our logs are named after their ranking. */
export const rankingOf = (origin: string): string => origin.slice(origin.lastIndexOf('/') + 1);
