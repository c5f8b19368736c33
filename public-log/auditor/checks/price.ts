/**
 * Judges what each vote cost. A vote and a change of the rules that are committed within the same second may come into the
 * log in either order. So the price of a vote may be that of the rules in force, of the rules just before them, or of the
 * next revision.
 */
import type { Checker, LogState } from '../log-state.ts';
import type { VoteScan } from '../vote-scan.ts';
import type { Findings } from './findings.ts';

/** Votes whose price may turn out to be that of the next revision: gems per vote, and where the first such vote is. */
interface Waiting {
	price: number;
	index: number;
	note: string;
}

export function checkPrice(log: LogState, findings: Findings): Checker {
	// Two prices are enough: at most one of them is right, so one of the first two is the first fault.
	let waiting: Waiting[] = [];

	function settle(price: number | null): void {
		for (const { price: waited, note, index } of waiting) {
			if (waited !== price) findings.fail('price', note, index);
		}
		waiting = [];
	}

	return {
		vote(vote) {
			const { rules, rulesBefore, index } = log;
			if (!rules) return;
			const cost = vote.gemsEarned + vote.gemsPurchased;
			if (isCostAt(vote, cost, rules.gems_per_vote)) return;
			if (rulesBefore && isCostAt(vote, cost, rulesBefore.gems_per_vote)) return;
			const note = `${vote.tickets} votes cost ${cost} gems, and the price of one was ${rules.gems_per_vote}`;
			const price = cost / vote.tickets;
			if (!isCostAt(vote, cost, price)) findings.fail('price', note, index);
			else if (waiting.length < 2 && waiting.every((other) => other.price !== price)) {
				waiting.push({ price, index, note });
			}
		},
		leaf(leaf) {
			// The rules are those of this leaf already.
			if (leaf.type === 'open') settle(log.rules?.gems_per_vote ?? null);
		},
		end: () => settle(null),
	};
}

/** A vote of no tickets, or one that is too large to be computed exactly, has no price. */
function isCostAt({ tickets }: VoteScan, cost: number, price: number): boolean {
	return tickets > 0 && Number.isSafeInteger(cost) && Number.isSafeInteger(price) && tickets * price === cost;
}
