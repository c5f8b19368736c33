/** Fetches the proof of one vote and has it judged on this device. */
import { isProblem } from '#client/problem.ts';
import { getVoteProof } from '#contract/my-account.ts';
import type { ReceiptFile } from '#contract/proof/receipt-file.ts';
import { call } from '../api/call.ts';
import { inTime } from '../lazy-page.tsx';
import type { KnownVote, Verdict, VoteEvidence } from './evidence.ts';
import { rememberedLogKey, rememberLogKey } from './log-keys.ts';
import { canCheckSignatures } from './signature-support.ts';
import { type Ballot, deviceMemory } from './vote-memory.ts';

export type { KnownVote };

/** Why nothing can be said about a vote: that is no fault of the list. */
export type Hindrance = 'offline' | 'server' | 'browser';

export type VoteCheck = (Verdict | { state: 'unchecked'; why: Hindrance }) & {
	/** What was judged, if it arrived. */
	evidence?: VoteEvidence;
	/** The receipt that this device got with the vote. */
	receipt?: ReceiptFile;
};

/** The proof that the device keeps stays the first one: later answers are compared with its line. */
async function remember({ log, vkey, leaf, proof }: VoteEvidence, ballot: Ballot | undefined): Promise<void> {
	rememberLogKey(log, vkey);
	if (!ballot || ballot.listed || proof === null) return;
	// A full device changes nothing about what was found out.
	await deviceMemory()
		.keep({ ...ballot, listed: { leaf, proof } })
		.catch(() => undefined);
}

let support: Promise<boolean> | undefined;

export async function checkVote(vote: KnownVote, signal?: AbortSignal): Promise<VoteCheck> {
	if (!(await (support ??= canCheckSignatures()))) return { state: 'unchecked', why: 'browser' };
	const ballot = await deviceMemory()
		.find(vote.tag)
		.catch(() => undefined);
	const kept = ballot?.receipt?.receipt ? { receipt: ballot.receipt.receipt } : {};
	try {
		const [{ judge }, evidence] = await Promise.all([
			inTime(import('./evidence.ts')),
			call(getVoteProof, { params: { tag: vote.tag } }, { signal }),
		]);
		const verdict = await judge(vote, evidence, { ballot, logKey: rememberedLogKey(evidence.log) });
		if (verdict.state === 'listed') await remember(evidence, ballot);
		return { ...verdict, ...kept, evidence };
	} catch (error) {
		if (isProblem(error, 'vote_not_found')) return { state: 'failed', fault: 'no_line', ...kept };
		return { state: 'unchecked', why: isProblem(error, 'network') ? 'offline' : 'server', ...kept };
	}
}
