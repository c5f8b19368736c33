import { queryOptions, useQuery } from '@tanstack/react-query';
import { getOrder, type Order } from '#contract/orders.ts';
import { call } from '../../lib/api/call.ts';

const orderQuery = (tradeNo: string) =>
	queryOptions({
		queryKey: ['order', tradeNo],
		queryFn: async ({ signal }) => (await call(getOrder, { params: { trade_no: tradeNo } }, { signal })).order,
		staleTime: 0,
	});

export const useOrder = (tradeNo: string) => useQuery(orderQuery(tradeNo));

export const useOrderUntilSettled = (tradeNo: string) =>
	useQuery({
		...orderQuery(tradeNo),
		refetchInterval: ({ state }) => nextLook(state.data?.status, state.dataUpdateCount),
		refetchIntervalInBackground: true,
	});

const SOON_MS = 1_500;
const LATER_MS = 5_000;
/** Reads at the short interval: about a minute. An order that takes longer rarely completes soon. */
const LOOKS_SOON = 40;

const isPending = (status: Order['status']): boolean =>
	status === 'created' || status === 'paying' || status === 'paid';

/** Milliseconds, or false if there is nothing to wait for. An expired order may still turn out to be paid. */
export function nextLook(status: Order['status'] | undefined, looks: number): number | false {
	if (status === undefined) return false;
	if (isPending(status)) return looks < LOOKS_SOON ? SOON_MS : LATER_MS;
	return status === 'expired' ? LATER_MS : false;
}
