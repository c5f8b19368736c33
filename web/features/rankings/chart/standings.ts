/** What every entry of a chart is drawn from, and when it has to be drawn again. */
import type { Movement } from '#contract/race.ts';
import type { ListedArtist } from '#contract/rankings.ts';

export interface StandingsProps {
	/** The whole chart in rank order. */
	list: readonly ListedArtist[];
	/** Undefined in the break stage, when voting is closed. */
	onVote?: (artist: ListedArtist) => void;
	/** Where an artist's name leads; null for songs. */
	pathOf: (artist: ListedArtist) => string | null;
	/** Ranks of midnight. Undefined until they are loaded. */
	movement?: Movement;
}

export interface StandingProps extends StandingsProps {
	artist: ListedArtist;
}

/**
 * For `memo`: a live chart changes every second, and nearly all of its entries look as before. An entry shows its own
 * artist and the gap to one neighbor; an artist who has not moved is the same object (contract/values/live-chart.ts).
 */
export function showsTheSame(before: StandingProps, after: StandingProps): boolean {
	return (
		before.artist === after.artist &&
		neighborOf(before)?.tickets === neighborOf(after)?.tickets &&
		before.onVote === after.onVote &&
		before.pathOf === after.pathOf &&
		before.movement === after.movement
	);
}

/** As gapOf in gap/gap.ts: the artist above, or the second for the leader. */
function neighborOf({ list, artist: { rank } }: StandingProps): ListedArtist | undefined {
	return list[rank - 2] ?? list[rank];
}
