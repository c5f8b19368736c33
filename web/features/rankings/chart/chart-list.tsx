/** The ongoing chart: podium and rows, or the search result, always with true ranks. */
import { startTransition, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useFlip } from '#ui/flip.ts';
import { whenIdle } from '#ui/when-idle.ts';
import type { ListedArtist } from '#contract/rankings.ts';
import { VOTE_QUERY } from '../../../paths.ts';
import { leaderStyle } from './entry-marks.tsx';
import { Podium } from './podium.tsx';
import { RankRow } from './rank-row.tsx';
import type { StandingsProps } from './standings.ts';
import './podium.css';
import './chart-list.css';

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

/** The podium ends below most screens: a tall one shows these. */
const FIRST_ROWS = 3;
/** Whoever comes back, loads again or comes to vote is put where the row is, which needs all rows at once. */
const [opening] = performance.getEntriesByType('navigation');
let isFirstList = opening instanceof PerformanceNavigationTiming && opening.type === 'navigate';

/** A phone that is busy all the time draws the others after this time. */
const OTHERS_WITHIN_MS = 1_000;

/** When a page opens with a chart, its first rows are drawn at once, and the others when the browser has time or the fan scrolls. */
function useFirstRowsFirst(rows: readonly ListedArtist[]): readonly ListedArtist[] {
	const [search] = useSearchParams();
	const [showsAll, setShowsAll] = useState(!isFirstList || search.has(VOTE_QUERY));
	useEffect(() => {
		isFirstList = false;
		if (showsAll) return undefined;
		const showAll = () => startTransition(() => setShowsAll(true));
		const forget = whenIdle(showAll, OTHERS_WITHIN_MS);
		window.addEventListener('scroll', showAll, { once: true, passive: true });
		return () => {
			forget();
			window.removeEventListener('scroll', showAll);
		};
	}, [showsAll]);
	return showsAll ? rows : rows.slice(0, FIRST_ROWS);
}
