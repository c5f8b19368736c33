/** Columns of orders, of all fans or of one. */
import { useLingui } from '@lingui/react/macro';
import type * as z from 'zod/mini';
import { formatMoney } from '#client/money.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { readFanOrders } from '#contract/operator/accounts.ts';
import type { orderStatus } from '#contract/orders.ts';
import { Table } from '#ui/primitives/table.tsx';
import { Tag, type TagTone } from '#ui/primitives/tag.tsx';
import { RowLink } from '../../lib/elements/links.tsx';
import { useDateTime } from '../../lib/session/operator.tsx';
import { counts, type DataColumn } from '../../lib/table/column.ts';
import { paths } from '../../paths.ts';

type FanOrder = ReplyOf<typeof readFanOrders>['list'][number];

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
			render: (order) => <RowLink to={paths.one('orders', order.trade_no)}>{dateTime(order.created_time)}</RowLink>,
		},
		{ key: 'trade_no', header: t`Order ID`, room: 'much', render: (order) => order.trade_no },
		...whose,
		{
			key: 'status',
			header: t`Status`,
			render: (order) => <OrderStatusTag status={order.status} />,
		},
		counts('gems', t`Gems`, (order) => order.gems + order.bonus_gems, { room: 'much' }),
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

type OrderStatus = z.output<typeof orderStatus>;

const tones: Record<OrderStatus, TagTone> = {
	created: 'neutral',
	paying: 'neutral',
	expired: 'neutral',
	paid: 'warning',
	fulfilled: 'good',
	refunded: 'warning',
	disputed: 'bad',
};

export function useOrderStatus(): (status: OrderStatus) => string {
	const { t } = useLingui();
	const words = {
		created: t`Created`,
		paying: t`Being paid`,
		paid: t`Paid, no gems yet`,
		fulfilled: t`Fulfilled`,
		expired: t`Expired`,
		refunded: t`Refunded`,
		disputed: t`Disputed`,
	};
	return (status) => words[status];
}

/** Shows the status of an order in one word. */
export function OrderStatusTag({ status }: { status: OrderStatus }) {
	return <Tag tone={tones[status]}>{useOrderStatus()(status)}</Tag>;
}

/** Orders of one fan. A row opens the order's page. */
export function OrderTable({ orders }: { orders: FanOrder[] | undefined }) {
	const { t } = useLingui();
	const columns = useOrderColumns<FanOrder>([]);
	return <Table label={t`Orders`} rows={orders} rowKey={(order) => order.trade_no} columns={columns} />;
}
