import { Trans } from '@lingui/react/macro';
import { type CSSProperties, type ReactNode, useId, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '#client/numbers.ts';
import {
	type EndedRanking,
	type ListedArtist,
	getChart,
	getEndedRankings,
	type RankingType,
} from '#contract/rankings.ts';
import { cacheKeys } from '#contract/values/first-screen.ts';
import { fanStyle } from '#ui/fan-color.ts';
import { Icon } from '#ui/icons.tsx';
import { Spinner } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { useTimezone } from '../../../lib/site/get-site.ts';
import { formatDays } from '../../../lib/time.ts';
import { LEADERBOARD_ORIGIN } from '../../../paths.ts';
import { pageLanguage } from '../../../i18n.ts';
import { ArtistName } from '../artist/artist-name.tsx';
import { artistPath } from '../../../lib/artist-path.ts';
import { ArtistPicture } from '../artist/artist-picture.tsx';
import { RankNumber } from '../chart/entry-marks.tsx';
import { RaceFold, useRace, useNearView } from '../race/race-fold.tsx';
import { CountedEntries } from '../count/counted-entries.tsx';
import { reads } from '../../../lib/api/call.ts';
import { PLANE, plotOf } from '../race/plot.ts';
import './champions.css';
import '../race/race.css';

const SHOWN_ABOVE = 3;

export function ChampionCard({ ranking, share }: { ranking: EndedRanking; share: ReactNode }) {
	const { timeZone, name } = useTimezone();
	return (
		<section className="champion card">
			<header className="champion-head">
				<h2>{ranking.title}</h2>
				{ranking.stage === 'certified' ? null : (
					<Tag tone="warning">
						<Trans>provisional</Trans>
					</Tag>
				)}
				<Sparkline rankingKey={ranking.ranking_key} />
				<p>
					{formatDays(ranking.start_time, ranking.end_time, timeZone)} {name}
				</p>
				{share}
			</header>
			<ol className="champion-top">
				{ranking.top_artists.map((artist) => (
					<Winner key={artist.artist_id} artist={artist} type={ranking.ranking_type} />
				))}
			</ol>
			{ranking.artist_count > SHOWN_ABOVE && <Others ranking={ranking} />}
		</section>
	);
}

function Winner({ artist, type }: { artist: ListedArtist; type: RankingType }) {
	return (
		<li
			className={`champion-winner row gap-4 champion-${artist.rank} medal-${artist.rank} fan`}
			style={fanStyle(artist.fan_color)}
			data-kind={artist.kind}
		>
			<span className="champion-picture face">
				<ArtistPicture artist={artist} />
			</span>
			<div className="min-0">
				<ArtistName artist={artist} to={pastPathOf(artist, type)} className="champion-name" />
				<span className="champion-tickets block bold text-s">{formatNumber(artist.tickets)}</span>
			</div>
			<span className="champion-rank">
				<RankNumber rank={artist.rank} />
			</span>
		</li>
	);
}

function Others({ ranking }: { ranking: EndedRanking }) {
	const [open, setOpen] = useState(false);
	const id = useId();
	// Fetched when first opened, and kept, so that opening it again loads nothing.
	const { data, isFetching, isError } = useQuery({
		...reads(['result', ranking.ranking_key], getChart, { query: { ranking_key: ranking.ranking_key } }),
		enabled: open,
		staleTime: Infinity,
		gcTime: Infinity,
	});
	return (
		<>
			<div id={id} hidden={!open}>
				{data && (
					<>
						<RestOfList list={data.artist_list.slice(SHOWN_ABOVE)} type={ranking.ranking_type} />
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
				className="champion-more row gap-2 muted semibold"
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

function RestOfList({ list, type }: { list: readonly ListedArtist[]; type: RankingType }) {
	return (
		<ol
			className="champion-others"
			start={SHOWN_ABOVE + 1}
			style={{ '--rows': Math.ceil(list.length / 2) } as CSSProperties}
		>
			{list.map((artist) => (
				<li key={artist.artist_id} className="fan" style={fanStyle(artist.fan_color)} data-kind={artist.kind}>
					<span className="champion-others-rank">{artist.rank}</span>
					<span className="champion-others-picture face">
						<ArtistPicture artist={artist} />
					</span>
					<ArtistName
						artist={artist}
						to={pastPathOf(artist, type)}
						className="champion-others-name ellipsis min-0 semibold"
					/>
					<span className="champion-others-tickets muted push">{formatNumber(artist.tickets)}</span>
				</li>
			))}
		</ol>
	);
}

/** Returns the artist's page without a Vote button, because a past ranking takes no votes. */
function pastPathOf(artist: ListedArtist, type: RankingType): string | null {
	return artistPath(artist, { type, from: LEADERBOARD_ORIGIN, votable: false });
}

export function NoChampions() {
	return (
		<Empty title={<Trans>No Data</Trans>}>
			<Trans>The first champions appear here when a chart ends.</Trans>
		</Empty>
	);
}

export function ChampionsSkeleton() {
	return (
		<div aria-busy="true">
			{['latest', 'before', 'earlier'].map((place) => (
				<Skeleton key={place} className="champion card" style={{ height: 'var(--wide, 15rem) var(--narrow, 21rem)' }} />
			))}
		</div>
	);
}

export function useEndedRankings(rankingType: RankingType) {
	const query = { page: 1, limit: 10_000, ranking_type: rankingType, lang: pageLanguage() };
	return useQuery({ ...reads(cacheKeys.ended(rankingType), getEndedRankings, { query }), staleTime: 60_000 });
}

const LINES = 3;

/** The race of the first three in a few pixels, loaded when its card comes near the screen. */
function Sparkline({ rankingKey }: { rankingKey: string }) {
	const [element, near] = useNearView();
	const { data } = useRace(rankingKey, { wanted: near });
	const race = data && { ...data, lines: data.lines.slice(0, LINES) };
	// One point is no race.
	const drawn = race && race.times.length > 1 ? plotOf(race, 'votes') : null;
	return (
		<div ref={element} className="sparkline">
			{race && drawn && (
				<>
					<span className="visually-hidden">
						<Trans>Votes of the first three, over time</Trans>
					</span>
					<svg viewBox={`0 0 ${PLANE.width} ${PLANE.height}`} preserveAspectRatio="none" aria-hidden="true">
						{race.lines
							.map((line, index) => (
								<path
									key={line.artist_id}
									className="sparkline-line fan"
									style={fanStyle(line.fan_color)}
									d={drawn.paths[index]}
									vectorEffect="non-scaling-stroke"
								/>
							))
							.toReversed()}
					</svg>
				</>
			)}
		</div>
	);
}
