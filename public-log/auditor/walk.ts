/** Passes the leaves of a log through all checks, one after the other, and recomputes the root from them. */
import { isEqual } from '#public-log/format/bytes.ts';
import { parseLeaf } from '#public-log/format/leaf.ts';
import { leafHash } from '#public-log/format/tree.ts';
import type { Findings } from './checks/findings.ts';
import { LogState, type Checker, type OtherLeaf } from './log-state.ts';
import { VoteScan } from './vote-scan.ts';
import { checkBallots, checkRules } from './checks/rules.ts';
import { checkCases } from './checks/cases.ts';
import { checkEnding } from './checks/ending.ts';
import { checkFans, type FanCheck } from './checks/fans.ts';
import { checkPrice } from './checks/price.ts';
import { checkResult } from './checks/result.ts';

/** What the tree must be at a size. */
export interface Milestone {
	size: number;
	root: Uint8Array;
	/** Called when the size is reached. */
	reached: (isSameRoot: boolean) => void;
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
	milestones: readonly Milestone[],
	findings: Findings,
	more: readonly Checker[] = [],
): Walk {
	const log = new LogState(ranking);
	const checks = leafChecks(log, findings);
	const all = [...checks.all, ...more];
	const scan = new VoteScan();
	const ahead = milestones.toSorted((one, other) => one.size - other.size);
	passMilestones();

	function passMilestones(): void {
		for (let next = ahead[0]; next?.size === log.edge.size; next = ahead[0]) {
			next.reached(isEqual(log.edge.root(), next.root));
			ahead.shift();
		}
	}

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

interface LeafChecks {
	all: readonly Checker[];
	fans: FanCheck;
}

/** The checks that look at leaves, in the order in which each leaf passes them. */
function leafChecks(log: LogState, findings: Findings): LeafChecks {
	const fans = checkFans(log, findings);
	// The rules come first: the others look them up.
	const all = [checkRules, checkBallots, checkPrice, checkCases, checkEnding, checkResult].map((check) =>
		check(log, findings),
	);
	return { all: [...all, fans], fans };
}
