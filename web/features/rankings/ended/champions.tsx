import { Trans, useLingui } from '@lingui/react/macro';
import { type CSSProperties, type ReactNode, useCallback, useEffect, useId, useState } from 'react';
import { Link } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '#client/numbers.ts';
import { presentSeconds } from '#client/server-clock.ts';
import { getMyTotals } from '#contract/my-account.ts';
import type { EndedRanking, ListedArtist, RankingType } from '#contract/rankings.ts';
import { getChart, getEndedRankings } from '#contract/rankings.ts';
import { cacheKeys } from '#contract/values/first-screen.ts';
import { fanStyle } from '#ui/fan-color.ts';
import { useHydrated } from '#ui/hydrated.ts';
import { Icon } from '#ui/icons.tsx';
import { OptionalPart } from '#ui/optional-part.tsx';
import { IconButton, Spinner } from '#ui/primitives/button.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { stored } from '#ui/stored.ts';
import { lazyPage } from '../../../lib/lazy-page.tsx';
import { useFan } from '../../../lib/session/session.tsx';
import { useTimezone } from '../../../lib/site/get-site.ts';
import { formatDays } from '../../../lib/time.ts';
import { artistPath, LEADERBOARD_ORIGIN, paths } from '../../../paths.ts';
import { otherLanguage, pageLanguage } from '../../../i18n.ts';
import { ArtistName, ArtistPicture } from '../artist/artist.tsx';
import { RankNumber } from '../chart/entry-marks.tsx';
import { RaceFold, useRace, useNearView } from '../race/race-fold.tsx';
import { CountedEntries } from '../count/counted-entries.tsx';
import { reads } from '../../../lib/api/call.ts';
import { NotLoaded } from '../../../lib/elements/elements.tsx';
import { PLANE, plotOf } from '../race/plot.ts';
import './champions.css';

const Reveal = lazyPage(() => import('./reveal.tsx'));

const SHOWN_ABOVE = 3;

interface ChampionCardProps {
	ranking: EndedRanking;
	share?: ReactNode;
	/** The latest final result: its champion stands large, and is revealed to a fan who has not seen it yet. */
	latest?: boolean;
}

export function ChampionCard({ ranking, share, latest = false }: ChampionCardProps) {
	const { t } = useLingui();
	const { timeZone, name } = useTimezone();
	const { top_artists: top } = ranking;
	const isFinal = ranking.stage === 'certified';
	const reveal = useReveal(ranking, latest && isFinal);
	return (
		<section className={`champion card relative clipped mt-4${latest && isFinal ? ' champion-latest' : ''}`}>
			<header className="champion-head row">
				<h2 lang={otherLanguage(ranking.lang)}>{ranking.title}</h2>
				{!isFinal && <Tag tone="warning">{t`provisional`}</Tag>}
				<p className="faint">
					{formatDays(ranking.start_time, ranking.end_time, timeZone)} {name}
				</p>
				{latest && isFinal && (
					<IconButton className="champion-again" label={t`Play the reveal again`} onClick={reveal.play}>
						<Icon name="play" />
					</IconButton>
				)}
				{share}
			</header>
			<div className="relative">
				<ol className="champion-top stack" inert={reveal.isPlaying}>
					{top.map((artist) => (
						<Winner key={artist.artist_id} artist={artist} type={ranking.ranking_type}>
							{isFinal && artist.rank === 1 && artist.tickets > 0 && <Won ranking={ranking} champion={artist} />}
						</Winner>
					))}
				</ol>
				{reveal.isPlaying && (
					<OptionalPart instead={<Unrevealed onEnd={reveal.end} />}>
						<Reveal top={top} onEnd={reveal.end} />
					</OptionalPart>
				)}
			</div>
			<Sparkline rankingKey={ranking.ranking_key} />
			{ranking.artist_count > SHOWN_ABOVE && <Others ranking={ranking} />}
		</section>
	);
}

/** A result older than that is no news: it is shown as it stands. */
const NEWS_S = 14 * 86_400;

/** Plays once on a device. A page that came from the server has shown the result already, and reduced motion plays nothing. */
function useReveal({ ranking_key, ranking_type, end_time, top_artists }: EndedRanking, wanted: boolean) {
	const isHydrated = useHydrated();
	const [isStarted, setStarted] = useState<boolean | null>(null);
	const seen = stored(`revealed_${ranking_type}`);
	const isNews = () =>
		isHydrated && seen.get() !== ranking_key && presentSeconds() - end_time < NEWS_S && top_artists[0]?.tickets !== 0;
	if (wanted && isStarted === null) setStarted(isNews() && !matchMedia('(prefers-reduced-motion: reduce)').matches);
	return {
		isPlaying: isStarted === true,
		play: () => setStarted(true),
		end: useCallback(() => {
			stored(`revealed_${ranking_type}`).set(ranking_key);
			setStarted(false);
		}, [ranking_key, ranking_type]),
	};
}

