/** Gives the votes of a batch their receipts. */
import { VERSION_OF_NONE } from '#contract/values/chart-version.ts';
import type { SignReceipts } from '#server/vote-log/fans/receipts.ts';
import type { Ballot, CastVote } from '../ballot.ts';
import type { Sent } from './sender.ts';

/** Signs once for each ranking of the batch. A vote that was cast by an earlier request has no receipt here. */
export function giveReceipts(ballots: readonly Ballot[], outcomes: readonly Sent[], sign: SignReceipts): void {
	const byRanking = Map.groupBy(newVotes(ballots, outcomes), ({ ballot }) => ballot.rankingKey);
	for (const [ranking, votes] of byRanking) {
		const receipts = sign(
			votes.map(({ ballot, cast }) => ({
				type: 'vote',
				ranking,
				artistId: ballot.artistId,
				tickets: ballot.tickets,
				gemsEarned: cast.cost.earned,
				gemsPurchased: cast.cost.purchased,
				castAt: Math.floor(cast.castAt / 1000),
				voter: ballot.voter,
				tag: ballot.key,
			})),
		);
		for (const [index, { cast }] of votes.entries()) cast.receipt = receipts[index] ?? null;
	}
}

function newVotes(ballots: readonly Ballot[], outcomes: readonly Sent[]): { ballot: Ballot; cast: CastVote }[] {
	const votes: { ballot: Ballot; cast: CastVote }[] = [];
	for (const [index, ballot] of ballots.entries()) {
		const outcome = outcomes[index];
		if (typeof outcome !== 'object' || !('cast' in outcome) || outcome.cast.version === VERSION_OF_NONE) continue;
		votes.push({ ballot, cast: outcome.cast });
	}
	return votes;
}
