/** The second half of a vote's proof: from its log, through the anchor, to the witnesses. */
import { parseAnchorLeaf } from '../anchor/anchor-leaf.ts';
import { fromBase64, utf8 } from '../bytes.ts';
import { parseNote, type VerifierKey } from '../note.ts';
import { isIncluded } from '../proofs.ts';
import { parseTlogProof, verifyTlogProof, type ProofFault } from '../tlog-proof.ts';
import { leafHash } from '../tree.ts';
import { findCosignature, parsePolicy, PolicyFault, type WitnessPolicy } from './witness-policy.ts';

export interface WitnessedVote {
	/** The anchor's leaf: name, size and root of a checkpoint of the vote's log. */
	leaf: string;
	/** Base64, from the vote's sibling up to that root. */
	path: readonly string[];
	/** The tlog-proof of the anchor's leaf. */
	proof: string;
	/** C2SP tlog-policy. */
	policy: string;
}

/**
 * Verifies that witnesses hold the vote's leaf, at this index of the log of this name.
 * @returns the names of the witnesses that cosigned, none if they are too few for the policy; or the first fault. This
 * program may be too old for the policy: `unreadable_policy`.
 */
export async function verifyWitnessed(
	vote: { leaf: Uint8Array; index: number; log: string },
	{ leaf, path, proof, policy }: WitnessedVote,
	anchorKey: VerifierKey,
): Promise<{ witnesses: string[] } | { fault: ProofFault | 'unreadable_policy' }> {
	const told = parseAnchorLeaf(utf8(leaf));
	const hashes = path.map(fromBase64).filter((hash) => hash !== null);
	const root = told && 'root' in told ? fromBase64(told.root) : null;
	if (!told || !('root' in told) || root === null || hashes.length !== path.length) return { fault: 'not_a_proof' };
	if (told.origin !== vote.log) return { fault: 'other_log' };
	const claim = { index: vote.index, size: told.size, leafHash: leafHash(vote.leaf), path: hashes, root };
	if (!isIncluded(claim)) return { fault: 'not_included' };
	const verified = await verifyTlogProof(utf8(leaf), proof, anchorKey);
	if ('fault' in verified) return verified;
	const witnesses = await cosignersOf(proof, policy);
	return witnesses ? { witnesses: witnesses.isQuorum ? witnesses.names : [] } : { fault: 'unreadable_policy' };
}

/** Those who cosigned the checkpoint of a tlog-proof, and whether they are enough. Null if the policy cannot be read. */
export async function cosignersOf(proof: string, policyText: string) {
	const note = parseNote(parseTlogProof(proof)?.checkpoint ?? '');
	const policy = readPolicy(policyText);
	if (!note || !policy) return null;
	const found = await Promise.all(
		policy.witnesses.map(async ({ name, key }) => ((await findCosignature(note, key)) ? name : null)),
	);
	const names = found.filter((name) => name !== null);
	return { names, isQuorum: policy.isQuorum(new Set(names)) };
}

export function readPolicy(text: string): WitnessPolicy | null {
	try {
		return parsePolicy(text);
	} catch (error) {
		if (error instanceof PolicyFault) return null;
		throw error;
	}
}
