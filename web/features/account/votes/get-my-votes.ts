/** Every vote of the fan, page after page. */
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { getMyVotes } from '#contract/my-account.ts';
import { call } from '../../../lib/api/call.ts';

const myVotesQuery = infiniteQueryOptions({
	queryKey: ['me', 'votes'],
	queryFn: ({ pageParam, signal }) => call(getMyVotes, { query: { cursor: pageParam } }, { signal }),
	initialPageParam: undefined as string | undefined,
	getNextPageParam: ({ cursor }) => cursor,
	// Always read again: fans come to see the votes that they have just cast.
	staleTime: 0,
});

export function useMyVotes() {
	return useInfiniteQuery(myVotesQuery);
}
