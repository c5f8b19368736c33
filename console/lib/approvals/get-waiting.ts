/** Reads the latest approval requests, of which those that still wait matter beside the thing that they change. */
import { queryOptions } from '@tanstack/react-query';
import { listApprovals } from '#contract/operator/approvals.ts';
import { call } from '../api/call.ts';

const AGE_MS = 60_000;

export const waitingQuery = queryOptions({
	queryKey: ['approvals', 'waiting'],
	queryFn: async ({ signal }) => {
		const { list } = await call(listApprovals, { query: {} }, { signal });
		return list.filter(({ status }) => status === 'waiting');
	},
	staleTime: AGE_MS,
	refetchInterval: AGE_MS,
});
