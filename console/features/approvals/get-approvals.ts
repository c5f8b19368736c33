/** Reads and decides approval requests, which wait for a second operator. */
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { approve, listApprovals, reject } from '#contract/operator/approvals.ts';
import { call } from '../../lib/api/call.ts';

export type Approval = ReplyOf<typeof listApprovals>['list'][number];

export const approvalsQuery = infiniteQueryOptions({
	queryKey: ['approvals'],
	queryFn: ({ signal, pageParam }) => call(listApprovals, { query: { cursor: pageParam ?? undefined } }, { signal }),
	initialPageParam: null as string | null,
	getNextPageParam: (last) => last.cursor,
});

export type Decision = 'approve' | 'reject';

/** Sends the hash of the payload shown, so that operators decide only on what they have seen. */
export function useDecide({ approval_id, payload_hash }: Approval) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ decision, why }: { decision: Decision; why: string }) =>
			call(decision === 'approve' ? approve : reject, { params: { approval_id }, body: { payload_hash, why } }),
		onSettled: () => {
			for (const key of [
				'fans',
				'orders',
				'operators',
				'goods',
				'settings',
				'check-in',
				'cases',
				'votes',
				'rankings',
				'incidents',
			])
				void client.invalidateQueries({ queryKey: [key] });
			return client.invalidateQueries({ queryKey: approvalsQuery.queryKey });
		},
	});
}
