/** Reads the full list of an ended ranking. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getChart } from '#contract/rankings.ts';
import { call } from '../../../lib/api/call.ts';

function resultQuery(rankingKey: string) {
	return queryOptions({
		queryKey: ['result', rankingKey],
		queryFn: ({ signal }) => call(getChart, { query: { ranking_key: rankingKey } }, { signal }),
		// Loaded once per ranking, however often it is opened and closed.
		staleTime: Infinity,
		gcTime: Infinity,
	});
}

/** Fetches nothing until the result is first `wanted`. */
export function useResult(rankingKey: string, wanted: boolean) {
	return useQuery({ ...resultQuery(rankingKey), enabled: wanted });
}
