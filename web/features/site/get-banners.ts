import { queryOptions, useQuery } from '@tanstack/react-query';
import { cacheKeys } from '#contract/values/first-screen.ts';
import { getBanners } from '#contract/site.ts';
import { pageLanguage } from '../../i18n.ts';
import { call } from '../../lib/api/call.ts';

const bannersQuery = queryOptions({
	queryKey: cacheKeys.banners,
	queryFn: ({ signal }) => call(getBanners, { query: { lang: pageLanguage() } }, { signal }),
	staleTime: 60_000,
});

export function useBanners() {
	return useQuery(bannersQuery);
}
