import { memo, Suspense, useRef } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFlip } from '#ui/flip.ts';
import type { ListedArtist } from '#contract/rankings.ts';
import { formatNumber } from '#client/numbers.ts';
import { pictureSizes } from '#contract/values/pictures.ts';
import { CountRoll } from '#ui/count-roll.tsx';
import { fanStyle } from '#ui/fan-color.ts';
import { Button } from '#ui/primitives/button.tsx';
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
			{/* A boundary of its own: the browser takes over the rows after the rest of the page. */}
			<Suspense>
				<Rows rows={standings.list.slice(3)} {...standings} />
			</Suspense>
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
