/** Lists an order's money: payments, refund requests, refunds, disputes. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatMoney } from '#client/money.ts';
import { formatNumber } from '#client/numbers.ts';
import { type Column, Table } from '#ui/primitives/table.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { useDateTime } from '../../lib/format/time.ts';
import type { Order } from './get-orders.ts';
import './orders.css';

export function OrderMoney({ order }: { order: Order }) {
	const { payments, refunds, disputes, requests } = order;
	if (payments.length === 0) return <Empty lit={false} title={<Trans>No money has come for this order</Trans>} />;
	return (
		<>
			<Payments order={order} />
			{requests.length > 0 && <Requests order={order} />}
			{refunds.length > 0 && <Refunds order={order} />}
			{disputes.length > 0 && <Disputes order={order} />}
		</>
	);
}

/** A table with its heading. */
export function Part<Row>({
	title,
	rows,
	rowKey,
	columns,
}: {
	title: string;
	rows: readonly Row[];
	rowKey: (row: Row) => string | number;
	columns: readonly Column<Row>[];
}) {
	return (
		<section className="order-part">
			<h3>{title}</h3>
			<Table label={title} rows={rows} rowKey={rowKey} columns={columns} />
		</section>
	);
}

/** Shows a label and, below it, details for comparing with the provider. */
export function WithDetail({ children, detail }: { children: ReactNode; detail: ReactNode }) {
	return (
		<>
			{children}
			<span className="order-detail">{detail}</span>
		</>
	);
}

function Payments({ order: { payments } }: { order: Order }) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	const roles = { order: t`Paid for the order`, surplus: t`Overpaid: refunded automatically` };
	return (
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
						<WithDetail detail={row.payment_id}>{row.role === null ? t`Not settled yet` : roles[row.role]}</WithDetail>
					),
				},
				{ key: 'time', header: t`Received`, room: 'some', render: (row) => dateTime(row.received_time) },
				{
					key: 'amount',
					header: t`Amount`,
					align: 'end',
					strong: true,
					render: (row) => formatMoney({ currency: row.currency, minor: row.amount_minor }),
				},
			]}
		/>
	);
}

function Requests({ order: { requests, currency } }: { order: Order }) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	const parts = { unspent: t`Unspent part`, whole: t`Whole price` };
	const states = { asked: t`The provider has not answered`, done: t`Done`, refused: t`Refused` };
	const tones = { asked: 'warning', done: 'good', refused: 'bad' } as const;
	return (
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
					render: (row) => (
						<WithDetail detail={row.refusal}>
							<Tag tone={tones[row.status]}>{states[row.status]}</Tag>
						</WithDetail>
					),
				},
				{
					key: 'amount',
					header: t`Amount`,
					align: 'end',
					strong: true,
					render: (row) => formatMoney({ currency, minor: row.amount_minor }),
				},
			]}
		/>
	);
}

function Refunds({ order: { refunds, currency } }: { order: Order }) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	const states = { pending: t`Pending`, succeeded: t`Refunded`, failed: t`Failed` };
	const tones = { pending: 'warning', succeeded: 'good', failed: 'bad' } as const;
	return (
		<Part
			title={t`Refunds at the provider`}
			rows={refunds}
			rowKey={(row) => row.refund_id}
			columns={[
				{
					key: 'status',
					header: t`Refund`,
					render: (row) => (
						<WithDetail detail={row.refund_id}>
							<Tag tone={tones[row.status]}>{states[row.status]}</Tag>
						</WithDetail>
					),
				},
				{ key: 'time', header: t`Received`, room: 'some', render: (row) => dateTime(row.heard_time) },
				{
					key: 'gems',
					header: t`Gems taken`,
					align: 'end',
					render: (row) => (row.gems_taken === null ? '–' : formatNumber(row.gems_taken)),
				},
				{
					key: 'amount',
					header: t`Amount`,
					align: 'end',
					strong: true,
					render: (row) => formatMoney({ currency, minor: row.amount_minor }),
				},
			]}
		/>
	);
}

function Disputes({ order: { disputes, currency } }: { order: Order }) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	const states = { inquiry: t`Bank inquiry`, open: t`Open`, won: t`Won`, lost: t`Lost` };
	const tones = { inquiry: 'warning', open: 'bad', won: 'good', lost: 'bad' } as const;
	return (
		<Part
			title={t`Disputes`}
			rows={disputes}
			rowKey={(row) => row.dispute_id}
			columns={[
				{
					key: 'status',
					header: t`Dispute`,
					render: (row) => (
						<WithDetail detail={row.dispute_id}>
							<Tag tone={tones[row.status]}>{states[row.status]}</Tag>
						</WithDetail>
					),
				},
				{ key: 'time', header: t`Received`, room: 'some', render: (row) => dateTime(row.heard_time) },
				{ key: 'gems', header: t`Gems taken`, align: 'end', render: (row) => formatNumber(row.gems_taken) },
				{
					key: 'amount',
					header: t`Amount`,
					align: 'end',
					strong: true,
					render: (row) => formatMoney({ currency, minor: row.amount_minor }),
				},
			]}
		/>
	);
}
