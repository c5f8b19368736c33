/** An artist's places on several charts, each with its gap and the time that is left. */
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import { RANKING_STATUS_ONGOING } from '#contract/values/constants.ts';
import { paths } from '../../../paths.ts';
import { GapText } from './entry-marks.tsx';
import { gapOf } from './standings.ts';
import { TimeLeftText } from './time-left.tsx';
import { useQueries } from '@tanstack/react-query';
import type { ListedArtist } from '#contract/rankings.ts';
import type { RankEntryConfig } from '#contract/site.ts';
import { useSite } from '../../../lib/site/get-site.ts';
import { chartQuery, type LiveChart } from '../live/get-chart.ts';
import './places.css';

export function RankMark({ rank: place, className = '' }: { rank: number; className?: string }) {
	const rank = formatNumber(place);
	return (
		<b className={`medal-${place} ${className}`}>
			<Trans>#{rank}</Trans>
		</b>
	);
}

export function Places({ places }: { places: readonly Place[] }) {
	return (
		<ul className="places card clipped">
			{places.map(({ entry, chart, own }) => (
				<li key={entry.rank_key}>
					<RankMark rank={own.rank} />
					<Link className="breaks semibold" to={paths.leaderboard({ mainTab: entry.main_tab })}>
						{chart.ranking_config.title}
					</Link>
					<GapText gap={gapOf(chart.artist_list, own)} />
					{chart.ranking_config.status === RANKING_STATUS_ONGOING && (
						<span className="faint text-s">
							<TimeLeftText endCountdown={chart.ranking_config.end_countdown} receivedAtMs={chart.received_at ?? 0} />
						</span>
					)}
				</li>
			))}
		</ul>
	);
}

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
