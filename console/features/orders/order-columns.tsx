/** Columns of orders, of all fans or of one. */
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatMoney } from '#client/money.ts';
import { formatNumber } from '#client/numbers.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { readFanOrders } from '#contract/operator/accounts.ts';
import { useDateTime } from '../../lib/format/time.ts';
import type { DataColumn } from '../../lib/table/column.ts';
import { paths } from '../../paths.ts';
import { OrderStatusTag } from './order-status-tag.tsx';

export type FanOrder = ReplyOf<typeof readFanOrders>['list'][number];

/** `whose`: columns about the buyer. */
export function useOrderColumns<Listed extends FanOrder>(whose: DataColumn<Listed>[]): DataColumn<Listed>[] {
	const { t } = useLingui();
	const dateTime = useDateTime();
	return [
		{
			key: 'order',
			header: t`Order`,
			strong: true,
			sortAs: 'created',
			exportAs: ['order'],
			render: (order) => (
				<Link className="table-link" to={paths.one('orders', order.trade_no)}>
					{dateTime(order.created_time)}
				</Link>
			),
		},
		{ key: 'trade_no', header: t`Order ID`, room: 'much', exportAs: ['trade_no'], render: (order) => order.trade_no },
		...whose,
		{
			key: 'status',
			header: t`Status`,
			exportAs: ['status'],
			render: (order) => <OrderStatusTag status={order.status} />,
		},
		{
			key: 'gems',
			header: t`Gems`,
			align: 'end',
			room: 'much',
			exportAs: ['gems'],
			render: (order) => formatNumber(order.gems + order.bonus_gems),
		},
		{
			key: 'price',
			header: t`Price`,
			align: 'end',
			strong: true,
			exportAs: ['price', 'currency'],
			render: (order) => formatMoney({ currency: order.currency, minor: order.price_minor }),
		},
	];
}
