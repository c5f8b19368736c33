import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputOf } from '#contract/endpoint.ts';
import { getSetup, markSetup } from '#contract/operator/dashboard.ts';
import { call } from '../../lib/api/call.ts';

export const setupQuery = queryOptions({
	queryKey: ['setup'],
	queryFn: ({ signal }) => call(getSetup, {}, { signal }),
});

export function useMarkSetup() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (body: InputOf<typeof markSetup>['body']) => call(markSetup, { body }),
		onSuccess: (setup) => client.setQueryData(setupQuery.queryKey, setup),
	});
}
