/** Shows an order's facts: the product, the buyer, and what is left of the gems. */
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatMoney } from '#client/money.ts';
import { formatNumber } from '#client/numbers.ts';
import { Facts } from '../../lib/elements/facts.tsx';
import { OrderStatusTag } from './order-status-tag.tsx';
import { useDateTime } from '../../lib/format/time.ts';
import { paths } from '../../paths.ts';
import type { Order } from './get-orders.ts';

export function OrderFacts({ order }: { order: Order }) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	const timeOr = (seconds: number | null) => (seconds === null ? '–' : dateTime(seconds));
	const fan = <Link to={paths.one('fans', order.fan_id)}>{order.fan_name ?? t`Fan ${order.fan_id}`}</Link>;
	const open = order.status === 'created' || order.status === 'paying';
	return (
		<Facts
			facts={[
				{ name: t`Status`, value: <OrderStatusTag status={order.status} /> },
				{ name: t`Fan`, value: fan },
				{ name: t`Email`, value: order.fan_email ?? '–' },
				{ name: t`Price`, value: <b>{formatMoney({ currency: order.currency, minor: order.price_minor })}</b> },
				{ name: t`Gems + bonus`, value: `${formatNumber(order.gems)} + ${formatNumber(order.bonus_gems)}` },
				{ name: t`Unspent gems`, value: `${formatNumber(order.left.base)} + ${formatNumber(order.left.bonus)}` },
				{ name: t`Created`, value: dateTime(order.created_time) },
				{ name: t`Paid`, value: timeOr(order.paid_time) },
				{ name: t`Gems given`, value: timeOr(order.fulfilled_time) },
				...(open ? [{ name: t`Can be paid until`, value: dateTime(order.expires_time) }] : []),
				{ name: t`Order ID`, value: order.trade_no, wide: true },
			]}
		/>
	);
}
