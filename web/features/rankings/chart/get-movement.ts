/** Reads the ranks of a chart when today began. They change once a day; the ranks of now come with the chart. */
import { useQuery } from '@tanstack/react-query';
import { getMovement } from '#contract/race.ts';
import { call } from '../../../lib/api/call.ts';

/** A page that stays open past midnight compares with the new day soon after. */
const READ_AGAIN_MS = 10 * 60_000;

export function useMovement(rankingKey: string) {
	return useQuery({
		queryKey: ['movement', rankingKey],
		queryFn: ({ signal }) => call(getMovement, { query: { ranking_key: rankingKey } }, { signal }),
		staleTime: READ_AGAIN_MS,
		refetchInterval: READ_AGAIN_MS,
	}).data;
}
