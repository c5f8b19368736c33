/** Reads ended rankings of one type with their top three, latest first. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getEndedRankings, type RankingType } from '#contract/rankings.ts';
import { call } from '../../../lib/api/call.ts';

function endedRankingsQuery(rankingType: RankingType) {
	return queryOptions({
		queryKey: ['ended-rankings', rankingType],
		queryFn: ({ signal }) =>
			call(getEndedRankings, { query: { page: 1, limit: 10_000, ranking_type: rankingType } }, { signal }),
		staleTime: 60_000,
	});
}

export function useEndedRankings(rankingType: RankingType) {
	return useQuery(endedRankingsQuery(rankingType));
}
