/** One artist. `from` is the target of Back; `isVote=1` means that this page offers no vote. */
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { BY_PAGE, useHall } from '#ui/hall.ts';
import { OptionalPart } from '#ui/optional-part.tsx';
import { type Artist, type RankInfo, getArtist } from '#contract/artists.ts';
import { ArtistProfile, ArtistSkeleton, VoteBar } from '../features/artists/artist-profile.tsx';
import { withOwnVote, liveStanding } from '../features/artists/standing.ts';
import { ArtistRace, useNearView } from '../features/rankings/race/race-fold.tsx';
import { useChart } from '../features/rankings/live/get-chart.ts';
import { ShareButton } from '../features/share/share-button.tsx';
import { PosterButton, ShareVote } from '../features/share/poster/poster-button.tsx';
import type { PosterProps } from '../features/share/poster/poster-dialog.tsx';
import { VoteFlow } from '../features/voting/vote-flow.tsx';
import { BackLink } from '../lib/elements/back-link.tsx';
import { NeedsScript, NotThere } from '../lib/elements/elements.tsx';
import { FavoriteButton } from '../lib/favorites/favorite-button.tsx';
import { nameOf } from '../lib/artist-names.ts';
import { lazyPage } from '../lib/lazy-page.tsx';
import { useAdmission } from '../lib/session/session.tsx';
import { useAskedVote } from '../lib/votes/use-asked-vote.ts';
import { usePageTitle } from '../lib/site/get-site.ts';
import { HOME_ORIGIN, paths } from '../paths.ts';
import type { VoteTarget } from '../features/voting/vote-target.ts';
import { useQuery } from '@tanstack/react-query';
import { cacheKeys } from '#contract/values/first-screen.ts';
import { pageLanguage } from '../i18n.ts';
import { reads } from '../lib/api/call.ts';

export default function ArtistPage() {
	const { artist_id } = useParams();
	// Key by artist, so that the state of a vote does not carry over to another artist.
	return <OneArtist key={artist_id} artistId={artist_id} />;
}

const NO_VOTE = '1';
const Elsewhere = lazyPage(() => import('./artist/elsewhere.tsx'));

function OneArtist({ artistId }: { artistId: string | undefined }) {
	const { t } = useLingui();
	const [search] = useSearchParams();
	const { data, isPending, error, refetch } = useArtist(artistId);
	const [ownTickets, setOwnTickets] = useState<number | null>(null);
	const [voting, setVoting] = useState(false);
	const [typed, setTyped] = useState('');
	const admit = useAdmission();
	const wayBack = paths.voteOnArtist(Number(artistId), search.get('from'));
	useHall(BY_PAGE, data?.artist.fan_color);
	usePageTitle(data && nameOf(data.artist));
	const { data: chart } = useChart(data?.rank_info?.ranking_key);
	const place = data?.rank_info && liveStanding(data.rank_info, data.artist.artist_id, chart);
	const standing = place ? withOwnVote(place, ownTickets) : null;
	const target = data && standing ? targetOf(data.artist, standing) : null;
	const votable = Boolean(standing?.is_ongoing) && search.get('isVote') !== NO_VOTE;
	const vote = () => setVoting(admit(wayBack, data && nameOf(data.artist)));
	useAskedVote(votable && target !== null, (_, votes) => {
		setTyped(votes);
		setVoting(true);
	});
	return (
		<div className="wrap">
			<Back from={search.get('from')} />
			{isPending && <ArtistSkeleton />}
			{!isPending && !data && <NotThere error={error} onRetry={() => void refetch()} />}
			{data && (
				<ArtistProfile
					artist={data.artist}
					standing={standing}
					onVote={votable ? vote : undefined}
					more={
						<>
							<NeedsScript>{t`Voting, searching and live numbers need JavaScript.`}</NeedsScript>
							<ShareButton path={paths.sharedArtist(data.artist.artist_id)} title={nameOf(data.artist)} />
							<PosterButton {...posterOf(data.artist, standing?.ranking_key)} />
							<FavoriteButton artist={data.artist} />
						</>
					}
				/>
			)}
			{data && standing && (
				<ArtistRace rankingKey={standing.ranking_key} artistId={data.artist.artist_id} live={chart} />
			)}
			{data && <More artist={data.artist} besides={standing?.ranking_key} />}
			{data && standing && votable && <VoteBar artist={data.artist} standing={standing} onVote={vote} />}
			<VoteFlow
				target={voting ? target : null}
				returnTo={wayBack}
				typed={typed}
				renderShare={({ artist, rankingKey }) => (
					<ShareVote link={paths.sharedArtist(artist.artist_id, rankingKey)} poster={posterOf(artist, rankingKey)} />
				)}
				onCast={(receipt) => setOwnTickets(receipt.artist_tickets)}
				onClose={(next) => {
					setTyped('');
					setVoting(next !== null && next.artist.artist_id === target?.artist.artist_id);
					void refetch();
				}}
			/>
		</div>
	);
}

function More({ artist, besides }: { artist: Artist; besides: string | undefined }) {
	const [end, isNear] = useNearView();
	return (
		<div ref={end}>
			{isNear && (
				<OptionalPart>
					<Elsewhere artist={artist} besides={besides} />
				</OptionalPart>
			)}
		</div>
	);
}

function Back({ from }: { from: string | null }) {
	const { t } = useLingui();
	if (from === HOME_ORIGIN) return <BackLink to={paths.home}>{t`Home`}</BackLink>;
	return <BackLink to={paths.leaderboard()}>{t`LeaderBoard`}</BackLink>;
}

const posterOf = (artist: PosterProps['artist'], rankingKey: string | undefined): PosterProps => ({
	artist,
	rankingKey,
	path: paths.sharedArtist(artist.artist_id),
});

function targetOf(artist: Artist, standing: RankInfo): VoteTarget {
	const { rank, ticket_number: tickets, above, below } = standing;
	return {
		rankingKey: standing.ranking_key,
		ratio: standing.ticket2gem_ratio,
		artist: { ...artist, rank, tickets },
		above: above ? [above] : [],
		below,
	};
}

function useArtist(artistId = '') {
	const input = { params: { artist_id: artistId }, query: { lang: pageLanguage() } };
	return useQuery(reads(cacheKeys.artist(artistId), getArtist, input));
}
