import { queryOptions, useQuery } from '@tanstack/react-query';
import { getNewsCategories } from '#contract/news.ts';
import { call } from '../../../lib/api/call.ts';

const categoriesQuery = queryOptions({
	queryKey: ['news', 'categories'],
	queryFn: ({ signal }) => call(getNewsCategories, {}, { signal }),
	staleTime: 300_000,
});

export function useCategories() {
	return useQuery(categoriesQuery);
}
