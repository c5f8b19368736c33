import { startTransition, useEffect, useRef, useState, memo } from 'react';
import { useSearchParams } from 'react-router';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFlip } from '#ui/flip.ts';
import { whenIdle } from '#ui/when-idle.ts';
import type { ListedArtist } from '#contract/rankings.ts';
import { formatNumber } from '#client/numbers.ts';
import { pictureSizes } from '#contract/values/pictures.ts';
import { CountRoll } from '#ui/count-roll.tsx';
import { fanStyle } from '#ui/fan-color.ts';
import { Button } from '#ui/primitives/button.tsx';
import { VOTE_QUERY } from '../../../paths.ts';
import { leaderStyle, GapText, RankNumber, ShareBar, MoveMark } from './entry-marks.tsx';
import { RankRow } from './rank-row.tsx';
import { type StandingsProps, gapOf, showsTheSame, type StandingProps, moveOf } from './standings.ts';
import { ArtistName } from '../artist/artist-name.tsx';
import { ArtistPicture } from '../artist/artist-picture.tsx';
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

/** The first three, large: 2-1-3 on wide screens, the leader on top on phones; read in order 1-2-3. */
function Podium({ list, ...standings }: StandingsProps) {
	return (
		<ol className="podium" style={leaderStyle(list)}>
			{list.slice(0, 3).map((artist) => (
				<PodiumCard key={artist.artist_id} artist={artist} list={list} {...standings} />
			))}
		</ol>
	);
}

const PodiumCard = memo(function PodiumCard({ artist, list, onVote, pathOf, movement }: StandingProps) {
	const { t } = useLingui();
	return (
		<li
			className={`podium-card podium-${artist.rank} medal-${artist.rank} fan`}
			style={fanStyle(artist.fan_color)}
			data-kind={artist.kind}
		>
			<div className="podium-portrait">
				<ArtistPicture
					artist={artist}
					alt={t`Portrait of ${artist.en_name}`}
					sizes={artist.rank === 1 ? pictureSizes.podiumFirst : pictureSizes.podium}
					eager
				/>
			</div>
			<div className="podium-seam">
				<span className="podium-numeral">
					<RankNumber rank={artist.rank} />
				</span>
			</div>
			<div className="podium-body">
				<ArtistName artist={artist} to={pathOf(artist)} className="podium-name" />
				<MoveMark move={moveOf(movement, artist)} />
				<b className="podium-tickets">
					<CountRoll text={formatNumber(artist.tickets)} />
				</b>
				<GapText gap={gapOf(list, artist)} />
				<ShareBar tickets={artist.tickets} />
				{onVote && (
					<Button variant="fan" block aria-label={t`Vote for ${artist.en_name}`} onClick={() => onVote(artist)}>
						<Trans>Vote</Trans>
					</Button>
				)}
			</div>
		</li>
	);
}, showsTheSame);
