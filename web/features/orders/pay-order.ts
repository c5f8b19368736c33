/** Requests the card page of an order. */
import { useMutation } from '@tanstack/react-query';
import { PAYMENT_METHOD_STRIPE_CARD } from '#contract/values/constants.ts';
import { payOrder } from '#contract/orders.ts';
import { call } from '../../lib/api/call.ts';

export function usePayOrder() {
	return useMutation({
		mutationFn: async (tradeNo: string) => {
			const query = { trade_no: tradeNo, payment_method: PAYMENT_METHOD_STRIPE_CARD };
			return (await call(payOrder, { query })).pay_url;
		},
	});
}
