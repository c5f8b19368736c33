/**
 * Judges cases, voids and restores. A void that is wrong takes nothing back in the recount, except that a void with a
 * wrong number of votes takes back the vote as it is.
 */
import type { LeafOf } from '#public-log/format/leaf.ts';
import type { Checker, LogState } from '../log-state.ts';
import type { Findings } from './findings.ts';

interface OpenCase {
	reason: string;
	/** Of its leaf. */
	index: number;
	/** How many votes it names, voids and restores. */
	named: number;
	voided: number;
	restored: number;
	/** Seconds from the day the result was due to the case. Then nobody has time to object. */
	late: number;
	/** Earliest time of a void, in Unix seconds. */
	until: number;
	/** What may still be voided. */
	votes: number;
	tickets: number;
}

export function checkCases(log: LogState, findings: Findings): Checker {
	const cases = new Map<number, OpenCase>();
	const { ledger } = log;

	let closedAt = Infinity;

	function openCase({ caseId, reason, votes, tickets, at }: LeafOf<'case'>): void {
		if (cases.has(caseId)) findings.fail('cases', `case ${caseId} is opened a second time`, log.index);
		if (votes > log.votes)
			findings.fail('cases', `case ${caseId} names ${votes} votes, and ${log.votes} came before it`, log.index);
		const due = log.rules ? Math.min(log.rules.ends_at, closedAt) + log.rules.review_seconds : at;
		const until = Math.max(at, Math.min(at + (log.rules?.objection_seconds ?? 0), due));
		cases.set(caseId, {
			reason,
			index: log.index,
			named: votes,
			voided: 0,
			restored: 0,
			late: at - due,
			until,
			votes,
			tickets,
		});
	}

	function tell(caseId: number, { reason, named, voided, restored, late }: OpenCase): void {
		const shorter = late < 0 ? '' : `. It was opened ${late} s after the result was due, without time to object`;
		log.changes.push(
			`Case ${caseId} (${reason}): of ${named} votes, ${voided} were voided and ${restored} of them restored${shorter}`,
		);
	}

	function takeBack({ caseId, voteIndex, tickets, at }: LeafOf<'void'>): void {
		const { index } = log;
		const fail = (note: string) => findings.fail('voids', note, index);
		const vote = voteIndex < index ? ledger.voteAt(voteIndex) : null;
		if (!vote) return fail(`it voids leaf ${voteIndex}, which is no vote before it`);
		if (vote.isVoid) return fail(`it voids the vote of leaf ${voteIndex}, which is void already`);
		if (vote.tickets !== tickets)
			fail(`it voids ${tickets} votes of leaf ${voteIndex}, and the fan gave ${vote.tickets}`);
		ledger.addVoid(index, voteIndex, caseId);
		countInCase(caseId, voteIndex, vote.tickets);
		const early = (cases.get(caseId)?.until ?? 0) - at;
		if (early > 0) findings.fail('objections', `case ${caseId} voids it ${early} s too early`, index);
	}

	function countInCase(caseId: number, voteIndex: number, tickets: number): void {
		const open = cases.get(caseId);
		if (!open) return findings.fail('cases', `it belongs to case ${caseId}, which is not opened before it`, log.index);
		// Nobody can object to what was not given yet.
		if (voteIndex > open.index)
			findings.fail('cases', `case ${caseId} voids the vote of leaf ${voteIndex}, which came after it`, log.index);
		open.voided += 1;
		open.votes -= 1;
		open.tickets -= tickets;
		if (open.votes >= 0 && open.tickets >= 0) return;
		findings.fail('cases', `case ${caseId} voids more than it said when it was opened`, log.index);
	}

	function giveBack({ caseId, voidIndex, tickets }: LeafOf<'restore'>): void {
		const fail = (note: string) => findings.fail('restores', note, log.index);
		const taken = voidIndex < log.index ? ledger.voidAt(voidIndex) : null;
		if (!taken) return fail(`it restores leaf ${voidIndex}, which is no void before it`);
		if (taken.isRestored) return fail(`it restores leaf ${voidIndex}, which is restored already`);
		if (taken.caseId !== caseId) fail(`it belongs to case ${caseId}, and leaf ${voidIndex} to case ${taken.caseId}`);
		if (taken.tickets !== tickets)
			fail(`it restores ${tickets} votes of leaf ${voidIndex}, and ${taken.tickets} were voided`);
		ledger.addRestore(voidIndex);
		const open = cases.get(taken.caseId);
		if (open) open.restored += 1;
	}

	return {
		leaf(leaf) {
			if (leaf.type === 'close') closedAt = Math.min(closedAt, leaf.at);
			if (leaf.type === 'case') openCase(leaf);
			if (leaf.type === 'void') takeBack(leaf);
			if (leaf.type === 'restore') giveBack(leaf);
		},
		end() {
			for (const [caseId, open] of cases) tell(caseId, open);
		},
	};
}
