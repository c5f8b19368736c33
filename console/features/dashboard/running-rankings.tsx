/** Shows a running ranking with its top five and the remaining time. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import type { Dashboard } from '#contract/operator/dashboard.ts';
import { fanStyle } from '#ui/fan-color.ts';
import { Tag } from '#ui/primitives/tag.tsx';
import { Face } from '../../lib/media/thumbs.tsx';
import { paths } from '../../paths.ts';
import './dashboard.css';

type Running = Dashboard['rankings'][number];

const DAY_SECONDS = 86_400;

export function RunningRanking({ ranking }: { ranking: Running }) {
	const { t } = useLingui();
	const most = Math.max(ranking.top5[0]?.tickets ?? 0, 1);
	return (
		<section className="card running-ranking">
			<h2 className="card-title">
				<Link to={paths.one('rankings', ranking.ranking_key)}>{ranking.title}</Link>{' '}
				{ranking.status === 'paused' && <Tag tone="bad">{t`Paused`}</Tag>}
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
			{ranking.month_before && <Compared now={ranking.total_tickets} {...ranking.month_before} />}
			<ol>
				{ranking.top5.map((artist, index) => (
					<li key={artist.artist_id} className="fan" style={artist.fan_color ? fanStyle(artist.fan_color) : undefined}>
						<b>{index + 1}</b>
						<Face url={artist.avatar_url} />
						<Link to={paths.one('artists', artist.artist_id)}>{artist.en_name}</Link>
						<em>{formatNumber(artist.tickets)}</em>
						<i style={{ width: `${(artist.tickets / most) * 100}%` }} />
					</li>
				))}
			</ol>
		</section>
	);
}

/** Compares the votes with those that the month before had at the same hour. */
function Compared({ now, title, tickets }: { now: number; title: string; tickets: number }) {
	const percent = tickets === 0 ? null : Math.round((now / tickets - 1) * 100);
	if (percent === null) return null;
	const change = percent < 0 ? `−${formatNumber(-percent)}` : `+${formatNumber(percent)}`;
	return (
		<p>
			<Trans>
				<b>{change} %</b> against {title} at this hour ({formatNumber(tickets)})
			</Trans>
		</p>
	);
}
