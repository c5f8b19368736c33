/** Lists orders, all or those of one fan. A row opens the order's page. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '#client/money.ts';
import { formatNumber } from '#client/numbers.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { readFanOrders } from '#contract/operator/accounts.ts';
import { Table, type Column } from '#ui/primitives/table.tsx';
import { paths } from '../../paths.ts';
import { OrderStatusTag } from './order-status-tag.tsx';
import { useDateTime } from '../../lib/format/time.ts';

type Order = ReplyOf<typeof readFanOrders>['list'][number];

interface OrderTableProps<Listed extends Order> {
	orders: Listed[] | undefined;
	/** The buyer, if the list contains orders of several fans. */
	renderFan?: (order: Listed) => ReactNode;
}

export function OrderTable<Listed extends Order>({ orders, renderFan }: OrderTableProps<Listed>) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	const whose: Column<Listed>[] = renderFan ? [{ key: 'fan', header: t`Fan`, room: 'some', render: renderFan }] : [];
	return (
		<Table
			label={t`Orders`}
			rows={orders}
			rowKey={(order) => order.trade_no}
			columns={[
				{
					key: 'order',
					header: t`Order`,
					strong: true,
					render: (order) => (
						<Link className="table-link" to={paths.one('orders', order.trade_no)}>
							{dateTime(order.created_time)}
						</Link>
					),
				},
				{ key: 'trade_no', header: t`Order ID`, room: 'much', render: (order) => order.trade_no },
				...whose,
				{ key: 'status', header: t`Status`, render: (order) => <OrderStatusTag status={order.status} /> },
				{
					key: 'gems',
					header: t`Gems`,
					align: 'end',
					room: 'much',
					render: (order) => formatNumber(order.gems + order.bonus_gems),
				},
				{
					key: 'price',
					header: t`Price`,
					align: 'end',
					strong: true,
					render: (order) => formatMoney({ currency: order.currency, minor: order.price_minor }),
				},
			]}
		/>
	);
}
