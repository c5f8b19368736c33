/** Judges each vote by the rules in force: for whom, and when. */
import type { Checker, LogState } from '../log-state.ts';
import type { Findings } from './findings.ts';

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
