/** Creates an order. The key is kept until the outcome is known, so that a retry creates no second one. */
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { newKey } from '#client/call.ts';
import { isTransient } from '#client/problem.ts';
import { createOrder } from '#contract/orders.ts';
import { call } from '../../lib/api/call.ts';
import { useSession } from '../../lib/session/session.tsx';

export function useCreateOrder() {
	const { user } = useSession();
	const attempt = useRef<{ goodsId: number; key: string } | null>(null);
	return useMutation({
		mutationFn: async (goodsId: number) => {
			if (attempt.current?.goodsId !== goodsId) attempt.current = { goodsId, key: newKey() };
			const { order } = await call(
				createOrder,
				{ body: { goods_id: goodsId } },
				{ token: user?.token, idempotencyKey: attempt.current.key },
			);
			return order;
		},
		onSettled: (_order, error) => {
			if (!isTransient(error)) attempt.current = null;
		},
	});
}
