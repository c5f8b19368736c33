/** One of the fan's own orders. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getOrder } from '#contract/orders.ts';
import { call } from '../../lib/api/call.ts';
import { nextLook } from './waiting.ts';

const orderQuery = (tradeNo: string) =>
	queryOptions({
		queryKey: ['order', tradeNo],
		queryFn: async ({ signal }) => (await call(getOrder, { params: { trade_no: tradeNo } }, { signal })).order,
		staleTime: 0,
	});

export function useOrder(tradeNo: string) {
	return useQuery(orderQuery(tradeNo));
}

/** Looks again until the order has come to an end. */
export function useOrderUntilSettled(tradeNo: string) {
	return useQuery({
		...orderQuery(tradeNo),
		refetchInterval: ({ state }) => nextLook(state.data?.status, state.dataUpdateCount),
		refetchIntervalInBackground: true,
	});
}
