/** Reads the seven days, and which of them can be claimed now. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getCheckInConfig } from '#contract/check-in.ts';
import { call } from '../../lib/api/call.ts';

export const checkInConfigQuery = queryOptions({
	queryKey: ['check-in'],
	queryFn: ({ signal }) => call(getCheckInConfig, {}, { signal }),
	// Midnight may have passed since.
	staleTime: 0,
});

export function useCheckInConfig() {
	return useQuery(checkInConfigQuery);
}
