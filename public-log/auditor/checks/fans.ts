/**
 * Judges that no vote is there twice and no fan exceeds the limit. Both are exact: every pseudonym is kept in memory, and
 * every tag in memory or in a temporary file.
 */
import { textOf } from '#public-log/format/bytes.ts';
import { Column } from '../memory/vote-ledger.ts';
import { Duplicates } from '../memory/duplicates.ts';
import { TokenSet } from '../memory/token-set.ts';
import type { Checker, LogState } from '../log-state.ts';
import { TOKEN_BYTES, type VoteScan } from '../vote-scan.ts';
import type { Findings } from './findings.ts';

const NUMBER_BYTES = 4;

export interface FanCheck extends Checker {
	/** Number of pseudonyms. */
	voters(): number;
	/** Frees what the check holds outside of memory. */
	close(): void;
}

export function checkFans(log: LogState, findings: Findings): FanCheck {
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
		end() {
			votes.forEach(failDuplicate);
		},
		voters: () => voters.size,
		close() {
			votes.close();
		},
	};
}
