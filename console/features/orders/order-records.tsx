/** Orders in a list, and what is known of one: its facts, its money, its gems, and what the provider said. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type * as z from 'zod/mini';
import { formatMoney } from '#client/money.ts';
import { formatChange, formatNumber } from '#client/numbers.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { readFanOrders } from '#contract/operator/accounts.ts';
import type { readOrder } from '#contract/operator/orders.ts';
import type { orderStatus } from '#contract/orders.ts';
import { Empty } from '#ui/primitives/empty.tsx';
import { Tag, type TagTone } from '#ui/primitives/tag.tsx';
import type { RowOf } from '../../lib/api/lists.ts';
import { Facts } from '../../lib/elements/facts.tsx';
import { useLedgerKind, useStateName } from '../../lib/format/values.ts';
import { useDateTime } from '../../lib/session/operator.tsx';
import type { DataColumn } from '../../lib/table/column.ts';
import { Rows, Table } from '../../lib/table/table.tsx';
import { paths } from '../../paths.ts';
import './orders.css';

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
			exportAs: ['price', 'refunded', 'disputed', 'net', 'currency'],
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

/** Shows the status of an order in one word. */
export function OrderStatusTag({ status }: { status: OrderStatus }) {
	return <Tag tone={tones[status]}>{useStateName()(status)}</Tag>;
}

export function OrdersOf({ fanId }: { fanId: number }) {
	const { t } = useLingui();
	const table = { label: t`Orders`, columns: useOrderColumns<FanOrder>([]), empty: <Trans>No orders yet</Trans> };
	return <Rows of={readFanOrders} input={{ params: { fan_id: fanId }, query: {} }} {...table} />;
}

type Order = ReplyOf<typeof readOrder>['order'];

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

/** A table with its heading. Nothing without rows. */
function Part<Row>({ title, rows, columns }: { title: string; rows: readonly Row[]; columns: DataColumn<Row>[] }) {
	if (rows.length === 0) return null;
	return (
		<section className="order-part">
			<h3>{title}</h3>
			<Table label={title} rows={rows} columns={columns} />
		</section>
	);
}

/** Shows a label and, below it, details for comparing with the provider. */
function WithDetail({ children, detail }: { children: ReactNode; detail: ReactNode }) {
	return (
		<>
			{children}
			<span className="cell-detail">{detail}</span>
		</>
	);
}

type Looks<Row extends { status: string }> = Record<Row['status'], readonly [tone: TagTone, name: string]>;

