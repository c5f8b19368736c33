/** Orders: the list, or the page of one. */
import { isProblem, newKey } from '#client/call.ts';
import { useState } from 'react';
import { formatMoney } from '#client/money.ts';
import { formatNumber } from '#client/numbers.ts';
import type { InputOf, ReplyOf } from '#contract/endpoint.ts';
import { exportedColumns, exportOrders } from '#contract/operator/lists/exports.ts';
import { listOrders, readOrder, readOrderTotals, recheckOrder, refundOrder } from '#contract/operator/orders.ts';
import { orderStatus } from '#contract/orders.ts';
import {
	OrderFacts,
	OrderLedger,
	OrderMessages,
	OrderMoney,
	useOrderColumns,
} from '../features/orders/order-records.tsx';
import { type Asked, call, useRead } from '../lib/api/calls.tsx';
import type { RowOf } from '../lib/lists/list-state.tsx';
import { Steps, WhyDialog } from '../lib/dialogs/dialogs.tsx';
import { Facts } from '../lib/elements/elements.tsx';
import { ChoiceField } from '../lib/form/fields.tsx';
import { counted, stateName } from '../lib/format/values.ts';
import { useDateTime, useMay, useSignedIn, useSiteZone } from '../lib/session/operator.tsx';
import { type BulkAction, type RowResult, told } from '../lib/table/table.tsx';
import { ListPage } from '../shell/list-page.tsx';
import { Card, listOrOne, OnePage } from '../shell/page.tsx';
import '../features/orders/orders.css';

export default listOrOne(Orders, OneOrder);

type ListedOrder = RowOf<typeof listOrders>;

function Orders() {
	const dateTime = useDateTime();
	const { zoneName } = useSiteZone();
	const columns = useOrderColumns<ListedOrder>([
		{
			key: 'fan',
			header: 'Fan',
			room: 'some',
			exportAs: ['fan', 'name', 'email'],
			leads: ['fans', 'fan_id'],
			render: (order) => order.fan_name ?? order.fan_email ?? order.fan_id,
		},
		{ key: 'paid', header: 'Paid', optional: true, time: 'paid_time' },
	]);
	return (
		<ListPage
			of={{ list: listOrders }}
			sorts={{ created: 'desc' }}
			search="Order ID, email, Stripe’s id"
			filters={[
				{ name: 'status', label: 'Status', options: orderStatus.options.map((one) => [one, stateName(one)]) },
				{ name: 'from', label: `From (${zoneName})` },
				{ name: 'until', label: `Until (${zoneName})` },
			]}
			rowKey={(order) => order.trade_no}
			nameOf={(order) => `${order.trade_no} · ${dateTime(order.created_time)}`}
			renderAbove={(query) => <Totals {...query} />}
			none="No orders found"
			hint="Fans make them in the store, as soon as a gem pack is on sale. Is a filter set?"
			nonePlain
			bulk={actions}
			file={{ endpoint: exportOrders, fileName: 'orders.csv', columns: exportedColumns.orders, isPersonal: true }}
			columns={columns}
		/>
	);
}

/** What the filters of the list add up to. Nothing without a filter. */
function Totals({ search, status, from, until }: Asked<typeof readOrderTotals>['query']) {
	const query = { search, status, from, until };
	const isFiltered = Object.values(query).some(Boolean);
	const { data } = useRead(readOrderTotals, { query }, { enabled: isFiltered });
	if (!data || !isFiltered || data.orders === 0) return null;
	return (
		<Card title={data.complete ? counted(data.orders, 'order') : `The latest ${formatNumber(data.orders)} orders`}>
			{data.totals.map(({ currency, ...sum }) => {
				const money = (minor: number) => formatMoney({ currency, minor });
				return (
					<Facts
						key={currency}
						facts={[
							{ name: 'Paid', value: money(sum.gross_minor) },
							{ name: 'Refunds', value: money(sum.refunded_minor) },
							{ name: 'Disputes', value: money(sum.disputed_minor) },
							{ name: 'Net', value: <b>{money(sum.net_minor)}</b> },
						]}
					/>
				);
			})}
		</Card>
	);
}

/** Asks the provider about one order after the other: it limits how often it is asked. */
async function recheck(orders: readonly ListedOrder[], isDryRun: boolean, why: string): Promise<RowResult[]> {
	const results: RowResult[] = [];
	for (const { trade_no: tradeNo, status } of orders) {
		const result = { id: tradeNo, message: null, version: null };
		// Nobody has opened a card page of such an order.
		if (status === 'created') results.push({ ...result, outcome: 'unchanged' });
		else if (isDryRun) results.push({ ...result, outcome: 'changed' });
		else results.push({ ...result, ...(await recheckOne(tradeNo, why)) });
	}
	return results;
}

async function recheckOne(tradeNo: string, why: string): Promise<Pick<RowResult, 'outcome' | 'message'>> {
	try {
		await call(recheckOrder, { params: { trade_no: tradeNo }, body: { why } }, { idempotencyKey: newKey() });
		return { outcome: 'changed', message: null };
	} catch (error) {
		return { outcome: 'refused', message: isProblem(error) ? error.message : String(error) };
	}
}

