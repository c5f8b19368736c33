/** Claims today's gems. The key is kept until the outcome is known, so that a retry never claims twice. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { isTransient } from '#client/problem.ts';
import { checkIn } from '#contract/check-in.ts';
import { call } from '../api/call.ts';
import { checkInConfigQuery } from './get-config.ts';

export function useCheckIn() {
	const client = useQueryClient();
	const key = useRef<string | null>(null);
	return useMutation({
		mutationFn: () => call(checkIn, { body: {} }, { idempotencyKey: (key.current ??= crypto.randomUUID()) }),
		onSettled: (_claimed, error) => {
			if (!isTransient(error)) key.current = null;
			return client.invalidateQueries({ queryKey: checkInConfigQuery.queryKey });
		},
	});
}
