/** The checks that look at leaves, in the order in which each leaf passes them. */
import type { Checker, LogState } from '../log-state.ts';
import { checkBallots } from './ballots.ts';
import { checkCases } from './cases.ts';
import { checkEnding } from './ending.ts';
import { checkFans, type FanCheck } from './fans.ts';
import type { Findings } from './findings.ts';
import { checkPrice } from './price.ts';
import { checkResult } from './result.ts';
import { checkRules } from './rules.ts';

export interface LeafChecks {
	all: readonly Checker[];
	fans: FanCheck;
}

export function leafChecks(log: LogState, findings: Findings): LeafChecks {
	const fans = checkFans(log, findings);
	// The rules come first: the others look them up.
	const all = [checkRules, checkBallots, checkPrice, checkCases, checkEnding, checkResult].map((check) =>
		check(log, findings),
	);
	return { all: [...all, fans], fans };
}
