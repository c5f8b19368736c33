/** The latest articles and videos, as the home page shows them. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { HOME_NEWS_SIZE } from '#contract/values/constants.ts';
import { cacheKeys } from '#contract/values/first-screen.ts';
import { getLatestNews, getVideoNews } from '#contract/news.ts';
import { pageLanguage } from '../../i18n.ts';
import { call } from '../../lib/api/call.ts';

const firstPage = () => ({ query: { page: 1, limit: HOME_NEWS_SIZE, lang: pageLanguage() } });

const latestQuery = queryOptions({
	queryKey: cacheKeys.latestNews,
	queryFn: ({ signal }) => call(getLatestNews, firstPage(), { signal }),
	staleTime: 60_000,
});

const videosQuery = queryOptions({
	queryKey: cacheKeys.videos,
	queryFn: ({ signal }) => call(getVideoNews, firstPage(), { signal }),
	staleTime: 60_000,
});

export function useLatestNews() {
	return useQuery(latestQuery);
}

export function useVideoNews() {
	return useQuery(videosQuery);
}
