/** Finds orders for operators, and reads everything that is known about an order. */
import type * as z from 'zod/mini';
import * as paymentsSql from '../payments/sql.ts';
import * as sql from '../sql.ts';
import type { ReplyOf, CheckedInputOf } from '#contract/endpoint.ts';
import type { readFanOrders } from '#contract/operator/accounts.ts';
import type { listedOrder, orderDetail } from '#contract/operator/orders.ts';
import type { Database, Db } from '#server/kernel/database.ts';
import { readLot } from '#server/gems/gems.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import { Problem } from '#server/kernel/problem.ts';
import { type Page, type PageRequest, readPage, type Part } from '#server/kernel/paging.ts';
import { readSiteTimes } from '#server/kernel/site-times.ts';
import { refundOffers, type RefundOffer } from '../rules.ts';
import type { exportOrders as exportCall } from '#contract/operator/lists/exports.ts';
import { csvTime, exportList } from '#server/audit-trail/exports.ts';
import type { Actor } from '#server/kernel/operator.ts';

type ListedOrder = z.output<typeof listedOrder>;
type OrderDetail = z.output<typeof orderDetail>;

export interface OrderQuery extends PageRequest, Pick<sql.OrderFilter, 'status'> {
	/** Days in the site's time zone, inclusive. Empty or missing: no bound. */
	from?: string | undefined;
	until?: string | undefined;
	search?: string | undefined;
	order?: sql.OrderPage['order'];
}

/** Maximum number of fans per email address in a search. */
const FANS_MAX = 50;
const TRADE_NO = /^[A-Za-z0-9_-]{22}$/;
const FAN_ID = /^[1-9]\d{0,14}$/;
const PROVIDER_ID = /^(?:cs|pi|re|pyr|du|dp|evt)_\w+$/;

/** Lists orders, latest first unless asked otherwise. The form of the search text decides which field is searched. */
export async function listOrders(
	db: Db,
	{ search = '', order, cursor, limit, status, from, until }: OrderQuery,
): Promise<Page<ListedOrder>> {
	const days = from || until ? await readSiteTimes(db) : null;
	const filter = {
		status,
		from: from ? days?.startOf(from) : undefined,
		until: until ? days?.endOf(until) : undefined,
	};
	const page = await readOrderPage({ cursor, limit }, (after, most) =>
		find(db, search.trim(), filter, { after, order, limit: most }),
	);
	return { ...page, list: page.list.map(present) };
}

/** Lists the orders of one fan page by page, latest first. */
export async function readOrdersOf(
	db: Db,
	{ fanId }: FanKey,
	asked: PageRequest,
): Promise<ReplyOf<typeof readFanOrders>> {
	const page = await readOrderPage(asked, (after, limit) => sql.selectOrdersOfFans(db, [fanId], {}, { after, limit }));
	return {
		...page,
		list: page.list.map(present).map(({ fan_id: _, fan_name: __, fan_email: ___, ...order }) => order),
	};
}

function readOrderPage(
	page: PageRequest,
	read: (after: Part[] | null, limit: number) => Promise<sql.ListedOrderRow[]>,
) {
	return readPage(page, ['bigint', 'text'], read, ({ created, trade_no: tradeNo }) => [created, tradeNo]);
}

async function find(
	db: Db,
	search: string,
	filter: sql.OrderFilter,
	page: sql.OrderPage,
): Promise<sql.ListedOrderRow[]> {
	if (search === '') return sql.selectOrderList(db, filter, page);
	if (PROVIDER_ID.test(search)) {
		return sql.selectOrderList(db, { ...filter, tradeNos: await sql.selectTradeNosOf(db, search) }, page);
	}
	if (TRADE_NO.test(search)) return sql.selectOrderList(db, { ...filter, tradeNos: [search] }, page);
	const fanIds = FAN_ID.test(search) ? [Number(search)] : await sql.selectFansByAddress(db, search, FANS_MAX);
	return sql.selectOrdersOfFans(db, fanIds, filter, page);
}

/** Finds the orders that an id of the provider belongs to. */
export function findTradeNosOf(db: Database, providerId: string): Promise<string[]> {
	return sql.selectTradeNosOf(db, providerId);
}

/** Reads all parts of the order in one snapshot. @throws {Problem} order_not_found */
export function readOrder(db: Database, tradeNo: string): Promise<OrderDetail> {
	return db.transaction(async (tx) => {
		await tx.query({ text: 'set transaction isolation level repeatable read, read only' });
		const [head, terms] = [await sql.selectOrderHead(tx, tradeNo), await sql.selectAnyOrder(tx, tradeNo)];
		if (!head || !terms) throw new Problem('order_not_found');
		const payments = await paymentsSql.selectPaymentFacts(tx, tradeNo);
		const ids = payments.map(({ payment_id }) => payment_id);
		const refunds = await paymentsSql.selectFactsOf(tx, 'refund', ids);
		const requests = await sql.selectRequests(tx, tradeNo);
		const paidBy = payments.find(({ role }) => role === 'order')?.payment_id;
		const left = paidBy ? await readLot(tx, head, tradeNo) : { base: 0, bonus: 0 };
		const made = refunds.filter(({ payment_id: id, status }) => id === paidBy && status !== 'failed');
		const settled = made.every(({ gems_taken: gems }) => gems !== null);
		const open = requests.some(({ status }) => status === 'asked');
		const offers =
			paidBy && settled && !open && head.status !== 'disputed'
				? refundOffers({
						order: terms,
						left,
						refundedMinor: made.reduce((sum, { amount_minor: amount }) => sum + amount, 0),
						gemsTaken: made.reduce((sum, { gems_taken: gems }) => sum + (gems ?? 0), 0),
					})
				: { unspent: null, whole: null };
		const { fanId: _, created: __, ...order } = head;
		return {
			...order,
			left,
			refundable: { unspent: presentOffer(offers.unspent), whole: presentOffer(offers.whole) },
			checkouts: await paymentsSql.selectCheckouts(tx, tradeNo),
			payments,
			refunds,
			disputes: await paymentsSql.selectFactsOf(tx, 'dispute', ids),
			requests,
			events: await paymentsSql.selectEvents(tx, tradeNo, ids),
			ledger: await sql.selectLedgerOfOrder(tx, head, tradeNo),
		};
	});
}

function present({ created: _, ...order }: sql.ListedOrderRow): ListedOrder {
	return order;
}

function presentOffer(offer: RefundOffer | null) {
	return offer && { amount_minor: offer.amountMinor, gems: offer.gems, debt: offer.debt };
}

const cells = {
	trade_no: (order: ListedOrder) => order.trade_no,
	order: (order: ListedOrder) => csvTime(order.created_time),
	fan: (order: ListedOrder) => order.fan_id,
	name: (order: ListedOrder) => order.fan_name,
	email: (order: ListedOrder) => order.fan_email,
	status: (order: ListedOrder) => order.status,
	gems: (order: ListedOrder) => order.gems + order.bonus_gems,
	/** Minor units, so that no spreadsheet rounds it. */
	price: (order: ListedOrder) => order.price_minor,
	currency: (order: ListedOrder) => order.currency,
	paid: (order: ListedOrder) => csvTime(order.paid_time),
};

/** Orders as a CSV file, for operators who may read personal data. */
export function ordersAsCsv(
	db: Database,
	actor: Actor,
	{ columns, ...filter }: CheckedInputOf<typeof exportCall>['body'],
) {
	return exportList(db, actor, {
		actions: ['order.export', 'order.exported'],
		target: 'orders',
		filter,
		columns,
		cells,
		readPage: (page) => listOrders(db, { ...filter, ...page }),
	});
}
