/** The fan's own artist, above the chart: drawn from the chart that everybody gets. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ListedArtist } from '#contract/rankings.ts';
import { useHydrated } from '#ui/hydrated.ts';
import { nameOf } from '../../../lib/artist-names.ts';
import { useFavorites } from '../../../lib/favorites/use-favorites.ts';
import { ChartList } from './chart-list.tsx';
import type { StandingsProps } from './standings.ts';

export function useMine(list: readonly ListedArtist[]): ListedArtist | undefined {
	const { list: favorites } = useFavorites();
	return favorites.flatMap((favorite) => list.filter(({ artist_id }) => artist_id === favorite.artist_id))[0];
}

export function PinnedRow(standings: StandingsProps) {
	const { t } = useLingui();
	const { list: favorites } = useFavorites();
	const mine = useMine(standings.list);
	// The page of the server is nobody's: web/public/theme.js knows whether a row will come, and its room is kept.
	if (!useHydrated()) return <div className="pinned-place mb-3" />;
	const [favorite] = favorites;
	if (!favorite) return null;
	return (
		<section className="pinned-row mb-3" aria-label={t`My artist`}>
			{mine ? (
				<ChartList asRows mine shown={[mine]} {...standings} />
			) : (
				<p className="pinned-none middle muted">
					<Trans>{nameOf(favorite)} is not in this chart.</Trans>
				</p>
			)}
		</section>
	);
}
