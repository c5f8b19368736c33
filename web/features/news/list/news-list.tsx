/** The endless list of news. The next page is fetched shortly before the end of the list comes into view. */
import { Trans } from '@lingui/react/macro';
import type { NewsItem } from '#contract/news.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { ResultCount } from '../../../lib/elements/result-count.tsx';
import type { NewsFilter } from './get-news-list.ts';
import { useNewsList } from './get-news-list.ts';
import { NewsCard, NewsCardSkeleton } from '../card/news-card.tsx';
import { withoutRepeats } from './pages.ts';
import { useNearEnd } from './use-near-end.ts';
import './news-list.css';

export function NewsList({ filter, onClear }: { filter: NewsFilter; onClear: () => void }) {
	const { data, isPending, isPlaceholderData, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
		useNewsList(filter);
	const pages = data?.pages ?? [];
	const more = () => void fetchNextPage();
	const end = useNearEnd(hasNextPage && !isFetchingNextPage && !isFetchNextPageError, more);
	const items = withoutRepeats(pages.flatMap(({ news_list }) => news_list));
	const total = filter.keyword === '' || isPlaceholderData ? null : (pages.at(-1)?.total ?? null);
	return (
		<>
			<ResultCount count={total} />
			{isPending && <NewsListSkeleton />}
			{!isPending && items.length === 0 && <Nothing keyword={filter.keyword} onClear={onClear} />}
			{items.length > 0 && <Items items={items} stale={isPlaceholderData} />}
			{isFetchingNextPage && <NewsListSkeleton more />}
			{isFetchNextPageError && !isFetchingNextPage && (
				<p className="news-list-retry">
					<Button variant="quiet" onClick={more}>
						<Trans>Load more</Trans>
					</Button>
				</p>
			)}
			<div ref={end} />
		</>
	);
}

function Items({ items, stale }: { items: readonly NewsItem[]; stale: boolean }) {
	return (
		<ul className="news-list" aria-busy={stale} data-stale={stale || undefined}>
			{items.map((item) => (
				<li key={item.id}>
					<NewsCard item={item} />
				</li>
			))}
		</ul>
	);
}

function Nothing({ keyword, onClear }: { keyword: string; onClear: () => void }) {
	if (keyword === '') return <Empty title={<Trans>No Data</Trans>} />;
	return (
		<Empty
			title={<Trans>No Data</Trans>}
			action={
				<Button variant="quiet" onClick={onClear}>
					<Trans>Clear search</Trans>
				</Button>
			}
		>
			<Trans>No title contains “{keyword}”.</Trans>
		</Empty>
	);
}

const PLACES = [1, 2, 3, 4, 5, 6];

export function NewsListSkeleton({ more = false }: { more?: boolean }) {
	return (
		<div className={more ? 'news-list news-list-more' : 'news-list'} aria-busy="true">
			{PLACES.map((place) => (
				<div key={place}>
					<NewsCardSkeleton />
				</div>
			))}
		</div>
	);
}
