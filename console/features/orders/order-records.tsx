/** Orders in a list, and what is known of one: its facts, its money, its gems, and what the provider said. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '#client/money.ts';
import { formatChange, formatNumber } from '#client/numbers.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { readFanOrders } from '#contract/operator/accounts.ts';
import type { readOrder } from '#contract/operator/orders.ts';
import { Empty } from '#ui/primitives/empty.tsx';
import { Tag, type TagTone } from '#ui/primitives/tag.tsx';
import type { RowOf } from '../../lib/lists/list-state.tsx';
import { Facts, type Looks, StateTag } from '../../lib/elements/elements.tsx';
import { ledgerKind, stateName } from '../../lib/format/values.ts';
import { useDateTime } from '../../lib/session/operator.tsx';
import { type DataColumn, Rows, Table } from '../../lib/table/table.tsx';
import { paths } from '../../nouns.ts';
import './orders.css';

type FanOrder = RowOf<typeof readFanOrders>;

/** `whose`: columns about the buyer. */
export function useOrderColumns<Listed extends FanOrder>(whose: DataColumn<Listed>[]): DataColumn<Listed>[] {
	const dateTime = useDateTime();
	return [
		{
			key: 'order',
			header: 'Order',
			strong: true,
			sortAs: 'created',
			opens: (order) => ['orders', order.trade_no],
			render: (order) => dateTime(order.created_time),
		},
		{ key: 'trade_no', header: 'Order ID', room: 'much', render: (order) => order.trade_no },
		...whose,
		{ key: 'status', header: 'Status', render: (order) => <OrderStatusTag status={order.status} /> },
		{ key: 'gems', header: 'Gems', room: 'much', count: (order) => order.gems + order.bonus_gems },
		{
			key: 'price',
			header: 'Price',
			align: 'end',
			strong: true,
			exportAs: ['price', 'refunded', 'disputed', 'net', 'currency'],
			render: (order) => formatMoney({ currency: order.currency, minor: order.price_minor }),
		},
	];
}

/** Those that are not neutral. */
const tones: Record<string, TagTone> = { paid: 'warning', fulfilled: 'good', refunded: 'warning', disputed: 'bad' };

const OrderStatusTag = ({ status }: { status: string }) => (
	<Tag tone={tones[status] ?? 'neutral'}>{stateName(status)}</Tag>
);

export function OrdersOf({ fanId }: { fanId: number }) {
	const table = { label: 'Orders', columns: useOrderColumns<FanOrder>([]), empty: 'No orders yet' };
	return <Rows of={readFanOrders} input={{ params: { fan_id: fanId }, query: {} }} {...table} />;
}

type Order = ReplyOf<typeof readOrder>['order'];

export function OrderFacts({ order }: { order: Order }) {
	const dateTime = useDateTime();
	const timeOr = (seconds: number | null) => (seconds === null ? '–' : dateTime(seconds));
	const fan = <Link to={paths.one('fans', order.fan_id)}>{order.fan_name ?? `Fan ${order.fan_id}`}</Link>;
	const open = order.status === 'created' || order.status === 'paying';
	return (
		<Facts
			facts={[
				{ name: 'Status', value: <OrderStatusTag status={order.status} /> },
				{ name: 'Fan', value: fan },
				{ name: 'Email', value: order.fan_email ?? '–' },
				{ name: 'Price', value: <b>{formatMoney({ currency: order.currency, minor: order.price_minor })}</b> },
				{ name: 'Gems + bonus', value: `${formatNumber(order.gems)} + ${formatNumber(order.bonus_gems)}` },
				{ name: 'Unspent gems', value: `${formatNumber(order.left.base)} + ${formatNumber(order.left.bonus)}` },
				{ name: 'Created', value: dateTime(order.created_time) },
				{ name: 'Paid', value: timeOr(order.paid_time) },
				{ name: 'Gems given', value: timeOr(order.fulfilled_time) },
				...(open ? [{ name: 'Can be paid until', value: dateTime(order.expires_time) }] : []),
				{ name: 'Order ID', value: order.trade_no, wide: true },
			]}
		/>
	);
}

/** A table with its heading. Nothing without rows. */
function Part<Row>({ title, rows, columns }: { title: string; rows: readonly Row[]; columns: DataColumn<Row>[] }) {
	if (rows.length === 0) return null;
	return (
		<section className="order-part mt-6">
			<h3>{title}</h3>
			<Table label={title} rows={rows} columns={columns} />
		</section>
	);
}

