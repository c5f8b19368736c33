/** The ongoing chart: podium and rows, or the search result, always with true ranks. */
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useFlip } from '#ui/flip.ts';
import type { ListedArtist } from '#contract/rankings.ts';
import { VOTE_QUERY } from '../../../paths.ts';
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

function Rows({ rows: all, ...standings }: StandingsProps & { rows: readonly ListedArtist[] }) {
	const list = useRef<HTMLOListElement>(null);
	const rows = useFirstRowsFirst(all);
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

/** More than a screen shows below the podium. */
const FIRST_ROWS = 12;
/** Whoever comes back, loads again or comes to vote is put where the row is, which needs all rows at once. */
const [opening] = performance.getEntriesByType('navigation');
let isFirstList = opening instanceof PerformanceNavigationTiming && opening.type === 'navigate';

/** When a page opens with a chart, its first rows are drawn at once and the others a moment later. */
function useFirstRowsFirst(rows: readonly ListedArtist[]): readonly ListedArtist[] {
	const [search] = useSearchParams();
	const [isFirst] = useState(isFirstList && !search.has(VOTE_QUERY));
	useEffect(() => {
		isFirstList = false;
	}, []);
	const count = useDeferredValue(rows.length, isFirst ? FIRST_ROWS : rows.length);
	return count < rows.length ? rows.slice(0, count) : rows;
}
