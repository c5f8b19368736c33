/** Reads how far the public logs are. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { listVoteLogs } from '#contract/operator/voting/vote-logs.ts';
import { call } from '../../lib/api/call.ts';

const REFRESH_MS = 5_000;

export const voteLogsQuery = infiniteQueryOptions({
	queryKey: ['vote-logs'],
	queryFn: ({ pageParam, signal }) => call(listVoteLogs, { query: { cursor: pageParam } }, { signal }),
	initialPageParam: '',
	getNextPageParam: ({ cursor }) => cursor,
	refetchInterval: REFRESH_MS,
});
