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
import { Column } from './memory/vote-ledger.ts';
import { Duplicates } from './memory/duplicates.ts';
import { Voters } from './memory/voters.ts';

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

export type Walk = ReturnType<typeof startWalk>;

/** @param more what looks for single leaves */
export function startWalk(
	ranking: string,
	milestones: readonly (Milestone | null)[],
	findings: Findings,
	more: readonly Checker[] = [],
) {
	const log = new LogState(ranking);
	const fans = checkFans(log, findings);
	// The rules come first: the others look them up.
	const judges = [checkRules, checkBallots, checkPrice, checkCases, checkEnding, checkResult, checkTime];
	const all = [...judges.map((check) => check(log, findings)), fans, ...more];
	const passMilestones = watchMilestones(milestones, log.edge);
	passMilestones();

	return {
		log,
		take(leaf: Uint8Array): void {
			const parsed = parseLeaf(leaf);
			if (!parsed) findings.fail('grammar', 'the leaf cannot be read', log.index);
			else if (parsed.type === 'vote') {
				for (const check of all) check.vote?.(parsed);
				log.ledger.addVote(log.index, parsed.artistId, parsed.tickets);
				log.votes += 1;
			} else for (const check of all) check.leaf?.(parsed);
			log.edge.append(leafHash(leaf));
			passMilestones();
		},
		end(): void {
			for (const check of all) check.end?.();
		},
		voters: fans.voters,
		close: fans.close,
	};
}

/**
 * Judges that no vote is there twice and no fan exceeds the limit. Both are exact: every pseudonym is kept in memory, and
 * every tag in memory or in a temporary file.
 */
const NUMBER_BYTES = 4;
const TAG_BYTES = 22;

function checkFans(log: LogState, findings: Findings): Checker & { voters(): number; close(): void } {
	const voters = new Voters();
	/** A voter's number, then the tag. */
	const votes = new Duplicates(NUMBER_BYTES + TAG_BYTES);
	const key = Buffer.alloc(NUMBER_BYTES + TAG_BYTES);
	const given = new Column();

	return {
		vote({ voter: name, tag, tickets }) {
			const voter = voters.numberOf(name);
			key.writeUInt32LE(voter);
			key.write(tag, NUMBER_BYTES, 'latin1');
			votes.add(key, log.index);
			const total = given.get(voter) + tickets;
			given.set(voter, total);
			const max = log.rules?.votes_per_fan_max ?? null;
			if (max === null || total <= max) return;
			findings.fail('cap', `voter ${name} has given ${total} votes now, and the limit is ${max}`, log.index);
		},
		end: () =>
			votes.forEach((twice, index) => {
				const [name, tag] = [voters.at(twice.readUInt32LE()), twice.toString('latin1', NUMBER_BYTES)];
				findings.fail('once', `voter ${name} has a vote with the tag ${tag} already`, index);
			}),
		voters: () => voters.size,
		close: () => votes.close(),
	};
}
