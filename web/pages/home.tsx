import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Empty } from '#ui/primitives/empty.tsx';
import { OptionalPart } from '#ui/optional-part.tsx';
import { EntryCardsSkeleton } from '../features/rankings/home/entry-cards-skeleton.tsx';
import { HallNow, HallSkeleton } from '../features/rankings/home/hall-now.tsx';
import { BannerCarousel } from '../features/site/banner-carousel.tsx';
import { MyDayPlace } from './home/my-day-place.tsx';
import { Section } from '../lib/elements/section.tsx';
import { lazyPage } from '../lib/lazy-page.tsx';
import { siteQuery, useProductName, usePageTitle } from '../lib/site/get-site.ts';
import { paths } from '../paths.ts';
import { partFailed } from '../shell/page-error.tsx';

const EntryCards = lazyPage(() => import('../features/rankings/home/entry-cards.tsx'));
const MyDay = lazyPage(() => import('./home/my-day.tsx'));
const ToTop = lazyPage(async () => ({ default: (await import('#ui/primitives/to-top.tsx')).ToTop }));
const NewsRows = lazyPage(() => import('./home/news-rows.tsx'));

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
			<div className="wrap">
				<Section title={<Trans>Vote</Trans>} more={{ to: paths.leaderboard(), text: <Trans>All charts</Trans> }}>
					{isPending && <EntryCardsSkeleton />}
					{!isPending && !site?.rank_entry_configs.length && <Empty title={<Trans>No Data</Trans>} />}
					{site && site.rank_entry_configs.length > 0 && (
						<OptionalPart waiting={<EntryCardsSkeleton />} instead={partFailed}>
							<EntryCards entries={site.rank_entry_configs} receivedAtMs={site.received_at ?? 0} />
						</OptionalPart>
					)}
				</Section>
			</div>
			<OptionalPart instead={partFailed}>
				<NewsRows />
			</OptionalPart>
			<OptionalPart>
				<ToTop />
			</OptionalPart>
		</>
	);
}
