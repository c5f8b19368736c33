/** Orders of all fans. A row opens the order's page. */
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { exportOrders } from '#contract/operator/lists/exports.ts';
import { DataTable, type DataTableProps } from '../../lib/table/data-table.tsx';
import { useDateTime } from '../../lib/format/time.ts';
import { paths } from '../../paths.ts';
import { type ListedOrder, type OrderFilter, orderInput } from './get-orders.ts';
import { useOrderActions } from './order-actions.ts';
import { useOrderColumns } from './order-columns.tsx';

interface Props extends Pick<DataTableProps<ListedOrder>, 'read' | 'view' | 'filters' | 'nothing'> {
	orders: ListedOrder[] | undefined;
	filter: OrderFilter;
}

export function OrderList({ orders, filter, ...rest }: Props) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	const columns = useOrderColumns<ListedOrder>([
		{
			key: 'fan',
			header: t`Fan`,
			room: 'some',
			exportAs: ['fan', 'name', 'email'],
			render: (order) => (
				<Link className="cell-link" to={paths.one('fans', order.fan_id)}>
					{order.fan_name ?? order.fan_email ?? order.fan_id}
				</Link>
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
		<DataTable
			{...rest}
			label={t`Orders`}
			rows={orders}
			rowKey={(order) => order.trade_no}
			nameOf={(order) => `${order.trade_no} · ${dateTime(order.created_time)}`}
			columns={columns}
			actions={useOrderActions()}
			tools={{ list: 'orders', file }}
		/>
	);
}
