import * as calls from '#contract/operator/orders.ts';
import { exportedColumns, exportOrders } from '#contract/operator/lists/exports.ts';
import { orRefuse, Problem } from '#server/kernel/problem.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import { serveExport } from '#server/audit-trail/routes.ts';
import { serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import { onceByOperator } from '#server/kernel/idempotency.ts';
import { maskEmail, maskName, recordRead, showFans } from '#server/audit-trail/exports.ts';
import { readSiteTimes } from '#server/kernel/site-times.ts';
import { listOrders, listWithMoney, orderCells, readOrder, readOrderTotals } from './orders.ts';
import { ProviderOutage, ProviderRefusal, type PaymentDeps } from '../payments/provider.ts';
import { recheckOrder } from '../payments/reconcile.ts';
import { refundOrder } from '../refunds/refunds.ts';
import { selectAnyOrder } from '../sql.ts';

export interface OrdersDeps extends ConsoleDeps {
	payments: PaymentDeps;
	/** Gems that one operator may take back per day by refunds without approval. */
	refundBound: number;
}

export function orderOperatorRoutes(deps: OrdersDeps): void {
	const { db, payments, refundBound } = deps;

	serveOperator(deps, calls.listOrders, async ({ operator, query }) => {
		const read = { action: 'order.list', target: 'orders' } as const;
		return showFans(db, operator, read, await listOrders(db, query), maskFan);
	});
	serveOperator(deps, calls.readOrderTotals, ({ query }) => readOrderTotals(db, query));
	serveOperator(deps, calls.readOrder, async ({ operator, params }) => {
		const order = await readOrder(db, params.trade_no);
		const fanIds = [order.fan_id];
		await recordRead(db, operator, { action: 'order.read', target: `order:${params.trade_no}`, fanIds });
		return { order: operator.readsPersonalData ? order : maskFan(order) };
	});

	serveExport(deps, exportOrders, async ({ body: { columns, ...filter } }) => ({
		file: 'orders.csv',
		actions: ['order.export', 'order.exported'],
		target: 'orders',
		filter,
		columns: columns ?? exportedColumns.orders,
		cells: orderCells(await readSiteTimes(db)),
		readPage: (page) => listWithMoney(db, { ...filter, ...page }),
	}));

	serveOperator(deps, calls.refundOrder, async ({ operator, params, body, idempotencyKey }) => {
		const { part, amount_minor: amountMinor, why } = body;
		const asked = { tradeNo: params.trade_no, part, amountMinor, why, idempotencyKey };
		const { status, approvalId, refusal } = await refundOrder(payments, operator, asked, refundBound);
		return { status, approval_id: approvalId, refusal, order: await readOrder(db, params.trade_no) };
	});

	serveOperator(deps, calls.recheckOrder, async ({ operator, params, body, idempotencyKey: key }) => {
		if (!payments.provider) throw new Problem('payment_unavailable');
		const [tradeNo, { why }] = [params.trade_no, body];
		const asked = { operatorId: operator.operatorId, operation: 'recheck_order', key, request: { tradeNo, why } };
		// The audit row comes before anything changes. A retry reads the provider again, but writes no second row.
		await db.transaction((tx) =>
			onceByOperator(tx, asked, async () => {
				const before = { status: orRefuse(await selectAnyOrder(tx, tradeNo), 'order_not_found').status };
				await record(tx, operator, { action: 'order.recheck', target: `order:${tradeNo}`, before, why });
				return {};
			}),
		);
		try {
			await recheckOrder(payments, tradeNo);
		} catch (error) {
			if (error instanceof ProviderOutage) throw new Problem('payment_unavailable');
			if (!(error instanceof ProviderRefusal)) throw error;
			throw new Problem('provider_refused', { message: `Stripe says: ${error.message}` });
		}
		return { order: await readOrder(db, tradeNo) };
	});
}

/** Hides the fan's identity from viewers. */
function maskFan<Order extends { fan_name: string | null; fan_email: string | null }>(order: Order): Order {
	return { ...order, fan_name: maskName(order.fan_name), fan_email: maskEmail(order.fan_email) };
}
