import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { endSession, listSessions, signOutEverywhere } from '#contract/operator/operators/session.ts';
import { call } from '../../lib/api/call.ts';

export type ConsoleSession = ReplyOf<typeof listSessions>['sessions'][number];

export const sessionsQuery = queryOptions({
	queryKey: ['sessions'],
	queryFn: ({ signal }) => call(listSessions, {}, { signal }),
});

export function useEndSession() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (id: number) => call(endSession, { params: { session_id: id } }),
		onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
	});
}

export function useSignOutEverywhere() {
	return useMutation({ mutationFn: () => call(signOutEverywhere, {}) });
}
