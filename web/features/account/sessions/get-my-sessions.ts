/** Reads the fan's sessions, and ends one of them. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endMySession, getMySessions } from '#contract/my-account.ts';
import { call } from '../../../lib/api/call.ts';

const mySessionsQuery = queryOptions({
	queryKey: ['me', 'sessions'],
	queryFn: async ({ signal }) => (await call(getMySessions, {}, { signal })).sessions,
	staleTime: 0,
});

export function useMySessions() {
	return useQuery(mySessionsQuery);
}

export function useEndSession() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (sessionId: string) => call(endMySession, { params: { session_id: sessionId } }),
		// Read again after a refusal too: usually the session had already ended.
		onSettled: () => client.invalidateQueries(mySessionsQuery),
	});
}
