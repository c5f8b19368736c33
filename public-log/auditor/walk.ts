/** Passes the leaves of a log through all checks, one after the other, and recomputes the root from them. */
import { isEqual } from '#public-log/format/bytes.ts';
import { parseLeaf } from '#public-log/format/leaf.ts';
import { leafHash, type RightEdge } from '#public-log/format/tree.ts';
import type { Findings } from './checks/findings.ts';
import { LogState, type Checker } from './log-state.ts';
import { checkBallots, checkRules, checkPrice } from './checks/rules.ts';
import { checkCases } from './checks/cases.ts';
import { checkEnding, checkResult } from './checks/result.ts';
import { checkTime } from './checks/time.ts';
import { Duplicates } from './memory/duplicates.ts';

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
	const passMilestones = watchMilestones(milestones, log.edge);
	passMilestones();
	return {
		log,
		take(bytes) {
			const leaf = parseLeaf(bytes);
			if (!leaf) findings.fail('grammar', 'the leaf cannot be read', log.index);
			else if (leaf.type === 'vote') {
				for (const check of all) check.vote?.(leaf);
				log.ledger.addVote(log.index, leaf.artistId, leaf.tickets);
				log.votes += 1;
			} else for (const check of all) check.leaf?.(leaf);
			log.edge.append(leafHash(bytes));
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

interface FanCheck extends Checker {
	/** Number of pseudonyms. */
	voters(): number;
	/** Frees what the check holds outside of memory. */
	close(): void;
}

/** Characters of a pseudonym, and of a tag. */
const TOKEN = 22;

/**
 * Judges that no vote is there twice and no fan exceeds the limit. Both are exact: every pseudonym is kept in memory, and
 * every tag in memory or in a temporary file.
 */
function checkFans(log: LogState, findings: Findings): FanCheck {
	/** Tickets by pseudonym. */
	const given = new Map<string, number>();
	/** A pseudonym, then a tag. */
	const votes = new Duplicates(2 * TOKEN);
	return {
		vote({ voter, tag, tickets }) {
			votes.add(voter + tag, log.index);
			const total = (given.get(voter) ?? 0) + tickets;
			given.set(voter, total);
			const max = log.rules?.votes_per_fan_max ?? null;
			if (max === null || total <= max) return;
			findings.fail('cap', `voter ${voter} has given ${total} votes now, and the limit is ${max}`, log.index);
		},
		end() {
			votes.forEach((key, index) => {
				const [voter, tag] = [key.slice(0, TOKEN), key.slice(TOKEN)];
				findings.fail('once', `voter ${voter} has a vote with the tag ${tag} already`, index);
			});
		},
		voters: () => given.size,
		close: () => votes.close(),
	};
}
