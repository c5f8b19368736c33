import { useQuery } from '@tanstack/react-query';
import { HOME_NEWS_SIZE } from '#contract/values/constants.ts';
import { cacheKeys } from '#contract/values/first-screen.ts';
import { getLatestNews, getVideoNews } from '#contract/news.ts';
import { pageLanguage } from '../../i18n.ts';
import { reads } from '../../lib/api/call.ts';

const firstPage = () => ({ query: { page: 1, limit: HOME_NEWS_SIZE, lang: pageLanguage() } });

export const useLatestNews = () =>
	useQuery({ ...reads(cacheKeys.latestNews, getLatestNews, firstPage()), staleTime: 60_000 });

export const useVideoNews = () =>
	useQuery({ ...reads(cacheKeys.videos, getVideoNews, firstPage()), staleTime: 60_000 });
