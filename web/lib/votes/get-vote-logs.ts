/** Reads the overview of all public logs. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getVoteLogs } from '#contract/voting.ts';
import { call } from '../api/call.ts';

const voteLogsQuery = queryOptions({
	queryKey: ['vote-logs'],
	queryFn: ({ signal }) => call(getVoteLogs, {}, { signal }),
	refetchInterval: 10_000,
});

export function useVoteLogs() {
	return useQuery(voteLogsQuery);
}