/** Lists an order's money: payments, refund requests, refunds, disputes. */
export function OrderMoney({ order }: { order: Order }) {
	const { payments, refunds, disputes, requests } = order;
	const roles = { order: 'Paid for the order', surplus: 'Overpaid: refunded automatically' };
	const parts = { unspent: 'Unspent part', whole: 'Whole price' };
	const amount = <Row extends { amount_minor: number; currency?: string }>(): DataColumn<Row> => ({
		key: 'amount',
		header: 'Amount',
		align: 'end',
		strong: true,
		render: ({ amount_minor: minor, currency = order.currency }) => formatMoney({ currency, minor }),
	});
	const status = <Row extends { status: string }>(
		header: string,
		looks: Looks<Row['status']>,
		of: (row: Row) => ReactNode,
	): DataColumn<Row> => ({
		key: 'status',
		header,
		renderDetail: of,
		render: (row) => <StateTag<Row['status']> looks={looks} state={row.status} />,
	});
	if (payments.length === 0) return <Empty lit={false} title="No money has come for this order" />;
	return (
		<>
			<Part
				title="Payments"
				rows={payments}
				columns={[
					{
						key: 'role',
						header: 'Payment',
						strong: true,
						renderDetail: 'payment_id',
						render: ({ role }) => (role === null ? 'Not settled yet' : roles[role]),
					},
					{ key: 'time', header: 'Received', room: 'some', time: 'received_time' },
					amount<Order['payments'][number]>(),
				]}
			/>
			<Part
				title="Refunds requested by operators"
				rows={requests}
				columns={[
					{ key: 'part', header: 'Refund', strong: true, renderDetail: 'why', render: (row) => parts[row.part] },
					{ key: 'who', header: 'Who', room: 'much', render: 'operator' },
					{ key: 'time', header: 'When', room: 'some', time: 'requested_time' },
					status<Order['requests'][number]>(
						'Status',
						{ asked: ['warning', 'Stripe has not answered'], done: ['good', 'Done'], refused: ['bad', 'Refused'] },
						(row) => row.refusal,
					),
					amount<Order['requests'][number]>(),
				]}
			/>
			<Part
				title="Refunds at Stripe"
				rows={refunds}
				columns={[
					status<Order['refunds'][number]>(
						'Refund',
						{ pending: ['warning', 'Pending'], succeeded: ['good', 'Refunded'], failed: ['bad', 'Failed'] },
						(row) => row.refund_id,
					),
					{ key: 'time', header: 'Received', room: 'some', time: 'heard_time' },
					{ key: 'gems', header: 'Gems taken', count: 'gems_taken' },
					amount<Order['refunds'][number]>(),
				]}
			/>
			<Part
				title="Disputes"
				rows={disputes}
				columns={[
					status<Order['disputes'][number]>(
						'Dispute',
						{
							inquiry: ['warning', 'Bank inquiry'],
							open: ['bad', 'Open'],
							won: ['good', 'Won'],
							lost: ['bad', 'Lost'],
						},
						(row) => row.dispute_id,
					),
					{
						key: 'reason',
						header: 'Reason',
						render: ({ reason }) => reason?.replaceAll('_', ' ') ?? '–',
						renderDetail: ({ payment_id: id }) => (
							<a href={`https://dashboard.stripe.com/payments/${id}`} target="_blank" rel="noreferrer">
								Answer at Stripe
							</a>
						),
					},
					{ key: 'due', header: 'Answer by', time: 'due_time' },
					{ key: 'time', header: 'Received', room: 'some', time: 'heard_time' },
					{ key: 'gems', header: 'Gems taken', room: 'some', count: 'gems_taken' },
					amount<Order['disputes'][number]>(),
				]}
			/>
		</>
	);
}

export function OrderLedger({ order: { ledger } }: { order: Order }) {
	if (ledger.length === 0) return <Empty lit={false} title="No gems have moved" />;
	return (
		<Part
			title="Ledger entries"
			rows={ledger}
			columns={[
				{ key: 'kind', header: 'Entry', strong: true, render: (row) => ledgerKind(row.kind) },
				{ key: 'time', header: 'When', time: 'time' },
				{ key: 'gems', header: 'Gems', align: 'end', strong: true, render: (row) => formatChange(row.purchased) },
				{ key: 'after', header: 'Bought gems after', room: 'some', count: 'purchased_after' },
			]}
		/>
	);
}

export function OrderMessages({ order: { events, checkouts } }: { order: Order }) {
	const states = {
		asked: 'Asked for',
		open: 'Open',
		complete: 'Paid on',
		expired: 'Expired',
		failed: 'Failed to open',
	};
	if (events.length + checkouts.length === 0) {
		return <Empty lit={false} title="Nothing from Stripe yet" />;
	}
	return (
		<>
			<Part
				title="Card pages"
				rows={checkouts}
				columns={[
					{
						key: 'status',
						header: 'Page',
						strong: true,
						renderDetail: (row) => row.refusal ?? row.session_id,
						render: (row) => states[row.status],
					},
					{ key: 'checked', header: 'Last checked', time: 'checked_time' },
					{ key: 'expires', header: 'Ends', room: 'some', time: 'expires_time' },
				]}
			/>
			<Part
				title="Messages"
				rows={events}
				columns={[
					{ key: 'type', header: 'Message', strong: true, render: 'type', renderDetail: 'event_id' },
					{ key: 'occurred', header: 'Happened', room: 'some', time: 'occurred_time' },
					{ key: 'received', header: 'Received', time: 'received_time' },
				]}
			/>
		</>
	);
}
