import type { Artist, RankInfo } from '#contract/artists.ts';
import type { VoteTarget } from '../../features/voting/vote-target.ts';

/** Returns the target of the vote dialog on an artist's page. */
export function targetOf(artist: Artist, standing: RankInfo): VoteTarget {
	const { rank, ticket_number: tickets, above, below } = standing;
	return {
		rankingKey: standing.ranking_key,
		ratio: standing.ticket2gem_ratio,
		artist: { ...artist, rank, tickets },
		above: above ? [above] : [],
		below,
	};
}
