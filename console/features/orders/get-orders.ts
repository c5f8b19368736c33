/** Reads and writes of orders. */
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputOf, ReplyOf } from '#contract/endpoint.ts';
import { listOrders, readOrder, recheckOrder, refundOrder } from '#contract/operator/orders.ts';
import type { ListOrder } from '#contract/operator/shapes.ts';
import { call } from '../../lib/api/call.ts';

export type ListedOrder = ReplyOf<typeof listOrders>['list'][number];
export type Order = ReplyOf<typeof readOrder>['order'];
export type RefundBody = InputOf<typeof refundOrder>['body'];

export interface OrderFilter {
	search: string;
	/** Empty for any status. */
	status: ListedOrder['status'] | '';
	from: string;
	until: string;
	order: ListOrder;
}

/** The filter as the calls take it. */
export const orderInput = ({ search, status, from, until, order }: OrderFilter) => ({
	search: search || undefined,
	status: status || undefined,
	from: from || undefined,
	until: until || undefined,
	order,
});

/** Polling interval while the provider has not answered. */
const ASK_AGAIN_MS = 2_000;

export const ordersQuery = (filter: OrderFilter) =>
	infiniteQueryOptions({
		queryKey: ['orders', 'list', filter],
		queryFn: ({ signal, pageParam }) =>
			call(listOrders, { query: { ...orderInput(filter), cursor: pageParam ?? undefined } }, { signal }),
		initialPageParam: null as string | null,
		getNextPageParam: (last) => last.cursor,
	});

export const orderQuery = (tradeNo: string) =>
	queryOptions({
		queryKey: ['orders', 'one', tradeNo],
		queryFn: async ({ signal }) => (await call(readOrder, { params: { trade_no: tradeNo } }, { signal })).order,
		refetchInterval: ({ state }) =>
			state.data?.requests.some(({ status }) => status === 'asked') ? ASK_AGAIN_MS : false,
	});

export function useRefund(tradeNo: string) {
	return useWrite(tradeNo, ({ body, idempotencyKey }: { body: RefundBody; idempotencyKey: string }) =>
		call(refundOrder, { params: { trade_no: tradeNo }, body }, { idempotencyKey }),
	);
}

export function useRecheck(tradeNo: string) {
	return useWrite(tradeNo, ({ why, idempotencyKey }: { why: string; idempotencyKey: string }) =>
		call(recheckOrder, { params: { trade_no: tradeNo }, body: { why } }, { idempotencyKey }),
	);
}

/** Runs a write on an order. A refused write may have changed something too, so everything is read again either way. */
function useWrite<Input, Reply extends { order: Order }>(
	tradeNo: string,
	mutationFn: (input: Input) => Promise<Reply>,
) {
	const client = useQueryClient();
	return useMutation({
		mutationFn,
		onSuccess: ({ order }) => client.setQueryData(orderQuery(tradeNo).queryKey, order),
		onError: () => void client.invalidateQueries({ queryKey: orderQuery(tradeNo).queryKey }),
		onSettled: () => {
			for (const key of ['fans', 'approvals']) void client.invalidateQueries({ queryKey: [key] });
			void client.invalidateQueries({ queryKey: ['orders', 'list'] });
		},
	});
}
