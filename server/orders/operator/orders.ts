/** Finds orders for operators, and reads everything that is known about an order. */
import type * as z from 'zod/mini';
import * as paymentsSql from '../payments/sql.ts';
import * as sql from '../sql.ts';
import type { CheckedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type {
	listedOrder,
	listOrders as listCall,
	orderDetail,
	readOrderTotals as totalsCall,
} from '#contract/operator/orders.ts';
import type { Database, Db } from '#server/kernel/database.ts';
import { readLot } from '#server/gems/gems.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import { Problem } from '#server/kernel/problem.ts';
import { type Page, type PageRequest, readPage, type Part } from '#server/kernel/paging.ts';
import { readSiteTimes, type SiteTimes } from '#server/kernel/site-times.ts';
import { refundOffers } from '../rules.ts';
import { minorDigits, toMajor } from '#contract/values/money.ts';

type ListedOrder = z.output<typeof listedOrder>;
type OrderDetail = z.output<typeof orderDetail>;

type OrderQuery = CheckedInputOf<typeof listCall>['query'];

const FANS_MAX = 50;
const TRADE_NO = /^[A-Za-z0-9_-]{22}$/;
const FAN_ID = /^[1-9]\d{0,14}$/;
const PROVIDER_ID = /^(?:cs|pi|re|pyr|du|dp|evt)_\w+$/;

export async function listOrders(db: Db, { search = '', order, cursor, limit, status, from, until }: OrderQuery) {
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

/** Orders that are added up at most. */
const SUMMED_MAX = 10_000;
const PAID = new Set(['paid', 'fulfilled', 'refunded', 'disputed']);

/** Adds up the orders that the filters leave, the latest of them if there are very many. */
export async function readOrderTotals(db: Db, filter: Omit<OrderQuery, 'cursor' | 'limit'>) {
	const { list, cursor } = await listWithMoney(db, { ...filter, limit: SUMMED_MAX });
	const totals = new Map<string, ReplyOf<typeof totalsCall>['totals'][number]>();
	for (const { currency, gross, refunded, disputed } of list) {
		const none = { gross_minor: 0, refunded_minor: 0, disputed_minor: 0, net_minor: 0 };
		const sum = totals.getOrInsert(currency, { currency, ...none });
		sum.gross_minor += gross;
		sum.refunded_minor += refunded;
		sum.disputed_minor += disputed;
		sum.net_minor += gross - refunded - disputed;
	}
	return { orders: list.length, complete: cursor === null, totals: [...totals.values()] };
}

/** Minor units: the price if it was paid, and what went back of it. */
type OrderMoney = ListedOrder & Record<'gross' | 'refunded' | 'disputed', number>;

export async function listWithMoney(db: Db, query: OrderQuery): Promise<Page<OrderMoney>> {
	const page = await listOrders(db, query);
	const tradeNos = page.list.map(({ trade_no: tradeNo }) => tradeNo);
	const backs = new Map((await sql.selectMoneyBack(db, tradeNos)).map((back) => [back.trade_no, back]));
	const list = page.list.map((order) => ({
		...order,
		gross: PAID.has(order.status) ? order.price_minor : 0,
		refunded: backs.get(order.trade_no)?.refunded_minor ?? 0,
		disputed: backs.get(order.trade_no)?.disputed_minor ?? 0,
	}));
	return { ...page, list };
}

export async function readOrdersOf(db: Db, { fanId }: FanKey, asked: PageRequest) {
	const page = await readOrderPage(asked, (after, limit) => sql.selectOrdersOfFans(db, [fanId], {}, { after, limit }));
	return {
		...page,
		list: page.list.map(present).map(({ fan_id: _, fan_name: __, fan_email: ___, ...order }) => order),
	};
}

const readOrderPage = (
	page: PageRequest,
	read: (after: Part[] | null, limit: number) => Promise<sql.ListedOrderRow[]>,
) => readPage(page, ['bigint', 'text'], read, ({ created, trade_no: tradeNo }) => [created, tradeNo]);

async function find(db: Db, search: string, filter: sql.OrderFilter, page: sql.OrderPage) {
	if (search === '') return sql.selectOrderList(db, filter, page);
	if (PROVIDER_ID.test(search))
		return sql.selectOrderList(db, { ...filter, tradeNos: await sql.selectTradeNosOf(db, search) }, page);
	if (TRADE_NO.test(search)) return sql.selectOrderList(db, { ...filter, tradeNos: [search] }, page);
	const fanIds = FAN_ID.test(search) ? [Number(search)] : await sql.selectFansByAddress(db, search, FANS_MAX);
	return sql.selectOrdersOfFans(db, fanIds, filter, page);
}

export { selectTradeNosOf as findTradeNosOf } from '../sql.ts';

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
			refundable: offers,
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

const present = ({ created: _, ...order }: sql.ListedOrderRow): ListedOrder => order;

export function orderCells(times: SiteTimes) {
	const timeOf = (seconds: number | null) => (seconds === null ? null : times.localOf(seconds));
	const money = (of: (order: OrderMoney) => number) => (order: OrderMoney) =>
		toMajor(of(order), order.currency).toFixed(minorDigits(order.currency));
	return {
		order: (order: OrderMoney) => timeOf(order.created_time),
		fan: (order: OrderMoney) => order.fan_id,
		name: (order: OrderMoney) => order.fan_name,
		email: (order: OrderMoney) => order.fan_email,
		gems: (order: OrderMoney) => order.gems + order.bonus_gems,
		price: money((order) => order.price_minor),
		refunded: money(({ refunded }) => refunded),
		disputed: money(({ disputed }) => disputed),
		net: (order: OrderMoney) => toMajor(order.gross - order.refunded - order.disputed, order.currency),
		paid: (order: OrderMoney) => timeOf(order.paid_time),
	};
}
