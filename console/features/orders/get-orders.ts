/** Reads and writes of orders. */
import type { InputOf, ReplyOf } from '#contract/endpoint.ts';
import { listOrders, readOrder, recheckOrder, refundOrder } from '#contract/operator/orders.ts';
import type { ListOrder } from '#contract/operator/shapes.ts';
import { call } from '../../lib/api/call.ts';
import { listQuery } from '../../lib/api/lists.ts';
import { readQuery, refresh, useWrite } from '../../lib/api/queries.ts';

export type ListedOrder = ReplyOf<typeof listOrders>['list'][number];
export type Order = ReplyOf<typeof readOrder>['order'];
export type RefundBody = InputOf<typeof refundOrder>['body'];

interface OrderFilter {
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

export const ordersQuery = (filter: OrderFilter) =>
	listQuery(['orders', 'list', filter], (page, reading) =>
		call(listOrders, { query: { ...orderInput(filter), ...page } }, reading),
	);

/** Polling interval while the provider has not answered. */
const ASK_AGAIN_MS = 2_000;

const of = (tradeNo: string) => ({ params: { trade_no: tradeNo } });

export const orderQuery = (tradeNo: string) =>
	readQuery(['orders', 'one', tradeNo], async (reading) => (await call(readOrder, of(tradeNo), reading)).order, {
		refetchInterval: ({ state }) =>
			state.data?.requests.some(({ status }) => status === 'asked') ? ASK_AGAIN_MS : false,
	});

export const useRefund = (tradeNo: string) =>
	useOrderWrite(tradeNo, (body: RefundBody, once) => call(refundOrder, { ...of(tradeNo), body }, once));

export const useRecheck = (tradeNo: string) =>
	useOrderWrite(tradeNo, (why: string, once) => call(recheckOrder, { ...of(tradeNo), body: { why } }, once));

/** Runs a write on an order. A refused write may have changed something too, so everything is read again either way. */
const useOrderWrite = <Input, Reply extends { order: Order }>(
	tradeNo: string,
	write: (input: Input, once: { idempotencyKey: string }) => Promise<Reply>,
) => {
	const { queryKey } = orderQuery(tradeNo);
	return useWrite(write, {
		success: (client, { order }) => client.setQueryData(queryKey, order),
		error: (client) => void refresh(client, queryKey),
		settled: (client) => void refresh(client, ['fans'], ['approvals'], ['orders', 'list']),
	});
};
