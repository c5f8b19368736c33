/** A chart's artists as one list: the first three as a podium, all others and those that a search finds as rows. */
import { type CSSProperties, memo, type ReactNode, useRef } from 'react';
import { useLingui } from '@lingui/react/macro';
import { useFlip } from '#ui/flip.ts';
import type { ListedArtist } from '#contract/rankings.ts';
import { formatNumber } from '#client/numbers.ts';
import { pictureSizes } from '#contract/values/pictures.ts';
import { CountRoll } from '#ui/count-roll.tsx';
import { fanStyle } from '#ui/fan-color.ts';
import { Button } from '#ui/primitives/button.tsx';
import { GapText, RankNumber, NextRankBar, MoveMark } from './entry-marks.tsx';
import { type StandingsProps, gapOf, PODIUM_SIZE, showsTheSame, type StandingProps, moveOf } from './standings.ts';
import { ArtistName, ArtistPicture } from '../artist/artist.tsx';
import { nameOf } from '../../../lib/artist-names.ts';
import './podium.css';
import './chart-list.css';

export interface ChartListProps extends StandingsProps {
	shown?: readonly ListedArtist[];
	asRows?: boolean;
	/** True for the fan's own artist, whose Vote has the fandom's color at any rank. */
	mine?: boolean;
	between?: ReactNode;
	/** True: the leader's portrait is the page's main picture, which is fetched with the page. */
	main?: boolean;
}

const ROWS_ABOVE = 10;

export function ChartList({ shown, asRows = false, mine, between, main = false, ...standings }: ChartListProps) {
	const artists = shown ?? standings.list;
	const list = useRef<HTMLOListElement>(null);
	useFlip(list, artists.map(({ artist_id }) => artist_id).join(' '));
	if (artists.length === 0) return null;
	// One array, so that an artist who climbs onto the podium keeps element, focus and digits.
	const entries = artists.map((artist, index) => (
		<Standing
			key={artist.artist_id}
			artist={artist}
			onPodium={!asRows && artist.rank <= PODIUM_SIZE}
			mine={mine}
			urgent={main && index === 0}
			far={index >= ROWS_ABOVE}
			{...standings}
		/>
	));
	if (between)
		entries.splice(
			ROWS_ABOVE,
			0,
			<li key="between" className="chart-list-between min-0 mt-4 mb-4" data-far="shown" suppressHydrationWarning>
				{between}
			</li>,
		);
	return (
		<ol
			className="chart-list"
			style={{ '--characters': formatNumber(standings.list[0]?.tickets ?? 0).length } as CSSProperties}
			ref={list}
			data-podium={asRows ? undefined : Math.min(artists.length, PODIUM_SIZE)}
		>
			{entries}
		</ol>
	);
}

const Standing = memo(function Standing({
	artist,
	list,
	onVote,
	pathOf,
	noteOf,
	movement,
	onPodium,
	mine,
	urgent,
	far,
}: StandingProps) {
	const { t } = useLingui();
	const medal = artist.rank <= PODIUM_SIZE;
	const podiumSizes = artist.rank === 1 ? pictureSizes.podiumFirst : pictureSizes.podium;
	return (
		// Bare: what is set aside is styled as little as possible, and colors of its own would make it dear.
		<li
			className={onPodium ? `podium-place podium-${artist.rank}` : undefined}
			data-flip={artist.artist_id}
			data-far={far ? '' : onPodium ? undefined : 'shown'}
			suppressHydrationWarning
		>
			<div
				className={`${onPodium ? 'podium-card' : 'rank-row'} stack relative clipped${medal ? ` medal-${artist.rank}` : ''} fan`}
				style={fanStyle(artist.fan_color)}
				data-kind={artist.kind}
			>
				<span className="rank-picture relative clipped">
					<ArtistPicture
						artist={artist}
						alt={onPodium ? t`Portrait of ${nameOf(artist)}` : ''}
						sizes={onPodium ? podiumSizes : undefined}
						urgent={urgent}
					/>
				</span>
				<span className="rank-number relative centered">
					<RankNumber rank={artist.rank} />
					<MoveMark move={moveOf(movement, artist)} />
				</span>
				<ArtistName
					artist={artist}
					to={pathOf(artist)}
					className="rank-name min-0 bold clipped breaks"
					note={noteOf?.(artist)}
				/>
				<div className="rank-tickets min-0">
					<b>
						<CountRoll text={formatNumber(artist.tickets)} />
					</b>
					<GapText gap={gapOf(list, artist)} />
				</div>
				<NextRankBar list={list} artist={artist} />
				{onVote && (
					<Button
						variant={medal || mine ? 'fan' : 'quiet'}
						aria-label={t`Vote for ${nameOf(artist)}`}
						onClick={() => onVote(artist)}
					>
						{t`Vote`}
					</Button>
				)}
			</div>
		</li>
	);
}, showsTheSame);
