/** The charts of all tabs, as far as they are loaded, and the places of one artist in them. */
import { useQueries } from '@tanstack/react-query';
import type { ListedArtist } from '#contract/rankings.ts';
import type { RankEntryConfig } from '#contract/site.ts';
import { RANKING_STATUS_ONGOING } from '#contract/values/constants.ts';
import { useSite } from '../../../lib/site/get-site.ts';
import { chartQuery, type LiveChart } from './get-chart.ts';

export interface Place {
	entry: RankEntryConfig;
	chart: LiveChart;
	own: ListedArtist;
}

export function useEntryCharts(): { entry: RankEntryConfig; chart: LiveChart }[] {
	const entries = useSite()?.rank_entry_configs ?? [];
	const read = useQueries({ queries: entries.map(({ rank_key }) => chartQuery(rank_key)) });
	return entries.flatMap((entry, index) => {
		const chart = read[index]?.data;
		return chart ? [{ entry, chart }] : [];
	});
}

/** Those that take votes first, and of them the one that ends next. */
export function placesOf(charts: ReturnType<typeof useEntryCharts>, artistId: number): Place[] {
	const found = charts.flatMap(({ entry, chart }) => {
		const own = chart.artist_list.find(({ artist_id }) => artist_id === artistId);
		return own ? [{ entry, chart, own }] : [];
	});
	const rest = ({ chart: { ranking_config } }: Place) =>
		ranking_config.status === RANKING_STATUS_ONGOING ? ranking_config.end_countdown : Infinity;
	return found.toSorted((one, other) => Math.sign(rest(one) - rest(other)) || 0);
}
