/** Gems that a void returns and a restore takes back, and the status of a case. Pure: facts in, decision out. */
import type { VoteCase } from '#contract/operator/voting/cases.ts';
import type { CaseReason } from '#contract/voting.ts';
import type { Gems } from '#server/gems/gems.ts';
import type { FanKey } from '#server/kernel/caller.ts';

interface Consequence {
	earned: boolean;
	purchased: boolean;
	/** Locks the wallet: it cannot vote, buy or check in. Returned gems stay in it. */
	freezes: boolean;
}

const byFraud: Consequence = { earned: false, purchased: true, freezes: true };
const byNoFault: Consequence = { earned: true, purchased: true, freezes: false };
const nothingPaid: Consequence = { earned: false, purchased: false, freezes: false };

/** Who loses votes through another's fault loses no gems. In a chargeback, the bank has already taken its money. */
export const consequences: Record<CaseReason, Consequence> = {
	BOT: byFraud,
	FARM: byFraud,
	EXPL: byFraud,
	STOL: byNoFault,
	ERR: byNoFault,
	CHRG: nothingPaid,
	TEST: nothingPaid,
};

export const freezingReasons = (Object.keys(consequences) as CaseReason[]).filter(
	(reason) => consequences[reason].freezes,
);

/** A vote of a case, with the gems that may move for it: its cost, or what was returned when it was voided. */
export interface CaseVote extends FanKey {
	key: string;
	artistId: number;
	tickets: number;
	gems: Gems;
}

export interface CaseWallet extends FanKey, Gems {
	lastSeq: number;
	/** True if the account is deleted: returned gems could not be used. */
	erased: boolean;
}

/** With the signed gems that moved for it and its ledger entry, or null if none moved. */
export interface Settled extends CaseVote {
	moved: Gems;
	entry: { seq: number; after: Gems } | null;
}

export interface LoggedVote extends Settled {
	batchId: number;
	place: number;
}

/** Returns the gems of each vote as the reason of the case requires. Updates the wallets that it is given. */
export function settleVoids(votes: readonly CaseVote[], wallets: ReadonlyMap<number, CaseWallet>, reason: CaseReason) {
	const { earned, purchased } = consequences[reason];
	return settle(votes, wallets, ({ gems }, wallet) => ({
		earned: earned && !wallet.erased ? gems.earned : 0,
		purchased: purchased && !wallet.erased ? gems.purchased : 0,
	}));
}

/** Takes returned gems back: none pays for two votes. Bought ones stand in for spent earned ones; the rest is a debt. */
export function settleRestores(votes: readonly CaseVote[], wallets: ReadonlyMap<number, CaseWallet>): Settled[] {
	return settle(votes, wallets, ({ gems }, wallet) => {
		const earned = Math.min(gems.earned, wallet.earned);
		return { earned: 0 - earned, purchased: 0 - (gems.purchased + gems.earned - earned) };
	});
}

function settle(
	votes: readonly CaseVote[],
	wallets: ReadonlyMap<number, CaseWallet>,
	movedOf: (vote: CaseVote, wallet: CaseWallet) => Gems,
): Settled[] {
	return votes.map((vote) => {
		const wallet = wallets.get(vote.fanId);
		if (!wallet) throw new Error(`Fan ${vote.fanId} has voted and has no wallet`);
		const moved = movedOf(vote, wallet);
		if (moved.earned === 0 && moved.purchased === 0) return { ...vote, moved, entry: null };
		wallet.earned += moved.earned;
		wallet.purchased += moved.purchased;
		wallet.lastSeq += 1;
		const after = { earned: wallet.earned, purchased: wallet.purchased };
		return { ...vote, moved, entry: { seq: wallet.lastSeq, after } };
	});
}

export interface CaseFacts {
	outcome: 'dropped' | 'voided' | null;
	/** Decision that the job has not finished yet. */
	openDeed: 'void' | 'restore' | null;
	waiting: boolean;
	votes: number;
	restored_votes: number;
	/** True once the time for objections is over. */
	isHeard: boolean;
}

export function stateOf(facts: CaseFacts): VoteCase['state'] {
	if (facts.outcome === 'dropped') return 'dropped';
	if (facts.openDeed) return facts.openDeed === 'void' ? 'voiding' : 'restoring';
	if (facts.waiting) return 'waiting';
	if (facts.outcome === 'voided') return facts.restored_votes === facts.votes ? 'restored' : 'voided';
	return facts.isHeard ? 'ready' : 'objections';
}
