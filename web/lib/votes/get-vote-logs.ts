import { useQuery } from '@tanstack/react-query';
import { cacheKeys } from '#contract/values/first-screen.ts';
import { getVoteLogs } from '#contract/voting.ts';
import type { Restore } from '#public-log/browser/logs.ts';
import { reads } from '../api/call.ts';

const voteLogsQuery = reads(cacheKeys.voteLogs, getVoteLogs, {});

export const useVoteLogs = () => useQuery({ ...voteLogsQuery, refetchInterval: 10_000 });

/** The same for a page that shows no numbers of the logs, and does not ask again. */
export const useRestores = (): readonly Restore[] | undefined =>
	useQuery({ ...voteLogsQuery, staleTime: Infinity }).data?.restores;