/** In place of a reveal whose script is lost: the result is shown at once. */
function Unrevealed({ onEnd }: { onEnd: () => void }) {
	useEffect(onEnd, [onEnd]);
	return null;
}

/** By how much, what the fan gave, and what it wins. Only a final result is called won. */
function Won({ ranking, champion }: { ranking: EndedRanking; champion: ListedArtist }) {
	const { t } = useLingui();
	const second = ranking.top_artists[1];
	const by = second && formatNumber(champion.tickets - second.tickets);
	return (
		<>
			<span className="champion-won block bold breaks">
				{by === undefined ? null : by === '0' ? (
					<Trans>Won on equal votes, by reaching them first</Trans>
				) : (
					<Trans>Won by {by}</Trans>
				)}
			</span>
			<Gave rankingKey={ranking.ranking_key} artistId={champion.artist_id} />
			{ranking.cover_link_url === paths.rewards && (
				<Link
					className="champion-prize relative mt-2 breaks tag pill semibold text-xs tag-warning"
					to={paths.rewards}
				>{t`Rank rewards`}</Link>
			)}
		</>
	);
}

function Gave({ rankingKey, artistId }: { rankingKey: string; artistId: number }) {
	const { data } = useQuery({
		...reads(['me', 'given', rankingKey], getMyTotals, { query: { ranking_key: rankingKey } }),
		enabled: useFan() !== null,
		staleTime: Infinity,
	});
	const given = data?.totals.find(({ artist_id }) => artist_id === artistId)?.tickets ?? 0;
	if (given <= 0) return null;
	return (
		<span className="block text-m breaks">
			<Trans>You gave {formatNumber(given)}</Trans>
		</span>
	);
}

function Winner({ artist, type, children }: { artist: ListedArtist; type: RankingType; children: ReactNode }) {
	return (
		<li
			className={`champion-winner relative rounded row gap-4 champion-${artist.rank} medal-${artist.rank} fan`}
			style={fanStyle(artist.fan_color)}
			data-kind={artist.kind}
		>
			<span className="champion-picture face">
				<ArtistPicture artist={artist} />
			</span>
			{children && (
				<svg className="champion-crown" viewBox="0 0 24 18" aria-hidden="true">
					<path d="M2 3l5.5 5L12 1l4.5 7L22 3l-2 14H4z" />
				</svg>
			)}
			<div className="min-0">
				<ArtistName artist={artist} to={pastPathOf(artist, type)} className="champion-name block breaks bold" />
				<span className="champion-tickets block bold text-s">{formatNumber(artist.tickets)}</span>
				{children}
			</div>
			<span className="champion-rank push">
				<RankNumber rank={artist.rank} />
			</span>
		</li>
	);
}

function Others({ ranking }: { ranking: EndedRanking }) {
	const [open, setOpen] = useState(false);
	const id = useId();
	// Fetched when first opened, and kept, so that opening it again loads nothing.
	const { data, isFetching, isError, refetch } = useQuery({
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
				{isError && !data && <NotLoaded onRetry={() => void refetch()} />}
			</div>
			<button
				type="button"
				className="champion-more hovers justify-center full-width row gap-2 muted semibold"
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
			className="champion-others stack"
			start={SHOWN_ABOVE + 1}
			style={{ '--rows': Math.ceil(list.length / 2) } as CSSProperties}
		>
			{list.map((artist) => (
				<li
					key={artist.artist_id}
					className="row relative gap-3 fan"
					style={fanStyle(artist.fan_color)}
					data-kind={artist.kind}
				>
					<span className="champion-others-rank no-shrink centered muted">{artist.rank}</span>
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
const pastPathOf = (artist: ListedArtist, type: RankingType): string | null =>
	artistPath(artist, { type, from: LEADERBOARD_ORIGIN, votable: false });

export function ChampionsSkeleton() {
	return (
		<div aria-busy="true">
			{['latest', 'before', 'earlier'].map((place) => (
				<Skeleton key={place} className="card mt-4" style={{ height: 'var(--wide, 17rem) var(--narrow, 24rem)' }} />
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
	const { t } = useLingui();
	const [element, near] = useNearView();
	const { data } = useRace(rankingKey, { wanted: near });
	const race = data && { ...data, lines: data.lines.slice(0, LINES) };
	// One point is no race.
	const drawn = race && race.times.length > 1 ? plotOf(race, 'votes') : null;
	return (
		<div ref={element} className="champion-race row gap-4 faint text-xs">
			{race && drawn && (
				<>
					<span>{t`Votes of the first three, over time`}</span>
					<svg
						className="min-0 grow"
						viewBox={`0 0 ${PLANE.width} ${PLANE.height}`}
						preserveAspectRatio="none"
						aria-hidden="true"
					>
						{race.lines
							.map((line, index) => (
								<path
									key={line.artist_id}
									className="race-line fan"
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
