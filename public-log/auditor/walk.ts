/** Passes the leaves of a log through all checks, one after the other, and recomputes the root from them. */
import { isEqual } from '#public-log/format/bytes.ts';
import { parseLeaf } from '#public-log/format/leaf.ts';
import { leafHash, type RightEdge } from '#public-log/format/tree.ts';
import type { Findings } from './checks/findings.ts';
import { LogState, type Checker, type OtherLeaf } from './log-state.ts';
import { VoteScan } from './vote-scan.ts';
import { checkBallots, checkRules, checkPrice } from './checks/rules.ts';
import { checkCases } from './checks/cases.ts';
import { checkEnding, checkResult } from './checks/result.ts';
import { checkFans, type FanCheck } from './checks/fans.ts';
import { checkTime } from './checks/time.ts';

/** What the tree must be at a size. */
export interface Milestone {
	size: number;
	root: Uint8Array;
	/** Called if the root is another when the size is reached. */
	fail(): void;
}

/** Returns what is called at every size of the tree, from 0 on. */
export function watchMilestones(milestones: readonly (Milestone | null)[], edge: RightEdge): () => void {
	const ahead = milestones.filter((one) => one !== null).toSorted((one, other) => one.size - other.size);
	return () => {
		for (let next = ahead[0]; next?.size === edge.size; next = ahead[0]) {
			if (!isEqual(edge.root(), next.root)) next.fail();
			ahead.shift();
		}
	};
}

export interface Walk {
	log: LogState;
	take(leaf: Uint8Array): void;
	/** Call it when no leaf is left. */
	end(): void;
	voters(): number;
	/** Frees what the checks hold outside of memory. */
	close(): void;
}

/** @param more what looks for single leaves */
export function startWalk(
	ranking: string,
	milestones: readonly (Milestone | null)[],
	findings: Findings,
	more: readonly Checker[] = [],
): Walk {
	const log = new LogState(ranking);
	const checks = leafChecks(log, findings);
	const all = [...checks.all, ...more];
	const scan = new VoteScan();
	const passMilestones = watchMilestones(milestones, log.edge);
	passMilestones();

	function takeVote(): void {
		for (const check of all) check.vote?.(scan);
		log.ledger.addVote(log.index, scan.artistId, scan.tickets);
		log.votes += 1;
	}

	function takeOther(leaf: Uint8Array): void {
		const parsed = parseLeaf(leaf);
		if (!parsed || parsed.type === 'vote') return findings.fail('grammar', 'the leaf cannot be read', log.index);
		for (const check of all) check.leaf?.(parsed satisfies OtherLeaf);
	}

	return {
		log,
		take(leaf) {
			if (scan.scan(leaf)) takeVote();
			else takeOther(leaf);
			log.edge.append(leafHash(leaf));
			passMilestones();
		},
		end() {
			for (const check of all) check.end?.();
		},
		voters: () => checks.fans.voters(),
		close: () => checks.fans.close(),
	};
}

/** The checks that look at leaves, in the order in which each leaf passes them. */
function leafChecks(log: LogState, findings: Findings): { all: readonly Checker[]; fans: FanCheck } {
	const fans = checkFans(log, findings);
	// The rules come first: the others look them up.
	const all = [checkRules, checkBallots, checkPrice, checkCases, checkEnding, checkResult, checkTime].map((check) =>
		check(log, findings),
	);
	return { all: [...all, fans], fans };
}
