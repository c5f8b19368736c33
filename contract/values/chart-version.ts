/**
 * Versions of counts. Votes are counted in slots, and each slot numbers its batches of votes. The version of a vote is
 * its slot and batch (`3.1842`), and that of a chart is the last batch of every slot (`3.1842,5.88`). Both have the
 * same meaning on every server, also on a replica of the database.
 */

/** Version of a chart without votes, and of a vote that an earlier request has cast: every chart includes it. */
export const VERSION_OF_NONE = '0';

/** Version of a vote. A number below 2^53 has at most sixteen digits. */
export const VOTE_VERSION_PATTERN = /^(?:0|(?:[0-9]|[1-9][0-9])\.[1-9][0-9]{0,15})$/;
export const VOTE_VERSION_LENGTH_MAX = 19;

export function includesVote(chart: string, vote: string): boolean {
	const counted = countersOf(chart);
	return [...countersOf(vote)].every(([slot, batches]) => batches <= (counted.get(slot) ?? 0));
}

/** True if the first chart counts all votes of the second one, and others too. */
export const isNewerChart = (one: string, other: string): boolean =>
	includesVote(one, other) && !includesVote(other, one);

function countersOf(version: string): Map<string, number> {
	if (version === VERSION_OF_NONE) return new Map();
	return new Map(
		version.split(',').map((counter) => {
			const [slot = '', batches = '0'] = counter.split('.');
			return [slot, Number(batches)];
		}),
	);
}
