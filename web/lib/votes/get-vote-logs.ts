import { queryOptions, useQuery } from '@tanstack/react-query';
import { cacheKeys } from '#contract/values/first-screen.ts';
import { getVoteLogs } from '#contract/voting.ts';
import type { Restore } from '#public-log/browser/logs.ts';
import { call } from '../api/call.ts';

const voteLogsQuery = queryOptions({
	queryKey: cacheKeys.voteLogs,
	queryFn: ({ signal }) => call(getVoteLogs, {}, { signal }),
	refetchInterval: 10_000,
});

export function useVoteLogs() {
	return useQuery(voteLogsQuery);
}

/** The same for a page that shows no numbers of the logs, and does not ask again. */
export function useRestores(): readonly Restore[] | undefined {
	return useQuery({ ...voteLogsQuery, refetchInterval: false, staleTime: Infinity }).data?.restores;
}
