/** What is known of a log before its next leaf: all that checks look up, but do not change. */
import type { Leaf, VoteLeaf } from '#public-log/format/leaf.ts';
import type { OpenRules } from '#public-log/format/ranking-json.ts';
import { RightEdge } from '#public-log/format/tree.ts';
import { VoteLedger } from './memory/vote-ledger.ts';

export class LogState {
	/** The ranking that the log is named after. */
	readonly ranking: string;
	/** Number of vote leaves. */
	votes = 0;
	/** The rules in force. */
	rules: OpenRules | null = null;
	/** What changed after the first vote, for people to read. */
	readonly changes: string[] = [];
	/** Seconds. */
	longestStepBack = 0;
	/** Names of everybody who was listed so far. */
	readonly names = new Map<number, readonly string[]>();
	/** Candidates who ever had a name, as it is read. */
	readonly owners = new Map<string, Set<number>>();
	readonly ledger = new VoteLedger();
	/** The tree of the leaves before this one. */
	readonly edge = new RightEdge();

	constructor(ranking: string) {
		this.ranking = ranking;
	}

	/** Index of the leaf that is being checked. */
	get index(): number {
		return this.edge.size;
	}

	changeRules(rules: OpenRules): void {
		this.rules = rules;
		for (const [id, names] of Object.entries(rules.candidates)) {
			const known = this.names.get(Number(id));
			// A list that was too long for a leaf has no names.
			if (names.length > 0 || !known) this.names.set(Number(id), names);
			for (const name of names.map(asRead)) this.owners.set(name, (this.owners.get(name) ?? new Set()).add(Number(id)));
		}
	}
}

/** Names that look the same, because they differ in how letters are composed or in what nobody sees, are one name. */
export const asRead = (name: string): string => name.normalize('NFKC').replace(/[\p{Cc}\p{Cf}\s]/gu, '');

export type OtherLeaf = Exclude<Leaf, VoteLeaf>;

/** Judges leaf after leaf. It reports faults by itself. */
export interface Checker {
	vote?: (vote: VoteLeaf) => void;
	leaf?: (leaf: OtherLeaf) => void;
	/** No leaf is left. */
	end?: () => void;
}

/** The key of the ranking that a leaf names; null if it names none. */
export function rankingOf(leaf: OtherLeaf): string | null {
	const named = 'json' in leaf ? (leaf.json as { ranking?: unknown } | null)?.ranking : leaf.ranking;
	return typeof named === 'string' ? named : null;
}
