/** What concerns this fan today: the artist's row, the check-in, and a vote that was interrupted. A bundle of its own. */
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { RANKING_STATUS_ONGOING } from '#contract/values/constants.ts';
import { DailyCard } from '../../features/check-in/daily-card.tsx';
import { chartQuery } from '../../features/rankings/live/get-chart.ts';
import { artistPath } from '../../lib/artist-path.ts';
import { PinnedRow } from '../../features/rankings/chart/pinned-row.tsx';
import { useFavorites } from '../../lib/favorites/use-favorites.ts';
import { useSite } from '../../lib/site/get-site.ts';
import { BackToVote } from '../../lib/votes/back-to-vote.tsx';
import { HOME_ORIGIN, paths } from '../../paths.ts';
import './my-day.css';

export default function MyDay() {
	const site = useSite();
	const { list } = useFavorites();
	const key = site?.current_monthly_rank_key ?? undefined;
	return (
		<div className="wrap my-day">
			<BackToVote className="mt-6" />
			{list.length > 0 && key !== undefined && (
				<Pinned
					rankingKey={key}
					mainTab={site?.rank_entry_configs.find(({ rank_key }) => rank_key === key)?.main_tab}
					favorites={list.map(({ artist_id }) => artist_id)}
				/>
			)}
			<DailyCard />
		</div>
	);
}

interface PinnedProps {
	rankingKey: string;
	mainTab: string | undefined;
	favorites: readonly number[];
}

function Pinned({ rankingKey, mainTab, favorites }: PinnedProps) {
	const navigate = useNavigate();
	// The hall above keeps it live.
	const { data: chart } = useQuery(chartQuery(rankingKey));
	if (!chart) return null;
	const votable = chart.ranking_config.status === RANKING_STATUS_ONGOING;
	return (
		<PinnedRow
			favorites={favorites}
			list={chart.artist_list}
			onVote={votable ? ({ artist_id }) => void navigate(paths.leaderboard({ mainTab, vote: artist_id })) : undefined}
			pathOf={(artist) => artistPath(artist, { type: chart.ranking_config.ranking_type, from: HOME_ORIGIN, votable })}
			more={
				<Link to={paths.myArtist}>
					<Trans>Edit</Trans>
				</Link>
			}
		/>
	);
}
