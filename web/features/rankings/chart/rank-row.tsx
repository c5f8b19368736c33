import { useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import { formatNumber } from '#client/numbers.ts';
import { CountRoll } from '#ui/count-roll.tsx';
import { fanStyle } from '#ui/fan-color.ts';
import { Button } from '#ui/primitives/button.tsx';
import { ArtistName } from '../artist/artist-name.tsx';
import { ArtistPicture } from '../artist/artist-picture.tsx';
import { gapOf, showsTheSame, type StandingProps, moveOf } from './standings.ts';
import { GapText, RankNumber, ShareBar, MoveMark } from './entry-marks.tsx';
import './chart-list.css';

export const RankRow = memo(function RankRow({ artist, list, onVote, pathOf, movement }: StandingProps) {
	const { t } = useLingui();
	const medal = artist.rank <= 3;
	return (
		<li
			className={`rank-row fan${medal ? ` medal-${artist.rank}` : ''}`}
			style={fanStyle(artist.fan_color)}
			data-kind={artist.kind}
			data-flip={artist.artist_id}
		>
			<span className="rank-row-rank">
				<RankNumber rank={artist.rank} />
				<MoveMark move={moveOf(movement, artist)} />
			</span>
			<span className="rank-row-picture">
				<ArtistPicture artist={artist} />
			</span>
			<ArtistName artist={artist} to={pathOf(artist)} className="rank-row-name" />
			<div className="rank-row-numbers">
				<b>
					<CountRoll text={formatNumber(artist.tickets)} />
				</b>
				<GapText gap={gapOf(list, artist)} />
			</div>
			{onVote && (
				<Button
					variant={medal ? 'fan' : 'quiet'}
					aria-label={t`Vote for ${artist.en_name}`}
					onClick={() => onVote(artist)}
				>
					{t`Vote`}
				</Button>
			)}
			<ShareBar tickets={artist.tickets} />
		</li>
	);
}, showsTheSame);
