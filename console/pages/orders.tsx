/** Orders: the list, or the page of one. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { newKey, isProblem } from '#client/call.ts';
import { formatMoney } from '#client/money.ts';
import { formatNumber } from '#client/numbers.ts';
import { exportedColumns, exportOrders } from '#contract/operator/lists/exports.ts';
import { listOrders, readOrder, readOrderTotals, recheckOrder } from '#contract/operator/orders.ts';
import { orderStatus } from '#contract/orders.ts';
import {
	OrderFacts,
	OrderLedger,
	OrderMessages,
	OrderMoney,
	useOrderColumns,
} from '../features/orders/order-records.tsx';
import { OrderSteps } from '../features/orders/order-steps.tsx';
import { call } from '../lib/api/call.ts';
import type { RowOf } from '../lib/api/lists.ts';
import { type Asked, readOf } from '../lib/api/queries.ts';
import { WaitsNotice } from '../lib/approvals/waits-notice.tsx';
import { Facts } from '../lib/elements/facts.tsx';
import { TrailLink } from '../lib/elements/links.tsx';
import { useStateName } from '../lib/format/values.ts';
import { useDateTime, useSiteZone } from '../lib/session/operator.tsx';
import { type BulkAction, type RowResult, told } from '../lib/table/bulk-action.ts';
import { paths } from '../paths.ts';
import { ListPage } from '../shell/list-page.tsx';
import { Card, OneCard, Page } from '../shell/page.tsx';

export default function OrdersPage() {
	const { id } = useParams();
	return id === undefined ? <Orders /> : <OneOrder key={id} tradeNo={id} />;
}

type ListedOrder = RowOf<typeof listOrders>;

function Orders() {
	const { t } = useLingui();
	const dateTime = useDateTime();
	const { zoneName } = useSiteZone();
	const statusText = useStateName();
	const columns = useOrderColumns<ListedOrder>([
		{
			key: 'fan',
			header: t`Fan`,
			room: 'some',
			exportAs: ['fan', 'name', 'email'],
			leads: (order) => ['fans', order.fan_id],
			render: (order) => order.fan_name ?? order.fan_email ?? order.fan_id,
		},
		{ key: 'paid', header: t`Paid`, optional: true, time: (order) => order.paid_time },
	]);
	return (
		<ListPage
			title={t`Orders`}
			of={{ list: listOrders }}
			section="orders"
			sorts={{ created: 'desc' }}
			search={t`Order ID, email, provider’s id`}
			filters={[
				{
					name: 'status',
					label: t`Status`,
					options: orderStatus.options.map((one) => [one, statusText(one)]),
				},
				{ name: 'from', label: t`From (${zoneName})` },
				{ name: 'until', label: t`Until (${zoneName})` },
			]}
			rowKey={(order) => order.trade_no}
			nameOf={(order) => `${order.trade_no} · ${dateTime(order.created_time)}`}
			above={<Totals />}
			none={t`No orders found`}
			hint={t`Fans make them in the store, as soon as a gem pack is on sale. Is a filter set?`}
			nonePlain
			bulk={useOrderActions()}
			file={{ endpoint: exportOrders, fileName: 'orders.csv', columns: exportedColumns.orders, isPersonal: true }}
			columns={columns}
		/>
	);
}

/** What the filters of the list add up to. Nothing without a filter. */
function Totals() {
	const { t } = useLingui();
	const [address] = useSearchParams();
	const of = (name: string) => address.get(name) || undefined;
	const query = { search: of('search'), status: of('status'), from: of('from'), until: of('until') };
	const isFiltered = Object.values(query).some(Boolean);
	const { data } = useQuery(
		readOf(readOrderTotals, { query: query as Asked<typeof readOrderTotals>['query'] }, { enabled: isFiltered }),
	);
	if (!data || !isFiltered || data.orders === 0) return null;
	return (
		<Card
			title={
				data.complete ? (
					<Plural value={data.orders} one="# order" other={`${formatNumber(data.orders)} orders`} />
				) : (
					<Trans>The latest {formatNumber(data.orders)} orders</Trans>
				)
			}
		>
			{data.totals.map(({ currency, ...sum }) => {
				const money = (minor: number) => formatMoney({ currency, minor });
				return (
					<Facts
						key={currency}
						facts={[
							{ name: t`Paid`, value: money(sum.gross_minor) },
							{ name: t`Refunds`, value: money(sum.refunded_minor) },
							{ name: t`Disputes`, value: money(sum.disputed_minor) },
							{ name: t`Net`, value: <b>{money(sum.net_minor)}</b> },
						]}
					/>
				);
			})}
		</Card>
	);
}

/** Asks the provider about one order after the other: it limits how often it is asked. */
async function recheck(orders: readonly ListedOrder[], isDryRun: boolean, why: string): Promise<RowResult[]> {
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
	const [label, done, unpaid] = [t`Sync with Stripe`, t`Synced`, t`Nobody has begun to pay`];
	return [
		{
			...told(label, t`Sync these orders with Stripe?`, t`Read again from Stripe`, done, unpaid),
			endpoint: recheckOrder,
			needsReason: true,
			body: () => ({}),
			run: recheck,
		},
	];
}

/** Polling interval while the provider has not answered. */
const ASK_AGAIN_MS = 2_000;

function OneOrder({ tradeNo }: { tradeNo: string }) {
	const { t } = useLingui();
	const read = useQuery(
		readOf(
			readOrder,
			{ params: { trade_no: tradeNo } },
			{
				refetchInterval: ({ state: { data } }) =>
					data?.order.requests.some(({ status }) => status === 'asked') ? ASK_AGAIN_MS : false,
			},
		),
	);
	const order = read.data?.order;
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
