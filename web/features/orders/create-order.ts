/** Creates an order. The key is kept until the outcome is known, so that a retry creates no second one. */
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { isTransient } from '#client/problem.ts';
import { createOrder } from '#contract/orders.ts';
import { call } from '../../lib/api/call.ts';

export function useCreateOrder() {
	const attempt = useRef<{ goodsId: number; key: string } | null>(null);
	return useMutation({
		mutationFn: async (goodsId: number) => {
			if (attempt.current?.goodsId !== goodsId) attempt.current = { goodsId, key: crypto.randomUUID() };
			const { order } = await call(
				createOrder,
				{ body: { goods_id: goodsId } },
				{ idempotencyKey: attempt.current.key },
			);
			return order;
		},
		onSettled: (_order, error) => {
			if (!isTransient(error)) attempt.current = null;
		},
	});
}
