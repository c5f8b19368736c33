import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Empty } from '#ui/primitives/empty.tsx';
import { ToTop } from '#ui/primitives/to-top.tsx';
import { LatestNews, VideoRow } from '../features/news/news-row.tsx';
import { EntryCards, EntryCardsSkeleton } from '../features/rankings/home/entry-cards.tsx';
import { OptionalPart } from '#ui/optional-part.tsx';
import { HallNow, HallSkeleton } from '../features/rankings/home/hall-now.tsx';
import { BannerCarousel } from '../features/site/banner-carousel.tsx';
import { Section } from '../lib/elements/elements.tsx';
import { useFavorites } from '../lib/favorites/use-favorites.ts';
import { lazyPage } from '../lib/lazy-page.tsx';
import { siteQuery, useProductName, usePageTitle } from '../lib/site/get-site.ts';
import { paths } from '../paths.ts';
import './home/my-day.css';

const MyDay = lazyPage(() => import('./home/my-day.tsx'));

export default function HomePage() {
	const { data: site, isPending } = useQuery(siteQuery);
	usePageTitle();
	return (
		<>
			<h1 className="visually-hidden">{useProductName()}</h1>
			<div className="wrap">
				<BannerCarousel />
			</div>
			{isPending && <HallSkeleton />}
			{site?.current_monthly_rank_key ? <HallNow rankingKey={site.current_monthly_rank_key} /> : null}
			<OptionalPart waiting={<MyDayPlace />}>
				<MyDay />
			</OptionalPart>
			{/* What stands below the first screen is taken over after it. */}
			<Suspense>
				<div className="wrap">
					<Section title={<Trans>Vote</Trans>} more={{ to: paths.leaderboard(), text: <Trans>All charts</Trans> }}>
						{isPending && <EntryCardsSkeleton />}
						{!isPending && !site?.rank_entry_configs.length && <Empty title={<Trans>No Data</Trans>} />}
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
			</Suspense>
			<ToTop />
		</>
	);
}

/** Keeps the room of the fan's own part while its script is loading. */
function MyDayPlace() {
	const { list } = useFavorites();
	return (
		<div className="wrap" aria-hidden="true">
			<div className={list.length > 0 ? 'my-day-place my-day-place-pinned' : 'my-day-place'} />
		</div>
	);
}
