/** Orders as a CSV file, for operators who may read personal data. */
import type { CheckedInputOf } from '#contract/endpoint.ts';
import type { listedOrder } from '#contract/operator/orders.ts';
import type { exportOrders as call } from '#contract/operator/lists/exports.ts';
import type * as z from 'zod/mini';
import { csvTime, exportList } from '#server/audit-trail/exports.ts';
import type { Database } from '#server/kernel/database.ts';
import type { Actor } from '#server/kernel/operator.ts';
import { listOrders } from './orders.ts';

type Order = z.output<typeof listedOrder>;

const cells = {
	trade_no: (order: Order) => order.trade_no,
	order: (order: Order) => csvTime(order.created_time),
	fan: (order: Order) => order.fan_id,
	name: (order: Order) => order.fan_name,
	email: (order: Order) => order.fan_email,
	status: (order: Order) => order.status,
	gems: (order: Order) => order.gems + order.bonus_gems,
	/** Minor units, so that no spreadsheet rounds it. */
	price: (order: Order) => order.price_minor,
	currency: (order: Order) => order.currency,
	paid: (order: Order) => csvTime(order.paid_time),
};

export function ordersAsCsv(db: Database, actor: Actor, { columns, ...filter }: CheckedInputOf<typeof call>['body']) {
	return exportList(db, actor, {
		actions: ['order.export', 'order.exported'],
		target: 'orders',
		filter,
		columns,
		cells,
		readPage: (page) => listOrders(db, { ...filter, ...page }),
	});
}
