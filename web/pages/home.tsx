import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useCallback } from 'react';
import { useNavigate } from 'react-router';
import type { ListedArtist } from '#contract/rankings.ts';
import { ToTop } from '#ui/primitives/to-top.tsx';
import { LatestNews, VideoRow } from '../features/news/news-row.tsx';
import { EntryCards, EntryCardsSkeleton } from '../features/rankings/home/entry-cards.tsx';
import { OptionalPart } from '#ui/optional-part.tsx';
import { HallNow, HallSkeleton } from '../features/rankings/home/hall-now.tsx';
import { BannerCarousel } from '../features/site/banner-carousel.tsx';
import { Section, NotLoaded, NoData } from '../lib/elements/elements.tsx';
import { nameOf } from '../lib/artist-names.ts';
import { lazyPage } from '../lib/lazy-page.tsx';
import { useAdmission } from '../lib/session/session.tsx';
import { siteQuery, useProductName, usePageTitle } from '../lib/site/get-site.ts';
import { paths } from '../paths.ts';
import './home/my-day.css';

const MyDay = lazyPage(() => import('./home/my-day.tsx'));

export default function HomePage() {
	const { data: site, isPending } = useQuery(siteQuery);
	usePageTitle();
	const navigate = useNavigate();
	const admit = useAdmission();
	const rankingKey = site?.current_monthly_rank_key;
	const mainTab = site?.rank_entry_configs.find(({ rank_key }) => rank_key === rankingKey)?.main_tab;
	const vote = useCallback(
		(artist: ListedArtist) => {
			const chart = paths.leaderboard({ mainTab, vote: artist.artist_id });
			if (admit(chart, nameOf(artist))) void navigate(chart);
		},
		[admit, navigate, mainTab],
	);
	return (
		<>
			<h1 className="visually-hidden">{useProductName()}</h1>
			<div className="wrap">
				<BannerCarousel />
			</div>
			{isPending && <HallSkeleton />}
			{rankingKey ? <HallNow rankingKey={rankingKey} onVote={vote} /> : null}
			<OptionalPart waiting={MY_DAY_PLACE}>
				<MyDay />
			</OptionalPart>
			{LATER}
			<ToTop />
		</>
	);
}

/** Taken over after the first screen. One element: React takes over at once what is drawn again before its turn. */
const LATER = (
	<Suspense>
		<Later />
	</Suspense>
);

function Later() {
	const { data: site, isPending, isError, refetch } = useQuery(siteQuery);
	return (
		<div className="wrap home-later" data-far="" suppressHydrationWarning>
			<Section title={<Trans>Vote</Trans>} more={{ to: paths.leaderboard(), text: <Trans>All charts</Trans> }}>
				{isPending && <EntryCardsSkeleton />}
				{isError && !site && <NotLoaded onRetry={() => void refetch()} />}
				{site?.rank_entry_configs.length === 0 && <NoData />}
				{site && site.rank_entry_configs.length > 0 && (
					<EntryCards entries={site.rank_entry_configs} receivedAtMs={site.received_at ?? 0} />
				)}
			</Section>
			<Section title={<Trans>Latest news</Trans>} more={{ to: paths.newsOf(), text: <Trans>All news</Trans> }}>
				<LatestNews />
			</Section>
			<Section title={<Trans>Videos</Trans>} more={{ to: paths.newsOf('video'), text: <Trans>All videos</Trans> }}>
				<VideoRow />
			</Section>
		</div>
	);
}

const MY_DAY_PLACE = (
	<div className="wrap" aria-hidden="true">
		<div className="my-day-place" />
	</div>
);
