/** Orders: the list, or the page of one. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { newKey } from '#client/idempotency-key.ts';
import { isProblem } from '#client/problem.ts';
import { exportOrders } from '#contract/operator/lists/exports.ts';
import { recheckOrder } from '#contract/operator/orders.ts';
import { orderStatus } from '#contract/orders.ts';
import { Empty } from '#ui/primitives/empty.tsx';
import { TextField } from '#ui/primitives/form-field.tsx';
import { SearchField } from '#ui/primitives/search-field.tsx';
import { type ListedOrder, orderInput, orderQuery, ordersQuery } from '../features/orders/get-orders.ts';
import { useOrderColumns, useOrderStatus } from '../features/orders/order-columns.tsx';
import { OrderFacts, OrderLedger, OrderMessages, OrderMoney } from '../features/orders/order-records.tsx';
import { OrderSteps } from '../features/orders/order-steps.tsx';
import { call } from '../lib/api/call.ts';
import { useList } from '../lib/api/lists.ts';
import { refresh } from '../lib/api/queries.ts';
import { WaitsNotice } from '../lib/approvals/waits-notice.tsx';
import { CellLink, TrailLink } from '../lib/elements/links.tsx';
import { ChoiceField } from '../lib/form/fields.tsx';
import { useAddressSearch, useAddressState, useAddressText } from '../lib/lists/address-state.ts';
import { useDateTime, useSiteZone } from '../lib/session/operator.tsx';
import type { BulkAction, BulkHow, RowResult } from '../lib/table/bulk-action.ts';
import { DataTable } from '../lib/table/data-table.tsx';
import { useTableView } from '../lib/table/table-view.ts';
import { paths } from '../paths.ts';
import { Card, OneCard, Page } from '../shell/page.tsx';

export default function OrdersPage() {
	const { id } = useParams();
	return id === undefined ? <Orders /> : <OneOrder key={id} tradeNo={id} />;
}

function Orders() {
	const { t } = useLingui();
	const dateTime = useDateTime();
	const { zoneName } = useSiteZone();
	const statusText = useOrderStatus();
	const { words, setWords, search } = useAddressSearch();
	const [status, setStatus] = useAddressState('status', ['', ...orderStatus.options]);
	const [from, setFrom] = useAddressText('from');
	const [until, setUntil] = useAddressText('until');
	const view = useTableView({ created: 'desc' });
	const filter = { search, status, from, until, order: view.order };
	const { read, rows } = useList(ordersQuery(filter));
	const columns = useOrderColumns<ListedOrder>([
		{
			key: 'fan',
			header: t`Fan`,
			room: 'some',
			exportAs: ['fan', 'name', 'email'],
			render: (order) => (
				<CellLink to={paths.one('fans', order.fan_id)}>{order.fan_name ?? order.fan_email ?? order.fan_id}</CellLink>
			),
		},
		{
			key: 'paid',
			header: t`Paid`,
			optional: true,
			exportAs: ['paid'],
			render: (order) => (order.paid_time === null ? '–' : dateTime(order.paid_time)),
		},
	]);
	const file = { endpoint: exportOrders, filter: orderInput(filter), fileName: 'orders.csv', isPersonal: true };
	return (
		<Page
			title={t`Orders`}
			actions={<SearchField label={t`Order ID, email, provider’s id`} value={words} onChange={setWords} />}
		>
			<Card tight>
				<DataTable
					label={t`Orders`}
					rows={rows}
					rowKey={(order) => order.trade_no}
					nameOf={(order) => `${order.trade_no} · ${dateTime(order.created_time)}`}
					view={view}
					read={read}
					nothing={
						<Empty lit={false} title={<Trans>No orders found</Trans>}>
							<Trans>Fans make them in the store, as soon as a gem pack is on sale. Is a filter set?</Trans>
						</Empty>
					}
					actions={useOrderActions()}
					filters={
						<>
							<ChoiceField
								label={t`Status`}
								value={status}
								options={[['', t`Any`], ...orderStatus.options.map((one) => [one, statusText(one)] as const)]}
								onChange={setStatus}
							/>
							<TextField
								type="date"
								label={t`From (${zoneName})`}
								value={from}
								onChange={(event) => setFrom(event.target.value)}
							/>
							<TextField
								type="date"
								label={t`Until (${zoneName})`}
								value={until}
								onChange={(event) => setUntil(event.target.value)}
							/>
						</>
					}
					tools={{ list: 'orders', file }}
					columns={columns}
				/>
			</Card>
		</Page>
	);
}

/** Asks the provider about one order after the other: it limits how often it is asked. */
async function recheck(orders: readonly ListedOrder[], { isDryRun, why }: BulkHow): Promise<RowResult[]> {
	const results: RowResult[] = [];
	for (const { trade_no: tradeNo, status } of orders) {
		const result = { id: tradeNo, message: null, version: null };
		// Nobody has opened a card page of such an order.
		if (status === 'created') results.push({ ...result, outcome: 'unchanged' });
		else if (isDryRun) results.push({ ...result, outcome: 'changed' });
		else results.push({ ...result, ...(await recheckOne(tradeNo, why)) });
	}
	return results;
}

async function recheckOne(tradeNo: string, why: string): Promise<Pick<RowResult, 'outcome' | 'message'>> {
	try {
		await call(recheckOrder, { params: { trade_no: tradeNo }, body: { why } }, { idempotencyKey: newKey() });
		return { outcome: 'changed', message: null };
	} catch (error) {
		return { outcome: 'refused', message: isProblem(error) ? error.message : String(error) };
	}
}

/** What can be done to several orders at once. */
function useOrderActions(): BulkAction<ListedOrder>[] {
	const { t } = useLingui();
	const client = useQueryClient();
	return [
		{
			key: 'recheck',
			label: t`Check with Stripe`,
			endpoint: recheckOrder,
			needsReason: true,
			words: {
				title: t`Check these orders with Stripe?`,
				will: t`Read again from Stripe`,
				done: t`Checked`,
				unchanged: t`Nobody has begun to pay`,
			},
			run: recheck,
			onDone: () => void refresh(client, ['orders']),
		},
	];
}

function OneOrder({ tradeNo }: { tradeNo: string }) {
	const { t } = useLingui();
	const read = useQuery(orderQuery(tradeNo));
	const order = read.data;
	return (
		<Page title={t`Order`} actions={<TrailLink to={paths.orders}>{t`All orders`}</TrailLink>}>
			{order ? (
				<>
					<Card>
						<WaitsNotice name="trade_no" value={tradeNo} />
						<OrderFacts order={order} />
						<OrderSteps order={order} />
						<TrailLink to={paths.auditOf(`order:${tradeNo}`)}>{t`Audit trail of this order`}</TrailLink>
					</Card>
					<Card tight title={<Trans>Money</Trans>}>
						<OrderMoney order={order} />
					</Card>
					<Card tight title={<Trans>Gems</Trans>}>
						<OrderLedger order={order} />
					</Card>
					<Card tight title={<Trans>The provider</Trans>}>
						<OrderMessages order={order} />
					</Card>
				</>
			) : (
				<OneCard read={read} />
			)}
		</Page>
	);
}
