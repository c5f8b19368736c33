/** Older checkpoints and the receipt of a vote: what the tree must be at their sizes. */
import { parseCheckpoint, type Checkpoint } from '#public-log/format/checkpoint.ts';
import { utf8 } from '#public-log/format/bytes.ts';
import { voteLine } from '#public-log/format/leaf.ts';
import { openNote, type VerifierKey } from '#public-log/format/note.ts';
import type { ReceiptFile } from '#public-log/format/receipt-file.ts';
import { verifyTlogProof, type ProofFault } from '#public-log/format/tlog-proof.ts';
import type { Checker } from '../log-state.ts';
import type { Milestone } from '../walk.ts';
import { utc, type Findings, type Reports } from './findings.ts';
import { signerOfProof, type Revocations } from './revoked.ts';

const PROOF_FAULTS: Record<ProofFault, string> = {
	not_a_proof: 'the file is no proof',
	other_log:
		'the proof is for another log. If it is an earlier one of this ranking, give the anchor of the site: --anchor',
	another_key: 'the proof is signed under another key of this log, perhaps a retired one',
	forged: 'the signature of the proof is forged',
	not_included: 'the proof does not lead from this vote to its checkpoint',
};

/** What the older checkpoint says of the tree. Null if it is no checkpoint of this log: that is a fault. */
export async function olderMilestone(bytes: Uint8Array, key: VerifierKey, now: Checkpoint, findings: Reports<'older'>) {
	const note = await openNote(bytes, key);
	const older = note && parseCheckpoint(note.text);
	if (older?.origin !== key.name) {
		findings.fail('older', 'an older checkpoint is not signed by the key');
		return null;
	}
	return milestoneOf(older, now, () =>
		findings.fail('older', `the log does not begin with the ${older.size} leaves that were signed before`),
	);
}

/** Verifies a receipt. Returns what it says of the tree, or null if it does not hold: that is a fault. */
export async function receiptMilestone(
	{ proof, leaf }: ReceiptFile,
	key: VerifierKey,
	now: Checkpoint,
	findings: Findings,
	revoked?: Revocations,
): Promise<ProvenReceipt | null> {
	const signer = signerOfProof(proof, key, revoked);
	const proven = await verifyTlogProof(utf8(leaf), proof, signer?.key ?? key);
	if ('fault' in proven) {
		findings.fail('receipt', PROOF_FAULTS[proven.fault]);
		return null;
	}
	const { index, checkpoint } = proven;
	if (signer?.isRevoked === false && checkpoint.size > signer.size) {
		const to = revoked?.restoredTo(checkpoint.origin) ?? 0;
		return { milestone: null, index, isRevoked: false, finder: findLine(leaf, to, findings) };
	}
	if (signer && checkpoint.size > signer.size) {
		const told = `it is of ${checkpoint.size} leaves, and ${signer.size} were known when its key was revoked`;
		findings.fail('receipt', `the proof counts for nothing: ${told}`);
		return null;
	}
	const milestone = milestoneOf(checkpoint, now, () =>
		findings.fail('receipt', `the log does not begin with the ${checkpoint.size} leaves of the receipt`),
	);
	return { milestone, index, isRevoked: signer?.isRevoked === true, finder: null };
}

interface ProvenReceipt {
	/** Null: the proof is of a log that was set back, and says nothing of the tree of its successor. */
	milestone: Milestone | null;
	index: number;
	isRevoked: boolean;
	/** Looks for the vote instead. */
	finder: Checker | null;
}

function findLine(leaf: string, restoredTo: number, findings: Findings): Checker {
	let isFound = false;
	return {
		vote: (vote) => void (isFound ||= voteLine(vote) === leaf),
		end() {
			if (isFound) findings.remark('receipt', 'the log lists it, as the log before it did');
			else findings.fail('receipt', `the vote was dropped: its log was set back to ${utc(restoredTo)}`);
		},
	};
}

/** A checkpoint that is larger than the log holds for no part of it. */
const milestoneOf = ({ size, root }: Checkpoint, now: Checkpoint, fail: () => void): Milestone =>
	size <= now.size ? { size, root, fail } : { size: 0, root: new Uint8Array(0), fail };
