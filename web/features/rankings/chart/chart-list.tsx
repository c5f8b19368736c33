/** The ongoing chart: podium and rows, or the search result, always with true ranks. */
import { useRef } from 'react';
import { useFlip } from '#ui/flip.ts';
import type { ListedArtist } from '#contract/rankings.ts';
import { leaderStyle } from '../shares/share-bar.tsx';
import { Podium } from './podium.tsx';
import { RankRow } from './rank-row.tsx';
import type { StandingsProps } from './standings.ts';

export interface ChartListProps extends StandingsProps {
	/** Search result, shown as rows instead of podium and rows. Undefined without a search. */
	found?: readonly ListedArtist[];
}

export function ChartList({ found, ...standings }: ChartListProps) {
	if (found) return <Rows rows={found} {...standings} />;
	return (
		<>
			<Podium {...standings} />
			<Rows rows={standings.list.slice(3)} {...standings} />
		</>
	);
}

function Rows({ rows, ...standings }: StandingsProps & { rows: readonly ListedArtist[] }) {
	const list = useRef<HTMLOListElement>(null);
	useFlip(list, rows.map(({ artist_id }) => artist_id).join(' '));
	if (rows.length === 0) return null;
	return (
		<ol className="rank-rows" style={leaderStyle(standings.list)} ref={list}>
			{rows.map((artist) => (
				<RankRow key={artist.artist_id} artist={artist} {...standings} />
			))}
		</ol>
	);
}
