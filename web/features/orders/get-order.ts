/** Reads one of the fan's own orders. */
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

/** Polls until the order has reached a final status. */
export function useOrderUntilSettled(tradeNo: string) {
	return useQuery({
		...orderQuery(tradeNo),
		refetchInterval: ({ state }) => nextLook(state.data?.status, state.dataUpdateCount),
		refetchIntervalInBackground: true,
	});
}
