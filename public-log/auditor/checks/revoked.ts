/** Keys that were revoked, as the anchor of the site tells of them. What such a key signed later counts for nothing. */
import { isEqual } from '#public-log/format/bytes.ts';
import { parseCheckpoint, type Checkpoint } from '#public-log/format/checkpoint.ts';
import { isSignedUnder, parseNote, type VerifierKey } from '#public-log/format/note.ts';
import { parseTlogProof } from '#public-log/format/tlog-proof.ts';
import type { Reports } from './findings.ts';

/** Under the name of a log. */
export interface RevokedKey {
	key: VerifierKey;
	/** Leaves of this log that it signed before: so many count. */
	size: number;
}

export interface Revocations {
	/** The revoked keys of the log of this name. */
	of(origin: string): readonly RevokedKey[];
	/** True if this very key was revoked, whatever it signed. */
	has(key: VerifierKey): boolean;
}

const NONE: Revocations = { of: () => [], has: () => false };

/** Judges the log's own checkpoint. */
export function judgeRevoked(
	key: VerifierKey,
	{ size }: Checkpoint,
	revoked: Revocations = NONE,
	findings: Reports<'signature'>,
): void {
	const own = revoked.of(key.name).find((one) => isEqual(one.key.publicKey, key.publicKey));
	if (own && size > own.size)
		findings.fail(
			'signature',
			`the key was revoked: of its ${size} leaves, ${own.size} count. The log goes on elsewhere`,
		);
}

/** The revoked key that has signed a proof for the same ranking, perhaps under an earlier name of its log. */
export function signerOfProof(proof: string, { name }: VerifierKey, revoked: Revocations = NONE): RevokedKey | null {
	const note = parseNote(parseTlogProof(proof)?.checkpoint ?? '');
	const origin = note && parseCheckpoint(note.text)?.origin;
	if (!note || !origin || rankingOf(origin) !== rankingOf(name)) return null;
	return revoked.of(origin).find(({ key }) => isSignedUnder(note, key)) ?? null;
}

/** Our logs are named after their ranking. */
export const rankingOf = (origin: string): string => origin.slice(origin.lastIndexOf('/') + 1);
