/** The receipt that a vote was answered with: the site promised to list the vote by a deadline. */
import { utf8 } from '#public-log/format/bytes.ts';
import { parseLeaf, voteLine, type VoteLeaf } from '#public-log/format/leaf.ts';
import type { VerifierKey } from '#public-log/format/note.ts';
import type { ReceiptFile } from '#public-log/format/receipt-file.ts';
import { verifyReceipt, type BatchPromise } from '#public-log/format/receipt.ts';
import type { ProofFault } from '#public-log/format/tlog-proof.ts';
import type { Checker, OtherLeaf } from '../log-state.ts';
import { utc, type Findings } from './findings.ts';
import { LATE_SECONDS } from './time.ts';
import { rankingOf, type Revocations } from './revoked.ts';

export interface Promised extends ReceiptFile {
	/** The key that signs receipts. */
	key: VerifierKey;
}

/** A vote is promised within a minute of the last one of its batch. */
const PROMISE_SECONDS = 60 + LATE_SECONDS;

const FAULTS: Record<ProofFault, string> = {
	not_a_proof: 'the file is no receipt, or it was cut',
	other_log: 'the receipt is of another site',
	another_key: 'the receipt is signed under another key of this site, perhaps a retired one',
	forged: 'the signature of the receipt is forged',
	not_included: 'the receipt is for another vote',
};

/** Checks the receipt itself. Returns what looks for its vote in the log, or null if it does not hold: that is a fault. */
export async function checkPromise(
	{ proof, leaf, key }: Promised,
	log: VerifierKey,
	findings: Findings,
	revoked?: Revocations,
): Promise<Checker | null> {
	const verified = await verifyReceipt(utf8(leaf), proof, key);
	const vote = parseLeaf(utf8(leaf));
	const isRevoked = revoked?.has(key) === true;
	const goesOn = (name: string) => isRevoked || revoked?.restoredTo(name) != null;
	const isOf = (name: string) => name === log.name || (goesOn(name) && rankingOf(name) === rankingOf(log.name));
	if ('fault' in verified) findings.fail('promise', FAULTS[verified.fault]);
	else if (!isOf(verified.promise.log)) findings.fail('promise', `it is for the log ${verified.promise.log}`);
	else if (vote?.type === 'vote') {
		const { promise } = verified;
		const restoredTo = promise.log === log.name ? null : (revoked?.restoredTo(promise.log) ?? null);
		return lookFor(vote, leaf, { ...promise, isRevoked, restoredTo }, findings);
	} else findings.fail('promise', 'the line is no vote');
	return null;
}

function lookFor(
	vote: VoteLeaf,
	leaf: string,
	{ deadline, isRevoked, restoredTo }: BatchPromise & { isRevoked: boolean; restoredTo: number | null },
	findings: Findings,
): Checker {
	let found: 'listed' | 'changed' | null = null;
	let latest = 0;
	const late = deadline - vote.castAt - PROMISE_SECONDS;
	if (late > 0) findings.fail('promise', `the receipt promises nothing: its deadline is ${late} s too late`);
	return {
		vote(listed: VoteLeaf) {
			latest = Math.max(latest, listed.castAt);
			if (listed.voter !== vote.voter || listed.tag !== vote.tag) return;
			found = voteLine(listed) === leaf ? 'listed' : 'changed';
		},
		leaf(other: OtherLeaf) {
			// No vote follows the close.
			if ('at' in other) latest = Math.max(latest, other.type === 'close' ? Infinity : other.at);
		},
		end() {
			if (found !== 'listed' && isRevoked)
				findings.skip('promise', 'the key of the receipt was revoked: that its vote is not listed proves nothing');
			else if (found === 'changed') findings.fail('promise', 'the log lists another vote under its tag');
			else if (found === null && restoredTo !== null)
				findings.fail('promise', `the vote was dropped: its log was set back to ${utc(restoredTo)}`);
			else if (found === 'listed') findings.remark('promise', 'the vote is listed as it was promised');
			else if (latest > deadline) findings.fail('promise', 'PROVEN: the vote is not listed, and its time is over');
			else findings.skip('promise', 'the vote is not listed yet, and nothing later than its deadline is');
		},
	};
}
