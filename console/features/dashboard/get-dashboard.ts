import { queryOptions } from '@tanstack/react-query';
import { getDashboard } from '#contract/operator/dashboard.ts';
import { call } from '../../lib/api/call.ts';

const REFRESH_MS = 30_000;

export const dashboardQuery = queryOptions({
	queryKey: ['dashboard'],
	queryFn: ({ signal }) => call(getDashboard, {}, { signal }),
	refetchInterval: REFRESH_MS,
});
