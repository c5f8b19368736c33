/** The gem history of the last days, newest first. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getGemLogs } from '#contract/gems.ts';
import { call } from '../../../lib/api/call.ts';
import { followCursor } from './follow-cursor.ts';

const LIMIT = 9_999;

const gemRecordsQuery = queryOptions({
	queryKey: ['me', 'gem-records'],
	queryFn: ({ signal }) =>
		followCursor(async (cursor) => {
			const { gem_logs, cursor: next } = await call(getGemLogs, { query: { cursor, limit: LIMIT } }, { signal });
			return { items: gem_logs, next };
		}),
	// Always read again: fans come to see the gems that they have just spent.
	staleTime: 0,
});

export function useGemRecords() {
	return useQuery(gemRecordsQuery);
}
