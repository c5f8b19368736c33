/** Reads news by category and title, page by page. */
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { NEWS_PAGE_SIZE } from '#contract/values/constants.ts';
import { getNewsList } from '#contract/news.ts';
import { pageLanguage } from '../../../i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { nextPage } from './pages.ts';

export interface NewsFilter {
	/** Null while the category is still unknown. Then nothing is fetched. */
	categoryId: number | null;
	keyword: string;
}

function newsListQuery({ categoryId, keyword }: NewsFilter) {
	return infiniteQueryOptions({
		queryKey: ['news', 'list', categoryId, keyword],
		queryFn: ({ pageParam, signal }) => {
			const query = {
				page: pageParam,
				limit: NEWS_PAGE_SIZE,
				category_id: categoryId ?? 0,
				search_keyword: keyword === '' ? undefined : keyword,
				lang: pageLanguage(),
			};
			return call(getNewsList, { query }, { signal });
		},
		enabled: categoryId !== null,
		initialPageParam: 1,
		getNextPageParam: (last, pages) => nextPage(pages.length, last.total, NEWS_PAGE_SIZE),
		placeholderData: keepPreviousData,
	});
}

export function useNewsList(filter: NewsFilter) {
	return useInfiniteQuery(newsListQuery(filter));
}
