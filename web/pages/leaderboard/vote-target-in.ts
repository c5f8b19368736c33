/** Joins the two features: an artist of a chart as one can vote for them. */
import type { Chart } from '#contract/rankings.ts';
import type { VoteTarget } from '../../features/voting/vote-target.ts';

/** Null for nobody, and for an artist who is no longer listed. */
export function voteTargetIn(
	{ artist_list: list, ranking_config: ranking }: Chart,
	artistId: number | null,
): VoteTarget | null {
	const artist = list.find(({ artist_id }) => artist_id === artistId);
	if (!artist) return null;
	return {
		rankingKey: ranking.ranking_key,
		ratio: ranking.ticket2gem_ratio,
		artist,
		above: list.slice(0, artist.rank - 1),
		below: list[artist.rank] ?? null,
	};
}
