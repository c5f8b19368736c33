/** The row of the fan's own artist, above the chart: drawn from the chart that everybody gets. */
import { Trans } from '@lingui/react/macro';
import { useId, type ReactNode } from 'react';
import { RankRow } from './rank-row.tsx';
import type { StandingsProps } from './standings.ts';
import { leaderStyle } from './entry-marks.tsx';
import './chart-list.css';

export interface PinnedRowProps extends StandingsProps {
	/** The first of the fan's favorites that is in this chart is shown. */
	favorites: readonly number[];
	more?: ReactNode;
}

export function PinnedRow({ favorites, more, ...standings }: PinnedRowProps) {
	const heading = useId();
	const first = favorites.find((id) => standings.list.some(({ artist_id }) => artist_id === id));
	const artist = standings.list.find(({ artist_id }) => artist_id === first);
	if (!artist) return null;
	return (
		<section className="pinned-row" aria-labelledby={heading}>
			<div className="pinned-row-head">
				<h2 id={heading}>
					<Trans>My artist</Trans>
				</h2>
				{more}
			</div>
			<ol style={leaderStyle(standings.list)}>
				<RankRow artist={artist} {...standings} />
			</ol>
		</section>
	);
}
