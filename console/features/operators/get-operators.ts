import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputOf, ReplyOf } from '#contract/endpoint.ts';
import {
	changeOperator,
	getOperators,
	inviteOperator,
	withdrawInvitation,
} from '#contract/operator/operators/operators.ts';
import { removePasskeysOf } from '#contract/operator/operators/passkeys.ts';
import { endSessionsOf } from '#contract/operator/operators/session.ts';
import { call } from '../../lib/api/call.ts';

export type ListedOperator = ReplyOf<typeof getOperators>['operators'][number];
export type Invitation = ReplyOf<typeof getOperators>['invitations'][number];

export const operatorsQuery = queryOptions({
	queryKey: ['operators'],
	queryFn: ({ signal }) => call(getOperators, {}, { signal }),
});

export function useInviteOperator() {
	return useChange((body: InputOf<typeof inviteOperator>['body']) => call(inviteOperator, { body }));
}

export function useWithdrawInvitation() {
	return useChange((id: number) => call(withdrawInvitation, { params: { invitation_id: id } }));
}

export function useChangeOperator() {
	return useChange(({ id, ...body }: InputOf<typeof changeOperator>['body'] & { id: number }) =>
		call(changeOperator, { params: { operator_id: id }, body }),
	);
}

export function useRemovePasskeysOf() {
	return useChange(({ id, why }: { id: number; why: string }) =>
		call(removePasskeysOf, { params: { operator_id: id }, body: { why } }),
	);
}

export function useEndSessionsOf() {
	return useChange(({ id, why }: { id: number; why: string }) =>
		call(endSessionsOf, { params: { operator_id: id }, body: { why } }),
	);
}

function useChange<Input, Reply>(mutationFn: (input: Input) => Promise<Reply>) {
	const client = useQueryClient();
	return useMutation({
		mutationFn,
		onSuccess: () => client.invalidateQueries({ queryKey: operatorsQuery.queryKey }),
	});
}
