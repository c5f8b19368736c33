/** One article or video. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { cacheKeys } from '#contract/values/first-screen.ts';
import { getNews } from '#contract/news.ts';
import { pageLanguage } from '../../../i18n.ts';
import { call } from '../../../lib/api/call.ts';

function articleQuery(newsId: string | undefined) {
	return queryOptions({
		queryKey: cacheKeys.article(newsId ?? ''),
		queryFn: ({ signal }) =>
			call(getNews, { params: { news_id: newsId ?? '' }, query: { lang: pageLanguage() } }, { signal }),
		staleTime: 60_000,
	});
}

export function useArticle(newsId: string | undefined) {
	return useQuery(articleQuery(newsId));
}
