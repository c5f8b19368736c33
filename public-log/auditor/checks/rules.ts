/** Keeps the rules up to date, judges that they are there before anything else, and each vote by them. */
import { openRules } from '#public-log/format/ranking-json.ts';
import { rankingOf, type Checker, type LogState } from '../log-state.ts';
import type { Findings, CheckName } from './findings.ts';

/** Checks that need the rules in force. */
const UNDER_RULES: readonly CheckName[] = ['candidates', 'window', 'price', 'cap'];

export function checkRules(log: LogState, findings: Findings): Checker {
	function expectRules(): void {
		if (log.index === 0) findings.fail('rules', 'the log does not begin with rules', 0);
	}
	return {
		vote(vote) {
			expectRules();
			if (!vote.isOf(log.rankingBytes)) findings.fail('ranking', `the vote belongs to ${vote.ranking}`, log.index);
			if (log.rules) return;
			for (const name of UNDER_RULES) findings.skip(name, 'there are votes before any rules');
		},
		leaf(leaf) {
			if (leaf.type !== 'open') expectRules();
			const named = rankingOf(leaf);
			if (named !== null && named !== log.ranking) {
				findings.fail('ranking', `the ${leaf.type} leaf belongs to ${named}`, log.index);
			}
			if (leaf.type !== 'open') return;
			const { success, data } = openRules.safeParse(leaf.json);
			if (success) log.changeRules(data);
			else findings.fail('rules', 'these rules do not have the fields that rules must have', log.index);
		},
	};
}

/** Judges each vote by the rules in force: for whom, and when. */
export function checkBallots(log: LogState, findings: Findings): Checker {
	return {
		vote({ artistId, castAt }) {
			const { rules, index, names } = log;
			if (!rules) return;
			if (!names.has(artistId)) {
				findings.fail('candidates', `the vote is for ${artistId}, who was not listed before`, index);
			}
			if (castAt < rules.starts_at) {
				findings.fail('window', `the vote was cast ${rules.starts_at - castAt} s before the start`, index);
			}
			if (castAt >= rules.ends_at) {
				findings.fail('window', `the vote was cast ${castAt - rules.ends_at} s after the end`, index);
			}
		},
	};
}
