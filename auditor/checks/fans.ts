/** Judges that no vote is there twice and no fan exceeds the limit. Both are exact: every pseudonym and tag is kept. */
import { Column } from '../memory/columns.ts';
import { TokenSet } from '../memory/token-set.ts';
import type { Checker, LogState } from '../log-state.ts';
import { TAG_BYTES_MAX, TOKEN_BYTES, type VoteScan } from '../vote-scan.ts';
import type { Findings } from './findings.ts';

const NUMBER_BYTES = 4;

export interface FanCheck extends Checker {
	/** Number of pseudonyms. */
	voters(): number;
}

export function checkFans(log: LogState, findings: Findings): FanCheck {
	const voters = new TokenSet(TOKEN_BYTES);
	/** A voter's number, then the tag. Nearly all tags are as short as they may be: longer ones have a set of their own. */
	const votes = [new TokenSet(NUMBER_BYTES + TOKEN_BYTES), new TokenSet(NUMBER_BYTES + TAG_BYTES_MAX)] as const;
	const vote = new Uint8Array(NUMBER_BYTES + TAG_BYTES_MAX);
	const given = new Column();

	function isKnown(voter: number, { bytes, tagAt, tagLength }: VoteScan): boolean {
		for (let at = 0; at < NUMBER_BYTES; at += 1) vote[at] = voter >>> (8 * at);
		for (let at = 0; at < TAG_BYTES_MAX; at += 1)
			vote[NUMBER_BYTES + at] = at < tagLength ? (bytes[tagAt + at] as number) : 0;
		const set = votes[tagLength === TOKEN_BYTES ? 0 : 1];
		const { size } = set;
		return set.add(vote) < size;
	}

	return {
		vote(scan) {
			const voter = voters.add(scan.bytes.subarray(scan.voterAt, scan.tagAt - 1));
			if (isKnown(voter, scan)) {
				findings.fail('once', `voter ${scan.voter} has a vote with the tag ${scan.tag} already`, log.index);
			}
			const total = given.get(voter) + scan.tickets;
			given.set(voter, total);
			const max = log.rules?.votes_per_fan_max ?? null;
			if (max === null || total <= max) return;
			findings.fail('cap', `voter ${scan.voter} has given ${total} votes now, and the limit is ${max}`, log.index);
		},
		voters: () => voters.size,
	};
}
