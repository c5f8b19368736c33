/** Judges the order of time: a leaf is listed soon after its second. */
import { openRules } from '#public-log/format/ranking-json.ts';
import type { Checker, LogState, OtherLeaf } from '../log-state.ts';
import type { Findings } from './findings.ts';

/** A batch of votes that takes longer than this is cut off by the database: 4 s for its statement, 10 s of silence. */
export const LATE_SECONDS = 20;
/** Cases, voids and restores may take longer: see `expectSoon` in public-log/server/append.ts. */
const CASE_LATE_SECONDS = 120;

export const listedBy = (second: number, isVote: boolean) => second + (isVote ? LATE_SECONDS : CASE_LATE_SECONDS);

/** The second that a leaf states. Null: it states none. */
export function secondOf(leaf: OtherLeaf | null): number | null {
	if (leaf?.type === 'open') return openRules.safeParse(leaf.json).data?.at ?? null;
	return leaf && 'at' in leaf ? leaf.at : null;
}

export function checkTime(log: LogState, findings: Findings): Checker {
	let latest = 0;

	function take(second: number, what: string): void {
		const back = latest - second;
		log.longestStepBack = Math.max(log.longestStepBack, back);
		if (latest > listedBy(second, what === 'vote'))
			findings.fail('time', `the ${what} was ${back} s older than an entry before it`, log.index);
		latest = Math.max(latest, second);
	}

	return {
		vote: ({ castAt }) => take(castAt, 'vote'),
		leaf(leaf) {
			const second = secondOf(leaf);
			// Rules and the close are written by the sequencer. If it stood still, they are late, or come after later cases.
			if (leaf.type === 'close') latest = Math.max(latest, leaf.at);
			else if (leaf.type !== 'open' && second !== null) take(second, leaf.type);
		},
	};
}
