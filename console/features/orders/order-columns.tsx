/** Columns of orders, of all fans or of one. */
import { Trans, useLingui } from '@lingui/react/macro';
import type * as z from 'zod/mini';
import { formatMoney } from '#client/money.ts';
import { readFanOrders } from '#contract/operator/accounts.ts';
import type { orderStatus } from '#contract/orders.ts';
import { Tag, type TagTone } from '#ui/primitives/tag.tsx';
import type { RowOf } from '../../lib/api/lists.ts';
import type { DataColumn } from '../../lib/table/column.ts';
import { Rows } from '../../lib/table/table.tsx';
import { useDateTime } from '../../lib/session/operator.tsx';

type FanOrder = RowOf<typeof readFanOrders>;

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
			opens: (order) => ['orders', order.trade_no],
			render: (order) => dateTime(order.created_time),
		},
		{ key: 'trade_no', header: t`Order ID`, room: 'much', render: (order) => order.trade_no },
		...whose,
		{ key: 'status', header: t`Status`, render: (order) => <OrderStatusTag status={order.status} /> },
		{ key: 'gems', header: t`Gems`, room: 'much', count: (order) => order.gems + order.bonus_gems },
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

export function OrdersOf({ fanId }: { fanId: number }) {
	const { t } = useLingui();
	const table = { label: t`Orders`, columns: useOrderColumns<FanOrder>([]), empty: <Trans>No orders yet</Trans> };
	return <Rows of={readFanOrders} input={{ params: { fan_id: fanId }, query: {} }} {...table} />;
}
