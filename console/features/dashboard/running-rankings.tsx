/** Rankings that run, each with its first five and the time that is left. */
import { Plural, Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { Dashboard } from '#contract/operator/dashboard.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { paths } from '../../paths.ts';
import './running-rankings.css';

const DAY_SECONDS = 86_400;

export function RunningRankings({ rankings }: { rankings: Dashboard['rankings'] }) {
	return (
		<div className="running-rankings">
			{rankings.map((ranking) => (
				<section key={ranking.ranking_key} className="card">
					<h2 className="card-title">
						<Link to={paths.one('rankings', ranking.ranking_key)}>{ranking.title}</Link>
					</h2>
					<p>
						<Trans>{formatNumber(ranking.total_tickets)} votes</Trans>
						{' · '}
						<Plural
							value={Math.floor(ranking.end_countdown / DAY_SECONDS)}
							_0="ends within a day"
							one="# day left"
							other="# days left"
						/>
					</p>
					<ol>
						{ranking.top5.map((artist, index) => (
							<li key={artist.artist_id}>
								<b>{index + 1}</b>
								<span>{artist.en_name}</span>
								<em>{formatNumber(artist.tickets)}</em>
							</li>
						))}
					</ol>
				</section>
			))}
		</div>
	);
}
