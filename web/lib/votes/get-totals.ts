import { queryOptions, useQuery } from '@tanstack/react-query';
import { getMyTotals } from '#contract/my-account.ts';
import { call } from '../api/call.ts';
import { useFan } from '../session/session.tsx';

export const myTotalsQuery = queryOptions({
	queryKey: ['me', 'vote-totals'],
	queryFn: async ({ signal }) => (await call(getMyTotals, { query: {} }, { signal })).totals,
	staleTime: 0,
});

export function useOwnTotal(artistId: number | undefined): number {
	const enabled = useFan() !== null && artistId !== undefined;
	const { data } = useQuery({ ...myTotalsQuery, enabled });
	return (enabled && data?.find(({ artist_id }) => artist_id === artistId)?.tickets) || 0;
}