/** Lists an order's money: payments, refund requests, refunds, disputes. */
export function OrderMoney({ order }: { order: Order }) {
	const { t } = useLingui();
	const { payments, refunds, disputes, requests } = order;
	const roles = { order: t`Paid for the order`, surplus: t`Overpaid: refunded automatically` };
	const parts = { unspent: t`Unspent part`, whole: t`Whole price` };
	const amount = <Row extends { amount_minor: number; currency?: string }>(): DataColumn<Row> => ({
		key: 'amount',
		header: t`Amount`,
		align: 'end',
		strong: true,
		render: ({ amount_minor: minor, currency = order.currency }) => formatMoney({ currency, minor }),
	});
	const status = <Row extends { status: string }>(header: string, looks: Looks<Row>, of: (row: Row) => ReactNode) => ({
		key: 'status',
		header,
		render: (row: Row) => {
			const [tone, name] = looks[row.status as Row['status']];
			return (
				<WithDetail detail={of(row)}>
					<Tag tone={tone}>{name}</Tag>
				</WithDetail>
			);
		},
	});
	if (payments.length === 0) return <Empty lit={false} title={<Trans>No money has come for this order</Trans>} />;
	return (
		<>
			<Part
				title={t`Payments`}
				rows={payments}
				columns={[
					{
						key: 'role',
						header: t`Payment`,
						strong: true,
						render: ({ role, payment_id: id }) => (
							<WithDetail detail={id}>{role === null ? t`Not settled yet` : roles[role]}</WithDetail>
						),
					},
					{ key: 'time', header: t`Received`, room: 'some', time: (row) => row.received_time },
					amount<Order['payments'][number]>(),
				]}
			/>
			<Part
				title={t`Refunds requested by operators`}
				rows={requests}
				columns={[
					{
						key: 'part',
						header: t`Refund`,
						strong: true,
						render: (row) => <WithDetail detail={row.why}>{parts[row.part]}</WithDetail>,
					},
					{ key: 'who', header: t`Who`, room: 'much', render: (row) => row.operator },
					{ key: 'time', header: t`When`, room: 'some', time: (row) => row.requested_time },
					status<Order['requests'][number]>(
						t`Status`,
						{
							asked: ['warning', t`The provider has not answered`],
							done: ['good', t`Done`],
							refused: ['bad', t`Refused`],
						},
						(row) => row.refusal,
					),
					amount<Order['requests'][number]>(),
				]}
			/>
			<Part
				title={t`Refunds at the provider`}
				rows={refunds}
				columns={[
					status<Order['refunds'][number]>(
						t`Refund`,
						{ pending: ['warning', t`Pending`], succeeded: ['good', t`Refunded`], failed: ['bad', t`Failed`] },
						(row) => row.refund_id,
					),
					{ key: 'time', header: t`Received`, room: 'some', time: (row) => row.heard_time },
					{ key: 'gems', header: t`Gems taken`, count: (row) => row.gems_taken },
					amount<Order['refunds'][number]>(),
				]}
			/>
			<Part
				title={t`Disputes`}
				rows={disputes}
				columns={[
					status<Order['disputes'][number]>(
						t`Dispute`,
						{
							inquiry: ['warning', t`Bank inquiry`],
							open: ['bad', t`Open`],
							won: ['good', t`Won`],
							lost: ['bad', t`Lost`],
						},
						(row) => row.dispute_id,
					),
					{
						key: 'reason',
						header: t`Reason of the bank`,
						render: ({ reason, payment_id: id }) => (
							<WithDetail
								detail={
									<a href={`https://dashboard.stripe.com/payments/${id}`} target="_blank" rel="noreferrer">
										<Trans>Answer at Stripe</Trans>
									</a>
								}
							>
								{reason?.replaceAll('_', ' ') ?? '–'}
							</WithDetail>
						),
					},
					{ key: 'due', header: t`Answer by`, time: (row) => row.due_time },
					{ key: 'time', header: t`Received`, room: 'some', time: (row) => row.heard_time },
					{ key: 'gems', header: t`Gems taken`, count: (row) => row.gems_taken },
					amount<Order['disputes'][number]>(),
				]}
			/>
		</>
	);
}

export function OrderLedger({ order: { ledger } }: { order: Order }) {
	const { t } = useLingui();
	const kindOf = useLedgerKind();
	if (ledger.length === 0) return <Empty lit={false} title={<Trans>No gems have moved</Trans>} />;
	return (
		<Part
			title={t`Ledger entries`}
			rows={ledger}
			columns={[
				{ key: 'kind', header: t`Entry`, strong: true, render: (row) => kindOf(row.kind) },
				{ key: 'time', header: t`When`, time: (row) => row.time },
				{ key: 'gems', header: t`Gems`, align: 'end', strong: true, render: (row) => formatChange(row.purchased) },
				{ key: 'after', header: t`Bought gems after`, room: 'some', count: (row) => row.purchased_after },
			]}
		/>
	);
}

export function OrderMessages({ order: { events, checkouts } }: { order: Order }) {
	const { t } = useLingui();
	const states = {
		asked: t`Asked for`,
		open: t`Open`,
		complete: t`Paid on`,
		expired: t`Expired`,
		failed: t`Failed to open`,
	};
	if (events.length + checkouts.length === 0) {
		return <Empty lit={false} title={<Trans>Nothing from the provider yet</Trans>} />;
	}
	return (
		<>
			<Part
				title={t`Card pages`}
				rows={checkouts}
				columns={[
					{
						key: 'status',
						header: t`Page`,
						strong: true,
						render: (row) => <WithDetail detail={row.refusal ?? row.session_id}>{states[row.status]}</WithDetail>,
					},
					{ key: 'checked', header: t`Last checked`, time: (row) => row.checked_time },
					{ key: 'expires', header: t`Ends`, room: 'some', time: (row) => row.expires_time },
				]}
			/>
			<Part
				title={t`Messages`}
				rows={events}
				columns={[
					{
						key: 'type',
						header: t`Message`,
						strong: true,
						render: (row) => <WithDetail detail={row.event_id}>{row.type}</WithDetail>,
					},
					{ key: 'occurred', header: t`Happened`, room: 'some', time: (row) => row.occurred_time },
					{ key: 'received', header: t`Received`, time: (row) => row.received_time },
				]}
			/>
		</>
	);
}
