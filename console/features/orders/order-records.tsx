/** What is known of an order: its facts, its money, its gems, and what the provider said. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '#client/money.ts';
import { formatNumber } from '#client/numbers.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { readOrder } from '#contract/operator/orders.ts';
import { Empty } from '#ui/primitives/empty.tsx';
import { type Column, Table } from '#ui/primitives/table.tsx';
import { Tag, type TagTone } from '#ui/primitives/tag.tsx';
import { Facts } from '../../lib/elements/facts.tsx';
import { gemChange, useLedgerKind } from '../../lib/format/values.ts';
import { useDateTime } from '../../lib/session/operator.tsx';
import { counts } from '../../lib/table/column.ts';
import { paths } from '../../paths.ts';
import { OrderStatusTag } from './order-columns.tsx';
import './orders.css';

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

interface PartProps<Row> {
	title: string;
	rows: readonly Row[];
	rowKey: (row: Row) => string | number;
	columns: readonly Column<Row>[];
}

/** A table with its heading. Nothing without rows. */
function Part<Row>({ title, rows, rowKey, columns }: PartProps<Row>) {
	if (rows.length === 0) return null;
	return (
		<section className="order-part">
			<h3>{title}</h3>
			<Table label={title} rows={rows} rowKey={rowKey} columns={columns} />
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

type Look = readonly [tone: TagTone, name: string];

const StatusOf = ({ look: [tone, name], detail }: { look: Look; detail: ReactNode }) => (
	<WithDetail detail={detail}>
		<Tag tone={tone}>{name}</Tag>
	</WithDetail>
);

/** Lists an order's money: payments, refund requests, refunds, disputes. */
export function OrderMoney({ order }: { order: Order }) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	const { payments, refunds, disputes, requests } = order;
	const roles = { order: t`Paid for the order`, surplus: t`Overpaid: refunded automatically` };
	const parts = { unspent: t`Unspent part`, whole: t`Whole price` };
	const requested: Record<(typeof requests)[number]['status'], Look> = {
		asked: ['warning', t`The provider has not answered`],
		done: ['good', t`Done`],
		refused: ['bad', t`Refused`],
	};
	const refunded: Record<(typeof refunds)[number]['status'], Look> = {
		pending: ['warning', t`Pending`],
		succeeded: ['good', t`Refunded`],
		failed: ['bad', t`Failed`],
	};
	const disputed: Record<(typeof disputes)[number]['status'], Look> = {
		inquiry: ['warning', t`Bank inquiry`],
		open: ['bad', t`Open`],
		won: ['good', t`Won`],
		lost: ['bad', t`Lost`],
	};
	const amount = <Row extends { amount_minor: number; currency?: string }>(): Column<Row> => ({
		key: 'amount',
		header: t`Amount`,
		align: 'end',
		strong: true,
		render: ({ amount_minor: minor, currency = order.currency }) => formatMoney({ currency, minor }),
	});
	if (payments.length === 0) return <Empty lit={false} title={<Trans>No money has come for this order</Trans>} />;
	return (
		<>
			<Part
				title={t`Payments`}
				rows={payments}
				rowKey={(row) => row.payment_id}
				columns={[
					{
						key: 'role',
						header: t`Payment`,
						strong: true,
						render: (row) => (
							<WithDetail detail={row.payment_id}>
								{row.role === null ? t`Not settled yet` : roles[row.role]}
							</WithDetail>
						),
					},
					{ key: 'time', header: t`Received`, room: 'some', render: (row) => dateTime(row.received_time) },
					amount<(typeof payments)[number]>(),
				]}
			/>
			<Part
				title={t`Refunds requested by operators`}
				rows={requests}
				rowKey={(row) => row.refund_request_id}
				columns={[
					{
						key: 'part',
						header: t`Refund`,
						strong: true,
						render: (row) => <WithDetail detail={row.why}>{parts[row.part]}</WithDetail>,
					},
					{ key: 'who', header: t`Who`, room: 'much', render: (row) => row.operator },
					{ key: 'time', header: t`When`, room: 'some', render: (row) => dateTime(row.requested_time) },
					{
						key: 'status',
						header: t`Status`,
						render: (row) => <StatusOf look={requested[row.status]} detail={row.refusal} />,
					},
					amount<(typeof requests)[number]>(),
				]}
			/>
			<Part
				title={t`Refunds at the provider`}
				rows={refunds}
				rowKey={(row) => row.refund_id}
				columns={[
					{
						key: 'status',
						header: t`Refund`,
						render: (row) => <StatusOf look={refunded[row.status]} detail={row.refund_id} />,
					},
					{ key: 'time', header: t`Received`, room: 'some', render: (row) => dateTime(row.heard_time) },
					{
						key: 'gems',
						header: t`Gems taken`,
						align: 'end',
						render: (row) => (row.gems_taken === null ? '–' : formatNumber(row.gems_taken)),
					},
					amount<(typeof refunds)[number]>(),
				]}
			/>
			<Part
				title={t`Disputes`}
				rows={disputes}
				rowKey={(row) => row.dispute_id}
				columns={[
					{
						key: 'status',
						header: t`Dispute`,
						render: (row) => <StatusOf look={disputed[row.status]} detail={row.dispute_id} />,
					},
					{ key: 'time', header: t`Received`, room: 'some', render: (row) => dateTime(row.heard_time) },
					counts<(typeof disputes)[number]>('gems', t`Gems taken`, (row) => row.gems_taken),
					amount<(typeof disputes)[number]>(),
				]}
			/>
		</>
	);
}

export function OrderLedger({ order: { ledger } }: { order: Order }) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	const kindOf = useLedgerKind();
	if (ledger.length === 0) return <Empty lit={false} title={<Trans>No gems have moved</Trans>} />;
	return (
		<Part
			title={t`Ledger entries`}
			rows={ledger}
			rowKey={(row) => row.seq}
			columns={[
				{ key: 'kind', header: t`Entry`, strong: true, render: (row) => kindOf(row.kind) },
				{ key: 'time', header: t`When`, render: (row) => dateTime(row.time) },
				{ key: 'gems', header: t`Gems`, align: 'end', strong: true, render: (row) => gemChange(row.purchased) },
				counts<Order['ledger'][number]>('after', t`Bought gems after`, (row) => row.purchased_after, { room: 'some' }),
			]}
		/>
	);
}

export function OrderMessages({ order: { events, checkouts } }: { order: Order }) {
	const { t } = useLingui();
	const dateTime = useDateTime();
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
				rowKey={(row) => row.attempt}
				columns={[
					{
						key: 'status',
						header: t`Page`,
						strong: true,
						render: (row) => <WithDetail detail={row.refusal ?? row.session_id}>{states[row.status]}</WithDetail>,
					},
					{ key: 'checked', header: t`Last checked`, render: (row) => dateTime(row.checked_time) },
					{ key: 'expires', header: t`Ends`, room: 'some', render: (row) => dateTime(row.expires_time) },
				]}
			/>
			<Part
				title={t`Messages`}
				rows={events}
				rowKey={(row) => row.event_id}
				columns={[
					{
						key: 'type',
						header: t`Message`,
						strong: true,
						render: (row) => <WithDetail detail={row.event_id}>{row.type}</WithDetail>,
					},
					{ key: 'occurred', header: t`Happened`, room: 'some', render: (row) => dateTime(row.occurred_time) },
					{ key: 'received', header: t`Received`, render: (row) => dateTime(row.received_time) },
				]}
			/>
		</>
	);
}
