/** Judges how the log ends: after the close come no votes, after the result comes nothing. */
import type { Checker, LogState } from '../log-state.ts';
import type { Findings } from './findings.ts';

export function checkEnding(log: LogState, findings: Findings): Checker {
	let [closedAt, resultAt]: [number | null, number | null] = [null, null];
	/** As it was at the first vote: it never changes after. */
	let endsAt: number | null = null;

	function expectNotEnded(): void {
		if (resultAt !== null) findings.fail('end', `the result is leaf ${resultAt}, and this leaf follows it`, log.index);
	}

	return {
		vote() {
			expectNotEnded();
			endsAt ??= log.rules?.ends_at ?? null;
			if (closedAt !== null) findings.fail('close', `the vote follows the close, which is leaf ${closedAt}`, log.index);
		},
		leaf(leaf) {
			expectNotEnded();
			if (leaf.type === 'close') {
				if (closedAt !== null) findings.fail('close', `the log is closed at leaf ${closedAt} already`, log.index);
				if (leaf.votes !== log.votes) {
					findings.fail('close', `it says ${leaf.votes} votes, and ${log.votes} came before it`, log.index);
				}
				const early = (endsAt ?? log.rules?.ends_at ?? 0) - leaf.at;
				if (early > 0) findings.fail('close', `voting was closed ${early} s before its end`, log.index);
				closedAt ??= log.index;
			}
			if (leaf.type === 'result') {
				if (closedAt === null) findings.fail('close', 'the result comes before a close', log.index);
				resultAt ??= log.index;
			}
		},
		end() {
			if (closedAt === null) findings.skip('close', 'the log is not closed yet');
			if (resultAt === null) findings.skip('end', 'the log has no result yet');
		},
	};
}
