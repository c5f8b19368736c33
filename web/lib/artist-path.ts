import type { ListedArtist, RankingType } from '#contract/rankings.ts';
import { type HOME_ORIGIN, type LEADERBOARD_ORIGIN, paths } from '../paths.ts';

interface Place {
	/** Null for lists across rankings. */
	type: RankingType | null;
	from: typeof HOME_ORIGIN | typeof LEADERBOARD_ORIGIN;
	/** False if the page must not offer a vote. */
	votable?: boolean;
}

/**
 * Returns the artist's page as a list links to it, or null if there is none to open: in music-type rankings, for songs,
 * and for an artist who was hidden after the result.
 */
export function artistPath(
	{ artist_id, kind, hidden }: Pick<ListedArtist, 'artist_id' | 'kind' | 'hidden'>,
	{ type, from, votable = true }: Place,
): string | null {
	return type === 'theme' || kind === 'song' || hidden ? null : paths.artist(artist_id, from, votable);
}
