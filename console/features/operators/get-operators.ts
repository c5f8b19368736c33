import type { InputOf, ReplyOf } from '#contract/endpoint.ts';
import * as calls from '#contract/operator/operators/operators.ts';
import { removePasskeysOf } from '#contract/operator/operators/passkeys.ts';
import { endSessionsOf } from '#contract/operator/operators/session.ts';
import { call } from '../../lib/api/call.ts';
import { readQuery, refresh, useWrite } from '../../lib/api/queries.ts';

export type ListedOperator = ReplyOf<typeof calls.getOperators>['operators'][number];
export type Invitation = ReplyOf<typeof calls.getOperators>['invitations'][number];

export const operatorsQuery = readQuery(['operators'], (reading) => call(calls.getOperators, {}, reading));

export const useInviteOperator = () =>
	useOperatorWrite((body: InputOf<typeof calls.inviteOperator>['body']) => call(calls.inviteOperator, { body }));

export const useWithdrawInvitation = () =>
	useOperatorWrite((id: number) => call(calls.withdrawInvitation, { params: { invitation_id: id } }));

export const useChangeOperator = (id: number) =>
	useOperatorWrite((body: InputOf<typeof calls.changeOperator>['body']) =>
		call(calls.changeOperator, { params: { operator_id: id }, body }),
	);

export const useRemovePasskeysOf = (id: number) =>
	useOperatorWrite((why: string) => call(removePasskeysOf, { params: { operator_id: id }, body: { why } }));

export const useEndSessionsOf = (id: number) =>
	useOperatorWrite((why: string) => call(endSessionsOf, { params: { operator_id: id }, body: { why } }));

const useOperatorWrite = <Input, Reply>(write: (input: Input) => Promise<Reply>) =>
	useWrite(write, { success: (client) => refresh(client, operatorsQuery.queryKey) });
