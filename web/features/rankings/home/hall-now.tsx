import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { memo, useCallback, useDeferredValue } from 'react';
import { formatNumber } from '#client/numbers.ts';
import { MARQUEE_MOVING_MIN, MARQUEE_SIZE, RANKING_STATUS_ONGOING } from '#contract/values/constants.ts';
import type { ListedArtist, Chart } from '#contract/rankings.ts';
import { CountRoll } from '#ui/count-roll.tsx';
import { fanStyle } from '#ui/fan-color.ts';
import { Marquee } from '#ui/primitives/marquee.tsx';
import { RestSwitch } from '#ui/primitives/rest-switch.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { artistPath, HOME_ORIGIN } from '../../../paths.ts';
import { nameOf } from '../../../lib/artist-names.ts';
import { AnyLink } from '../../../lib/elements/any-link.tsx';
import { NotLoaded } from '../../../lib/elements/elements.tsx';
import { useOnline } from '../../../lib/use-online.ts';
import { ArtistPicture } from '../artist/artist.tsx';
import { ChartList } from '../chart/chart-list.tsx';
import { LeadText } from '../chart/entry-marks.tsx';
import { PodiumSkeleton } from '../chart/chart-skeleton.tsx';
import { PinnedRow } from '../chart/pinned-row.tsx';
import { PODIUM_SIZE } from '../chart/standings.ts';
import { type LiveChart, useChart } from '../live/get-chart.ts';
import { OfflineNote, ShownAsOf } from '../count/shown-as-of.tsx';
import { SharesOcean } from '../shares/shares.tsx';
import './hall-now.css';

interface HallNowProps {
	rankingKey: string;
	onVote: (artist: ListedArtist) => void;
}

export function HallNow({ rankingKey, onVote }: HallNowProps) {
	const { data, isPending, errorUpdateCount, refetch } = useChart(rankingKey);
	// What arrives is drawn in pieces, between which a tap is answered.
	const chart = useDeferredValue(data);
	// Polling begins a failed read anew, which is pending again.
	if (!data && errorUpdateCount > 0) return <NotLoaded onRetry={() => void refetch()} />;
	if (isPending || (data && !chart)) return <HallSkeleton />;
	if (!chart || chart.artist_list.length === 0) return null;
	return <Hall chart={chart} onVote={onVote} />;
}

/** Drawn again only with another chart: what arrives is first drawn with the old one, at once. */
const Hall = memo(function Hall({ chart, onVote }: { chart: LiveChart; onVote: HallNowProps['onVote'] }) {
	const { t } = useLingui();
	const artists = chart.artist_list.slice(0, MARQUEE_SIZE);
	const online = useOnline();
	const live = online && chart.as_of === undefined;
	const votable = chart.ranking_config.status === RANKING_STATUS_ONGOING;
	// Stable, so that only entries that have changed are drawn again.
	const pathOf = useCallback(
		(artist: ListedArtist) => artistPath(artist, { type: 'monthly', from: HOME_ORIGIN, votable }),
		[votable],
	);
	const standings = { list: chart.artist_list, pathOf, onVote: votable ? onVote : undefined };
	return (
		<section className="hall-now relative" aria-labelledby="hall-now">
			<div className="wrap">
				<PinnedRow {...standings} />
			</div>
			<div className="wrap hall-now-head row wraps gap-4">
				<div>
					<h2 id="hall-now">{t`The hall right now`}</h2>
					<span
						className={`hall-now-pulse relative muted semibold text-s breaks gap-2 ${live ? '' : 'hall-now-still'}`}
					>
						{live && <HallPace chart={chart} />}
						{chart.as_of === undefined ? (
							<OfflineNote receivedAtMs={chart.received_at ?? 0} />
						) : (
							<ShownAsOf seconds={chart.as_of} />
						)}
						<RestSwitch />
					</span>
				</div>
				<p className="hall-now-count push">
					<b className="block">
						<CountRoll text={formatNumber(chart.total_tickets)} />
					</b>
					<small className="muted">{t`votes this month`}</small>
				</p>
			</div>
			<div className="wrap hall-now-podium">
				<ChartList shown={chart.artist_list.slice(0, PODIUM_SIZE)} {...standings} />
			</div>
			<Marquee
				label={t`Top artists`}
				items={artists.map((artist) => ({
					key: artist.artist_id,
					content: <Chip artist={artist} to={pathOf(artist)} />,
				}))}
				movingMin={MARQUEE_MOVING_MIN}
			/>
			<SharesOcean chart={chart} />
		</section>
	);
});

function Chip({ artist, to }: { artist: ListedArtist; to: string | null }) {
	const { tickets: ticket_number } = artist;
	return (
		<AnyLink className="hall-now-chip relative pill fan row gap-3" style={fanStyle(artist.fan_color)} to={to}>
			<span className="hall-now-picture face">
				<ArtistPicture artist={artist} />
			</span>
			{/* Bare numbers say what they are, in words of the page's language. */}
			<span className="visually-hidden">
				<Trans>Rank {artist.rank}</Trans>
			</span>
			<span className="hall-now-rank centered" aria-hidden="true">
				{artist.rank}
			</span>
			<span>
				<b className="block text-m" translate="no">
					{nameOf(artist)}
				</b>{' '}
				<small className="muted text-xs" aria-hidden="true">
					{formatNumber(ticket_number)}
				</small>
				<span className="visually-hidden">
					<Plural value={ticket_number} one="# vote" other="# votes" />
				</span>
			</span>
		</AnyLink>
	);
}

export function HallSkeleton() {
	return (
		<div className="hall-now relative" aria-busy="true">
			<div className="wrap hall-now-head row wraps gap-4">
				<Skeleton className="hall-now-title-skeleton" />
				<Skeleton className="hall-now-count-skeleton push" />
			</div>
			<div className="wrap">
				<div className="chart-list hall-now-podium">
					<PodiumSkeleton />
				</div>
			</div>
			<div className="hall-now-skeleton clipped row gap-3">
				{Array.from('1234567', (place) => (
					<Skeleton key={place} className="hall-now-chip-skeleton no-shrink pill" />
				))}
			</div>
			<div className="hall-now-ocean-skeleton" />
		</div>
	);
}

/** Votes a minute, or in a quiet minute what the race is about. */
function HallPace({ chart: { artist_list: list, votes_per_minute } }: { chart: Chart }) {
	const [leader, second] = list;
	if (votes_per_minute > 0 || !leader?.tickets || !second) {
		return <Plural value={votes_per_minute} one="# vote a minute" other="# votes a minute" />;
	}
	return <LeadText leader={leader} second={second} />;
}
