import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputOf, ReplyOf } from '#contract/endpoint.ts';
import { editCheckInRewards, editCheckInRule, readCheckInSettings } from '#contract/operator/site/settings.ts';
import { call } from '../../lib/api/call.ts';

type Reply = ReplyOf<typeof readCheckInSettings>;
export type CheckIn = Reply['check_in'];

export const checkInQuery = queryOptions({
	queryKey: ['check-in'],
	queryFn: ({ signal }) => call(readCheckInSettings, {}, { signal }),
});

export const useEditRule = () =>
	useWrite((body: InputOf<typeof editCheckInRule>['body']) => call(editCheckInRule, { body }));

export const useEditRewards = () =>
	useWrite((body: InputOf<typeof editCheckInRewards>['body']) => call(editCheckInRewards, { body }));

function useWrite<Input, Written extends Reply>(mutationFn: (input: Input) => Promise<Written>) {
	const client = useQueryClient();
	return useMutation({
		mutationFn,
		onSuccess: (reply) => {
			client.setQueryData(checkInQuery.queryKey, reply);
		},
	});
}
