/** Reads the overview of all public logs, and which votes were lost when the site had to be set back. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
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

/** The same for a page that shows no numbers of the logs, and does not ask again. */
export function useRestores(): readonly Restore[] | undefined {
	return useQuery({ ...voteLogsQuery, refetchInterval: false, staleTime: Infinity }).data?.restores;
}

export type Restore = ReplyOf<typeof getVoteLogs>['restores'][number];

/** True if a vote of this time may be lost. Times are whole seconds, so that a vote of the first one may be there still. */
export function isLost(castAt: number, { restored_to, begun_at }: Restore): boolean {
	return castAt >= Math.floor(restored_to) && castAt <= begun_at;
}

/** Address of a public log on this site. Its name is the same behind the site's host name. */
export const addressOf = (log: string): string => log.slice(log.indexOf('/'));
