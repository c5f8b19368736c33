/** The endless list of news. The next page is fetched shortly before the end of the list comes into view. */
import { Trans, useLingui } from '@lingui/react/macro';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type RefCallback, useEffect, useEffectEvent, useState } from 'react';
import { type NewsItem, getNewsList } from '#contract/news.ts';
import { cacheKeys } from '#contract/values/first-screen.ts';
import { Button } from '#ui/primitives/button.tsx';
import { NEWS_PAGE_SIZE, NEWS_SCROLL_OFFSET_PX } from '#contract/values/constants.ts';
import { NotLoaded, ResultCount, NoData } from '../../lib/elements/elements.tsx';
import { NewsCard, NewsCardSkeleton } from './news-card.tsx';
import { withoutRepeats } from './pages.ts';
import { pageLanguage } from '../../i18n.ts';
import { call } from '../../lib/api/call.ts';
import './news-list.css';

export function NewsList({ filter, onClear }: { filter: NewsFilter; onClear: () => void }) {
	const { t } = useLingui();
	const list = useInfiniteQuery(newsListQuery(filter));
	const { data, isPending, isPlaceholderData, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
		list;
	const pages = data?.pages ?? [];
	const more = () => void fetchNextPage();
	const end = useNearEnd(hasNextPage && !isFetchingNextPage && !isFetchNextPageError, more);
	const items = withoutRepeats(pages.flatMap(({ news_list }) => news_list));
	const total = filter.keyword === '' || isPlaceholderData ? null : (pages.at(-1)?.total ?? null);
	return (
		<>
			<ResultCount count={total} />
			{isPending && <NewsListSkeleton />}
			{!data && list.isError && <NotLoaded onRetry={() => void list.refetch()} />}
			{data && items.length === 0 && <Nothing keyword={filter.keyword} onClear={onClear} />}
			{items.length > 0 && <Items items={items} stale={isPlaceholderData} />}
			{isFetchingNextPage && <NewsListSkeleton more />}
			{isFetchNextPageError && !isFetchingNextPage && (
				<p className="middle mt-8">
					<Button variant="quiet" onClick={more}>{t`Load more`}</Button>
				</p>
			)}
			<div ref={end} />
		</>
	);
}

function Items({ items, stale }: { items: readonly NewsItem[]; stale: boolean }) {
	return (
		<ul className="news-list stack" aria-busy={stale} data-stale={stale || undefined}>
			{items.map((item, index) => (
				<li key={item.id}>
					<NewsCard item={item} first={index === 0} />
				</li>
			))}
		</ul>
	);
}

function Nothing({ keyword, onClear }: { keyword: string; onClear: () => void }) {
	const { t } = useLingui();
	if (keyword === '') return <NoData />;
	return (
		<NoData action={<Button variant="quiet" onClick={onClear}>{t`Clear search`}</Button>}>
			<Trans>No title contains “{keyword}”.</Trans>
		</NoData>
	);
}

const PLACES = [1, 2, 3, 4, 5, 6];

export function NewsListSkeleton({ more = false }: { more?: boolean }) {
	return (
		<div className={`news-list stack ${more ? 'news-list-more' : ''}`} aria-busy="true">
			{PLACES.map((place) => (
				<div key={place}>
					<NewsCardSkeleton />
				</div>
			))}
		</div>
	);
}

interface NewsFilter {
	categoryId: number | null;
	keyword: string;
}

function newsListQuery({ categoryId, keyword }: NewsFilter) {
	return infiniteQueryOptions({
		queryKey: cacheKeys.newsList(categoryId, keyword),
		queryFn: ({ pageParam, signal }) => {
			const query = {
				page: pageParam.page,
				limit: NEWS_PAGE_SIZE,
				category_id: categoryId ?? 0,
				search_keyword: keyword === '' ? undefined : keyword,
				cursor: pageParam.cursor ?? undefined,
				lang: pageLanguage(),
			};
			return call(getNewsList, { query }, { signal });
		},
		enabled: categoryId !== null,
		initialPageParam: { page: 1, cursor: null as string | null },
		// The page begins behind the last item of the page before; its number is what the specification's call has.
		getNextPageParam: ({ cursor }, pages) => (cursor === null ? null : { page: pages.length + 1, cursor }),
		placeholderData: keepPreviousData,
	});
}

function useNearEnd(active: boolean, onNear: () => void): RefCallback<HTMLElement> {
	const [element, setElement] = useState<HTMLElement | null>(null);
	const near = useEffectEvent(onNear);
	useEffect(() => {
		if (!active || !element) return undefined;
		const observer = new IntersectionObserver(
			([entry]) => {
				if (entry?.isIntersecting) near();
			},
			{ rootMargin: `0px 0px ${NEWS_SCROLL_OFFSET_PX}px` },
		);
		observer.observe(element);
		return () => observer.disconnect();
	}, [active, element]);
	return setElement;
}
