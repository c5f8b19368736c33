/** Converts an artist of a chart to the target of a vote. */
import type { Chart } from '#contract/rankings.ts';
import type { VoteTarget } from '../../features/voting/vote-target.ts';

/** Null if no artist is chosen, or if the artist is no longer listed. */
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
