import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { searchEverything } from '#contract/operator/search.ts';
import { call } from '../../lib/api/call.ts';

/** A newer text cancels the request of an older one; until it is answered, the previous results stay. */
export const foundQuery = (search: string) =>
	queryOptions({
		queryKey: ['search', search],
		queryFn: async ({ signal }) => (await call(searchEverything, { query: { search } }, { signal })).list,
		enabled: search !== '',
		placeholderData: search === '' ? undefined : keepPreviousData,
	});
