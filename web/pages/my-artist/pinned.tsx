/** The fan's first artist: portrait, live place and gap in the chart that ends next, the rival beside it, one Vote. */
import { Plural, useLingui } from '@lingui/react/macro';
import { Link, useNavigate } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import type { ListedArtist } from '#contract/rankings.ts';
import { pictureSizes } from '#contract/values/pictures.ts';
import { RANKING_STATUS_ONGOING } from '#contract/values/constants.ts';
import { CountRoll } from '#ui/count-roll.tsx';
import { fanStyle } from '#ui/fan-color.ts';
import { Button } from '#ui/primitives/button.tsx';
import { useOwnTotal } from '../../lib/votes/get-totals.ts';
import { ArtistName, ArtistPicture } from '../../features/rankings/artist/artist.tsx';
import { GapText } from '../../features/rankings/chart/entry-marks.tsx';
import { Places, RankMark, type Place, placesOf, useEntryCharts } from '../../features/rankings/chart/places.tsx';
import { gapOf } from '../../features/rankings/chart/standings.ts';
import { TimeLeftText } from '../../features/rankings/chart/time-left.tsx';
import { useChart } from '../../features/rankings/live/get-chart.ts';
import { PosterButton } from '../../features/share/poster/poster-button.tsx';
import { nameOf, namesOf } from '../../lib/artist-names.ts';
import type { KeptFavorite } from '../../lib/favorites/kept-favorites.ts';
import { useAdmission } from '../../lib/session/session.tsx';
import { HOME_ORIGIN, paths } from '../../paths.ts';

export function Pinned({ artist }: { artist: KeptFavorite }) {
	const { t } = useLingui();
	const charts = useEntryCharts();
	const places = placesOf(charts, artist.artist_id);
	const [next, ...others] = places;
	const given = useOwnTotal(artist.artist_id);
	const [first, second] = namesOf(artist);
	return (
		<>
			<section className="panel pinned-artist stack fan" style={fanStyle(artist.fan_color)} aria-label={nameOf(artist)}>
				<span className="pinned-artist-picture clipped">
					<ArtistPicture artist={artist} alt={t`Portrait of ${nameOf(artist)}`} sizes={pictureSizes.podium} />
				</span>
				<div className="min-0">
					<Link className="pinned-artist-name breaks" to={paths.artist(artist.artist_id, HOME_ORIGIN)} translate="no">
						<span lang={first.lang}>{first.text}</span>
						{second && (
							<small className="block muted text-m" lang={second.lang}>
								{second.text}
							</small>
						)}
					</Link>
					{next && <LivePlace key={next.entry.rank_key} place={next} />}
					{given > 0 && (
						<p className="muted mt-3">
							<Plural value={given} one="You gave # vote" other="You gave # votes" />
						</p>
					)}
					<p className="mt-4">
						<PosterButton
							artist={artist}
							rankingKey={next?.entry.rank_key}
							path={paths.sharedArtist(artist.artist_id)}
						/>
					</p>
				</div>
			</section>
			{others.length > 0 && (
				<div className="mt-4">
					<Places places={others} />
				</div>
			)}
		</>
	);
}

function LivePlace({ place: { entry, chart: loaded, own: before } }: { place: Place }) {
	const { t } = useLingui();
	const navigate = useNavigate();
	const admit = useAdmission();
	const chart = useChart(entry.rank_key).data ?? loaded;
	const { title, status, end_countdown } = chart.ranking_config;
	const own = chart.artist_list.find(({ artist_id }) => artist_id === before.artist_id) ?? before;
	const rival = chart.artist_list[own.rank - 2] ?? chart.artist_list[own.rank];
	const vote = () => {
		const path = paths.leaderboard({ mainTab: entry.main_tab, vote: own.artist_id });
		if (admit(path, nameOf(own))) void navigate(path);
	};
	return (
		<>
			<p className="mt-3">
				<RankMark rank={own.rank} className="pinned-artist-rank" />{' '}
				<Link className="underlined" to={paths.leaderboard({ mainTab: entry.main_tab })}>
					{title}
				</Link>
			</p>
			<p>
				<b>
					<CountRoll text={formatNumber(own.tickets)} />
				</b>{' '}
				<GapText gap={gapOf(chart.artist_list, own)} />
			</p>
			{rival && <Rival artist={rival} />}
			{status === RANKING_STATUS_ONGOING && (
				<p className="row gap-3 mt-4">
					<Button variant="fan" large aria-label={t`Vote for ${nameOf(own)}`} onClick={vote}>{t`Vote`}</Button>
					<span className="muted text-s">
						<TimeLeftText endCountdown={end_countdown} receivedAtMs={chart.received_at ?? 0} />
					</span>
				</p>
			)}
		</>
	);
}

function Rival({ artist }: { artist: ListedArtist }) {
	return (
		<div className="pinned-rival wraps rounded row mt-3 fan" style={fanStyle(artist.fan_color)}>
			<span className="face">
				<ArtistPicture artist={artist} />
			</span>
			<RankMark rank={artist.rank} />
			<ArtistName artist={artist} to={null} className="pinned-rival-name min-0 breaks" />
			<span className="push muted">{formatNumber(artist.tickets)}</span>
		</div>
	);
}