const [question, unpaid] = ['Check these orders with Stripe?', 'Nobody has begun to pay'];

/** What can be done to several orders at once. */
const actions: BulkAction<ListedOrder>[] = [
	{
		...told('Check with Stripe', question, 'Will be checked', 'Checked', unpaid),
		endpoint: recheckOrder,
		needsReason: true,
		body: () => ({}),
		run: recheck,
	},
];

/** Polling interval while the provider has not answered. */
const ASK_AGAIN_MS = 2_000;

function OneOrder({ id: tradeNo }: { id: string }) {
	const read = useRead(
		readOrder,
		{ params: { trade_no: tradeNo } },
		{
			refetchInterval: ({ state: { data } }) =>
				data?.order.requests.some(({ status }) => status === 'asked') ? ASK_AGAIN_MS : false,
		},
	);
	const order = read.data?.order;
	const known = order && (
		<>
			<OrderFacts order={order} />
			<OrderSteps order={order} />
		</>
	);
	return (
		<OnePage of={['trade_no', tradeNo]} title="Order" read={read} first={known}>
			{order && (
				<>
					<Card tight title="Money">
						<OrderMoney order={order} />
					</Card>
					<Card tight title="Gems">
						<OrderLedger order={order} />
					</Card>
					<Card tight title="Stripe">
						<OrderMessages order={order} />
					</Card>
				</>
			)}
		</OnePage>
	);
}

type Order = ReplyOf<typeof readOrder>['order'];

function OrderSteps({ order }: { order: Order }) {
	const may = useMay();
	const { unspent, whole } = order.refundable;
	if (!may(refundOrder) && !may(recheckOrder)) return null;
	return (
		<div className="steps row wraps gap-2 mt-5">
			<Steps
				params={{ trade_no: order.trade_no }}
				steps={{
					refund: {
						call: refundOrder,
						when: unspent !== null || whole !== null,
						label: 'Refund',
						renderDialog: (close) => <RefundDialog order={order} onClose={close} />,
					},
					recheck: {
						call: recheckOrder,
						when: true,
						label: 'Check with Stripe',
						title: 'Check with Stripe?',
						text: 'Reads the order’s card pages, payments, refunds and disputes again, and adjusts its gems to them.',
						action: 'Check',
						done: 'Checked with Stripe just now',
					},
				}}
			/>
		</div>
	);
}

type Part = InputOf<typeof refundOrder>['body']['part'];

/** Refunds an order, after showing the effect. Gems move only when the provider confirms the refund. */
function RefundDialog({ order, onClose }: { order: Order; onClose: () => void }) {
	const { operator } = useSignedIn();
	const [chosen, setPart] = useState<Part>('unspent');
	// A refetched order may allow less than the operator has chosen.
	const part = order.refundable[chosen] ? chosen : 'whole';
	const offer = order.refundable[part];
	const { price_minor: price, refundable } = order;
	const rest = refundable.whole !== null && refundable.whole.amount_minor < price;
	const names = { unspent: 'The unspent part', whole: rest ? 'The rest of the price' : 'The whole price' };
	const money = (minor: number) => formatMoney({ currency: order.currency, minor });
	const [refusal, setRefusal] = useState<string | null>(null);
	return (
		<WhyDialog
			title="Refund this order"
			action={offer ? `Refund ${money(offer.amount_minor)}` : 'Refund'}
			done={({ status, refusal: refused }) => {
				setRefusal(status === 'refused' ? refused : null);
				if (status === 'refused') return null;
				if (status === 'done') return 'Refunded';
				return 'Requested. Stripe has not answered yet. We retry every minute.';
			}}
			call={refundOrder}
			params={{ trade_no: order.trade_no }}
			body={(why) => offer && { part, amount_minor: offer.amount_minor, why }}
			onClose={onClose}
		>
			<ChoiceField
				label="What"
				value={part}
				options={(['unspent', 'whole'] as const).flatMap((one) => {
					const { amount_minor: minor } = order.refundable[one] ?? {};
					return minor === undefined ? [] : [[one, `${names[one]}: ${money(minor)}`] as const];
				})}
				onChange={setPart}
			/>
			{offer && (
				<div className="note block mb-4 rounded tone-2">
					<p>{formatNumber(offer.gems)} gems are taken back when Stripe confirms the refund.</p>
					{offer.debt > 0 && (
						<p className="bad semibold">
							{formatNumber(offer.debt)} of these were spent. The fan will owe them and cannot vote until the debt is
							paid.{' '}
							{operator.role === 'owner' ? 'A second operator has to approve it.' : 'Only an owner can request it.'}
						</p>
					)}
				</div>
			)}
			{refusal !== null && (
				<p className="bad semibold" role="alert">
					Stripe refused: {refusal}. The order now shows what Stripe reports.
				</p>
			)}
		</WhyDialog>
	);
}
