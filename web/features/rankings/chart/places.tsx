/** An artist's places on several charts, each with its gap and the time that is left. */
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import { RANKING_STATUS_ONGOING } from '#contract/values/constants.ts';
import { paths } from '../../../paths.ts';
import type { Place } from '../live/entry-charts.ts';
import { GapText } from './entry-marks.tsx';
import { gapOf } from './standings.ts';
import { TimeLeftText } from './time-left.tsx';
import './places.css';

export function RankMark({ rank: place }: { rank: number }) {
	const rank = formatNumber(place);
	return <Trans>#{rank}</Trans>;
}

export function Places({ places }: { places: readonly Place[] }) {
	return (
		<ul className="places">
			{places.map(({ entry, chart, own }) => (
				<li key={entry.rank_key}>
					<b className={`medal-${own.rank}`}>
						<RankMark rank={own.rank} />
					</b>
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
