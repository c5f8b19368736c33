/**
 * Checks on the fan's device that the public list holds a vote. The answer of the server is evidence, never a verdict.
 * Loaded when first needed: the first bundle has no proof code.
 */
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getVoteProof } from '#contract/my-account.ts';
import type { VoteReceipt } from '#contract/voting.ts';
import { utf8 } from '#public-log/format/bytes.ts';
import { parseLeaf, type VoteLeaf } from '#public-log/format/leaf.ts';
import { logTag } from '#public-log/format/log-tag.ts';
import { voteTag } from '#public-log/format/vote-tag.ts';
import { parseVerifierKey } from '#public-log/format/note.ts';
import { promiseIn, verifyReceipt } from '#public-log/format/receipt.ts';
import { verifyTlogProof, type ProofFault } from '#public-log/format/tlog-proof.ts';
import { fingerprintsOf } from './pin.ts';
import { verifyWitnessed } from '#public-log/format/witness/witnessed-vote.ts';

/** A vote as the fan knows it. */
export interface KnownVote {
	/** Its Idempotency-Key. */
	tag: string;
	ranking_key: string;
	artist_id: number;
	ticket_number: number;
	gem_cost: number;
}

export type VoteEvidence = ReplyOf<typeof getVoteProof>;

/** What the device knows of a vote that was cast on it. */
export interface CastBallot {
	/** The secret number that its tag is made of. */
	nonce: Uint8Array;
	rankingKey: string;
	artistId: number;
	/** The site's answer to the vote. */
	receipt?: Pick<VoteReceipt, 'ticket_number' | 'receipt'>;
	/** The vote's line, once this device has checked its proof. */
	listed?: { leaf: string };
}

export interface Remembered {
	/** The ballot under this tag, if it was cast on this device. */
	ballot: CastBallot | undefined;
	/** The key that this device first saw for the log. */
	logKey: string | undefined;
}

/**
 * `other_vote`: the line names another vote. `other_tag`: the tag is not made of this device's secret number.
 * `other_key`: the log is signed by another key than before. `no_line`: the server knows no line of the vote. `overdue`: the
 * site has signed that it lists the vote by now. `foreign_anchor`: the witnesses signed the anchor of another site.
 * `unreadable_policy`: this page is too old for the policy. `key`, `witnesses`: the anchor's are others than this device
 * saw, which the anchor does not explain.
 */
export type VoteFault =
	| ProofFault
	| 'other_vote'
	| 'other_tag'
	| 'other_key'
	| 'no_line'
	| 'overdue'
	| 'foreign_anchor'
	| 'unreadable_policy'
	| 'key'
	| 'witnesses';

/** Between the machines of the site. */
const CLOCKS_DIFFER_S = 60;

export type Verdict =
	| { state: 'waiting' }
	/**
	 * `own`: the tag was also recomputed from the secret number on this device. `witnesses`: names of those outside the site
	 * that have signed a list with this line. None if they are too few, or the site has asked nobody. `fingerprints`: of the
	 * anchor's key and of theirs, by name.
	 */
	| {
			state: 'listed';
			index: number;
			size: number;
			own: boolean;
			witnesses: string[];
			fingerprints: [name: string, fingerprint: string][];
	  }
	| { state: 'failed'; fault: VoteFault };

/** `now`: the server's clock, epoch seconds, as it told it itself. Null: nothing is overdue. */
export async function judge(
	vote: KnownVote,
	{ log, vkey, leaf, proof, witnessed }: VoteEvidence,
	{ ballot, logKey }: Remembered,
	now: number | null,
): Promise<Verdict> {
	const failed = (fault: VoteFault): Verdict => ({ state: 'failed', fault });
	const line = parseLeaf(utf8(leaf));
	if (line?.type !== 'vote' || !isSameVote(line, vote) || (ballot && !isSameBallot(line, leaf, ballot)))
		return failed('other_vote');
	if (ballot && (await voteTag(ballot.nonce)) !== vote.tag) return failed('other_tag');
	const key = parseVerifierKey(vkey);
	// One site signs the logs of all its rankings: the name says which log a proof belongs to.
	if (key?.name !== log || !log.endsWith(`/log/${vote.ranking_key}`)) return failed('other_log');
	if (logKey !== undefined && logKey !== vkey) return failed('other_key');
	if (proof === null) return isOverdue(ballot, now) ? failed('overdue') : { state: 'waiting' };
	const result = await verifyTlogProof(utf8(leaf), proof, key);
	if ('fault' in result) return failed(result.fault);
	const { index, checkpoint } = result;
	const watched = await judgeWitnessed({ leaf: utf8(leaf), index, log }, witnessed);
	if ('fault' in watched) return failed(watched.fault);
	const fingerprints = witnessed ? fingerprintsOf(witnessed) : [];
	return { state: 'listed', index, size: checkpoint.size, own: ballot !== undefined, ...watched, fingerprints };
}

async function judgeWitnessed(
	vote: Parameters<typeof verifyWitnessed>[0],
	witnessed: VoteEvidence['witnessed'],
): Promise<{ witnesses: string[] } | { fault: VoteFault }> {
	if (!witnessed) return { witnesses: [] };
	const key = parseVerifierKey(witnessed.vkey);
	if (!key) return { fault: 'not_a_proof' };
	// The anchor lies beside the logs.
	const place = vote.log.slice(0, vote.log.lastIndexOf('/log/'));
	return key.name === `${place}/anchor` ? verifyWitnessed(vote, witnessed, key) : { fault: 'foreign_anchor' };
}

/** The receipt says until when the vote is listed. */
function isOverdue(ballot: CastBallot | undefined, now: number | null): boolean {
	const receipt = ballot?.receipt?.receipt;
	const deadline = receipt && promiseIn(receipt.proof)?.deadline;
	return now !== null && typeof deadline === 'number' && now > deadline + CLOCKS_DIFFER_S;
}

/** Tells whether the receipt that came with a vote is the site's signed promise to list a line of this vote. */
export async function isPromised(vote: KnownVote, { leaf, proof }: { leaf: string; proof: string }, vkey: string) {
	const line = parseLeaf(utf8(leaf));
	const key = parseVerifierKey(vkey);
	if (line?.type !== 'vote' || !isSameVote(line, vote) || !key) return false;
	const result = await verifyReceipt(utf8(leaf), proof, key);
	return 'promise' in result && result.promise.log.endsWith(`/log/${vote.ranking_key}`);
}

const isSameVote = (line: VoteLeaf, vote: KnownVote): boolean =>
	line.tag === logTag(vote.ranking_key, vote.tag) &&
	line.ranking === vote.ranking_key &&
	line.artistId === vote.artist_id &&
	line.tickets === vote.ticket_number &&
	line.gemsEarned + line.gemsPurchased === vote.gem_cost;

/** The device's own record counts for more than what the server says today. */
const isSameBallot = (line: VoteLeaf, leaf: string, { rankingKey, artistId, receipt, listed }: CastBallot): boolean =>
	line.ranking === rankingKey &&
	line.artistId === artistId &&
	(receipt === undefined || line.tickets === receipt.ticket_number) &&
	(listed === undefined || listed.leaf === leaf);
