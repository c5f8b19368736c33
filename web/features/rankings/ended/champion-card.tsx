/** One ended ranking: its winner, second and third, and the full list behind Show More. */
import { Trans } from '@lingui/react/macro';
import { type CSSProperties, type ReactNode, useId, useState } from 'react';
import { formatNumber } from '#client/numbers.ts';
import type { EndedRanking, ListedArtist } from '#contract/rankings.ts';
import { fanStyle } from '#ui/fan-color.ts';
import { Icon } from '#ui/icons.tsx';
import { Spinner } from '#ui/primitives/spinner.tsx';
import { useTimezone } from '../../../lib/site/get-site.ts';
import { formatDays } from '../../../lib/time.ts';
import { LEADERBOARD_ORIGIN, paths } from '../../../paths.ts';
import { ArtistName } from '../artist/artist-name.tsx';
import { ArtistPicture } from '../artist/artist-picture.tsx';
import { RaceFold } from '../race/race-fold.tsx';
import { Sparkline } from '../race/sparkline.tsx';
import { CountedEntries } from '../count/counted-entries.tsx';
import { useResult } from './get-result.ts';
import './champion-card.css';

const SHOWN_ABOVE = 3;

/** `share` is a button that shares the result. */
export function ChampionCard({ ranking, share }: { ranking: EndedRanking; share: ReactNode }) {
	const { timeZone, name } = useTimezone();
	return (
		<section className="champion">
			<header className="champion-head">
				<h2>{ranking.title}</h2>
				{ranking.stage === 'certified' ? null : (
					<span className="champion-provisional">
						<Trans>provisional</Trans>
					</span>
				)}
				<Sparkline rankingKey={ranking.ranking_key} />
				<p>
					{formatDays(ranking.start_time, ranking.end_time, timeZone)} {name}
				</p>
				{share}
			</header>
			<ol className="champion-top">
				{ranking.top_artists.map((artist) => (
					<Winner key={artist.artist_id} artist={artist} />
				))}
			</ol>
			{ranking.artist_count > SHOWN_ABOVE && <Others ranking={ranking} />}
		</section>
	);
}

function Winner({ artist }: { artist: ListedArtist }) {
	return (
		<li
			className={`champion-winner champion-${artist.rank} fan`}
			style={fanStyle(artist.fan_color)}
			data-kind={artist.kind}
		>
			<span className="champion-picture">
				<ArtistPicture artist={artist} />
			</span>
			<div className="champion-who">
				<ArtistName artist={artist} to={pastPathOf(artist)} className="champion-name" />
				<span className="champion-tickets">{formatNumber(artist.tickets)}</span>
			</div>
			<span className="champion-rank">
				<span className="visually-hidden">
					<Trans>Rank {artist.rank}</Trans>
				</span>
				<span aria-hidden="true">{artist.rank}</span>
			</span>
		</li>
	);
}

function Others({ ranking }: { ranking: EndedRanking }) {
	const [open, setOpen] = useState(false);
	const id = useId();
	// Fetched when first opened, and kept, so that opening it again loads nothing.
	const { data, isFetching, isError } = useResult(ranking.ranking_key, open);
	return (
		<>
			<div id={id} hidden={!open}>
				{data && (
					<>
						<RestOfList list={data.artist_list.slice(SHOWN_ABOVE)} />
						<CountedEntries chart={data} />
						<RaceFold rankingKey={ranking.ranking_key} />
					</>
				)}
				{isError && (
					<p className="champion-none">
						<Trans>No Data</Trans>
					</p>
				)}
			</div>
			<button
				type="button"
				className="champion-more"
				aria-expanded={open}
				aria-controls={id}
				aria-busy={open && isFetching}
				onClick={() => setOpen(!open)}
			>
				{open ? <Trans>Show Less</Trans> : <Trans>Show More</Trans>}
				{open && isFetching ? <Spinner /> : <Icon name="down" />}
			</button>
		</>
	);
}

function RestOfList({ list }: { list: readonly ListedArtist[] }) {
	return (
		<ol
			className="champion-others"
			start={SHOWN_ABOVE + 1}
			style={{ '--rows': Math.ceil(list.length / 2) } as CSSProperties}
		>
			{list.map((artist) => (
				<li key={artist.artist_id} className="fan" style={fanStyle(artist.fan_color)} data-kind={artist.kind}>
					<span className="champion-others-rank">{artist.rank}</span>
					<span className="champion-others-picture">
						<ArtistPicture artist={artist} />
					</span>
					<ArtistName artist={artist} to={pastPathOf(artist)} className="champion-others-name" />
					<span className="champion-others-tickets">{formatNumber(artist.tickets)}</span>
				</li>
			))}
		</ol>
	);
}

/** Returns the artist's page without a Vote button, because a past ranking takes no votes. */
function pastPathOf(artist: ListedArtist): string | null {
	return artist.kind === 'song' ? null : paths.artist(artist.artist_id, LEADERBOARD_ORIGIN, false);
}
