/** Orders; a row opens the order's page. */
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { Table } from '#ui/primitives/table.tsx';
import { moneyText } from '../../lib/money.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { OrderStatusTag } from '../../lib/order-status-tag.tsx';
import { useDateTime } from '../../lib/time.ts';
import { paths } from '../../paths.ts';
import type { ListedOrder } from './get-orders.ts';

export function OrderList({ orders }: { orders: ListedOrder[] | undefined }) {
	const { t } = useLingui();
	const dateTime = useDateTime();
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
				{ key: 'trade_no', header: t`Trade number`, room: 'much', render: (order) => order.trade_no },
				{
					key: 'fan',
					header: t`Fan`,
					room: 'some',
					render: (order) => order.fan_name ?? order.fan_email ?? order.fan_id,
				},
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
					render: (order) => moneyText({ currency: order.currency, minor: order.price_minor }),
				},
			]}
		/>
	);
}
