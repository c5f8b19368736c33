/** The first three, large: 2-1-3 on wide screens, the leader on top on phones; read in order 1-2-3. */
import { Trans, useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import { formatNumber } from '#client/numbers.ts';
import { pictureSizes } from '#contract/values/pictures.ts';
import { CountRoll } from '#ui/count-roll.tsx';
import { fanStyle } from '#ui/fan-color.ts';
import { Button } from '#ui/primitives/button.tsx';
import { ArtistName } from '../artist/artist-name.tsx';
import { ArtistPicture } from '../artist/artist-picture.tsx';
import { gapOf, showsTheSame, type StandingProps, type StandingsProps, moveOf } from './standings.ts';
import { GapText, leaderStyle, ShareBar, MoveMark } from './entry-marks.tsx';
import './podium.css';

export function Podium({ list, ...standings }: StandingsProps) {
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
		<li className={`podium-card podium-${artist.rank} fan`} style={fanStyle(artist.fan_color)} data-kind={artist.kind}>
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
					<span className="visually-hidden">{t`Rank ${artist.rank}`}</span>
					<span aria-hidden="true">{artist.rank}</span>
				</span>
			</div>
			<div className="podium-body">
				<ArtistName artist={artist} to={pathOf(artist)} className="podium-name" />
				<MoveMark move={moveOf(movement, artist)} />
				<b className="podium-tickets">
					<CountRoll text={formatNumber(artist.tickets)} />
				</b>
				<GapText gap={gapOf(list, artist)} className="gap" />
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
