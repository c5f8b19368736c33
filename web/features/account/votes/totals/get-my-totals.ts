/** What the fan gave to each artist. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getMyTotals } from '#contract/my-account.ts';
import { call } from '../../../../lib/api/call.ts';

const myTotalsQuery = queryOptions({
	queryKey: ['me', 'vote-totals'],
	queryFn: async ({ signal }) => (await call(getMyTotals, {}, { signal })).totals,
	staleTime: 0,
});

export function useMyTotals() {
	return useQuery(myTotalsQuery);
}
