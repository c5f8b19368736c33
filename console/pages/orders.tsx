/** Orders: the list, or the page of one. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { orderStatus } from '#contract/orders.ts';
import { Empty } from '#ui/primitives/empty.tsx';
import { SearchField } from '#ui/primitives/search-field.tsx';
import { type OrderFilter, orderQuery, ordersQuery } from '../features/orders/get-orders.ts';
import { OrderFacts } from '../features/orders/order-facts.tsx';
import { OrderFilterBar } from '../features/orders/order-filter.tsx';
import { OrderLedger, OrderMessages } from '../features/orders/order-history.tsx';
import { OrderList } from '../features/orders/order-list.tsx';
import { OrderMoney } from '../features/orders/order-money.tsx';
import { OrderSteps } from '../features/orders/order-steps.tsx';
import { useAddressSearch, useAddressState, useAddressText } from '../lib/lists/address-state.ts';
import { WaitsNotice } from '../lib/approvals/waits-notice.tsx';
import { MoreRows } from '../lib/lists/more-rows.tsx';
import { OneState } from '../lib/lists/one-state.tsx';
import { useTableView } from '../lib/table/table-view.ts';
import { paths } from '../paths.ts';
import { Card, Page } from '../shell/page.tsx';

export default function OrdersPage() {
	const { id } = useParams();
	return id === undefined ? <Orders /> : <OneOrder key={id} tradeNo={id} />;
}

function Orders() {
	const { t } = useLingui();
	const { words, setWords, search } = useAddressSearch();
	const [status, setStatus] = useAddressState('status', ['', ...orderStatus.options]);
	const [from, setFrom] = useAddressText('from');
	const [until, setUntil] = useAddressText('until');
	const view = useTableView({ created: 'desc' });
	const filter: OrderFilter = { search, status, from, until, order: view.order };
	const change = (part: Partial<OrderFilter>) => {
		if (part.status !== undefined) setStatus(part.status);
		if (part.from !== undefined) setFrom(part.from);
		if (part.until !== undefined) setUntil(part.until);
	};
	const read = useInfiniteQuery(ordersQuery(filter));
	const orders = read.data?.pages.flatMap(({ list }) => list);
	return (
		<Page
			title={t`Orders`}
			actions={<SearchField label={t`Order ID, email, provider’s id`} value={words} onChange={setWords} />}
		>
			<Card tight>
				<OrderList
					orders={orders}
					filter={filter}
					filters={<OrderFilterBar filter={filter} onChange={change} />}
					view={view}
					read={read}
					nothing={
						<Empty lit={false} title={<Trans>No orders found</Trans>}>
							<Trans>Fans make them in the store, as soon as a gem pack is on sale. Is a filter set?</Trans>
						</Empty>
					}
				/>
				<MoreRows read={read} />
			</Card>
		</Page>
	);
}

function OneOrder({ tradeNo }: { tradeNo: string }) {
	const { t } = useLingui();
	const read = useQuery(orderQuery(tradeNo));
	const order = read.data;
	return (
		<Page
			title={t`Order`}
			actions={
				<Link className="trail-link" to={paths.orders}>
					<Trans>All orders</Trans>
				</Link>
			}
		>
			{order ? (
				<>
					<Card>
						<WaitsNotice name="trade_no" value={tradeNo} />
						<OrderFacts order={order} />
						<OrderSteps order={order} />
						<Link className="trail-link" to={paths.auditOf(`order:${tradeNo}`)}>
							<Trans>Audit trail of this order</Trans>
						</Link>
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
				<Card>
					<OneState read={read} />
				</Card>
			)}
		</Page>
	);
}
