/** Passes the leaves of a log through all checks, one after the other, and recomputes the root from them. */
import { isEqual, textOf } from '#public-log/format/bytes.ts';
import { parseLeaf } from '#public-log/format/leaf.ts';
import { leafHash, type RightEdge } from '#public-log/format/tree.ts';
import type { Findings } from './checks/findings.ts';
import { LogState, type Checker } from './log-state.ts';
import { VoteScan, TOKEN_BYTES } from './vote-scan.ts';
import { checkBallots, checkRules, checkPrice } from './checks/rules.ts';
import { checkCases } from './checks/cases.ts';
import { checkEnding, checkResult } from './checks/result.ts';
import { checkTime } from './checks/time.ts';
import { Column } from './memory/vote-ledger.ts';
import { Duplicates } from './memory/duplicates.ts';
import { TokenSet } from './memory/token-set.ts';

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
	const scan = new VoteScan();
	const passMilestones = watchMilestones(milestones, log.edge);
	passMilestones();

	return {
		log,
		take(leaf: Uint8Array): void {
			if (scan.scan(leaf)) {
				for (const check of all) check.vote?.(scan);
				log.ledger.addVote(log.index, scan.artistId, scan.tickets);
				log.votes += 1;
			} else {
				const parsed = parseLeaf(leaf);
				if (!parsed || parsed.type === 'vote') findings.fail('grammar', 'the leaf cannot be read', log.index);
				else for (const check of all) check.leaf?.(parsed);
			}
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

function checkFans(log: LogState, findings: Findings): Checker & { voters(): number; close(): void } {
	const voters = new TokenSet(TOKEN_BYTES);
	/** A voter's number, then the tag. */
	const votes = new Duplicates(NUMBER_BYTES + TOKEN_BYTES);
	const vote = Buffer.alloc(NUMBER_BYTES + TOKEN_BYTES);
	const given = new Column();

	function keep(voter: number, { bytes, tagAt }: VoteScan): void {
		vote.writeUInt32LE(voter);
		for (let at = 0; at < TOKEN_BYTES; at += 1) vote[NUMBER_BYTES + at] = bytes[tagAt + at] as number;
		votes.add(vote, log.index);
	}

	function failDuplicate(key: Uint8Array, index: number): void {
		const voter = textOf(voters.at(Buffer.from(key).readUInt32LE()));
		const tag = textOf(key.subarray(NUMBER_BYTES));
		findings.fail('once', `voter ${voter} has a vote with the tag ${tag} already`, index);
	}

	return {
		vote(scan) {
			const voter = voters.add(scan.bytes.subarray(scan.voterAt, scan.tagAt - 1));
			keep(voter, scan);
			const total = given.get(voter) + scan.tickets;
			given.set(voter, total);
			const max = log.rules?.votes_per_fan_max ?? null;
			if (max === null || total <= max) return;
			findings.fail('cap', `voter ${scan.voter} has given ${total} votes now, and the limit is ${max}`, log.index);
		},
		end: () => votes.forEach(failDuplicate),
		voters: () => voters.size,
		close: () => votes.close(),
	};
}
