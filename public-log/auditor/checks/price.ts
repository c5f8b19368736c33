/** Judges what each vote cost. */
import type { Checker, LogState } from '../log-state.ts';
import type { Findings } from './findings.ts';

export function checkPrice(log: LogState, findings: Findings): Checker {
	let total = 0;
	return {
		vote({ tickets, gemsEarned, gemsPurchased }) {
			if (!log.rules) return;
			const { gems_per_vote: price } = log.rules;
			const cost = gemsEarned + gemsPurchased;
			total += cost;
			// What is too large to be computed exactly has no price, nor has a sum. Each vote costs a gem or more: no other sum is larger.
			if (tickets > 0 && Number.isSafeInteger(total) && tickets * price === cost) return;
			findings.fail('price', `${tickets} votes cost ${cost} gems, and the price of one was ${price}`, log.index);
		},
	};
}
