/** Every statement on orders. The provider's facts are in payments/, refunds in refunds/. */
import type { listedOrder, orderDetail } from '#contract/operator/orders.ts';
import type { Db, Tx, Sql } from '#server/kernel/database.ts';
import { epochSeconds, isBehind, joined, micros, ofMicros, ordered, sql } from '#server/kernel/database.ts';
import type { Part } from '#server/kernel/paging.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import type * as z from 'zod/mini';
import type { OrderStatus } from './rules.ts';
import type { RefundFacts, RefundOrder } from './payments/provider.ts';

type Detail = z.output<typeof orderDetail>;

export interface GoodsOnSale {
	goodsId: number;
	gems: number;
	bonusGems: number;
	priceMinor: number;
	currency: string;
	currencySymbol: string;
	mediaId: string | null;
}

/** Goods priced in the site's currency. Others are not on sale. */
const ON_SALE = sql`
	select goods_id as "goodsId", gems, bonus_gems as "bonusGems", price_minor as "priceMinor", currency,
		media_id as "mediaId", site.currency_symbol as "currencySymbol"
	from goods join site_setting site on site.currency_name = goods.currency
	where withdrawn_at is null`;

/** An order needs the goods as they are on sale. Returns null if these are not. */
export const findOnSale = (db: Db, goodsId: number): Promise<GoodsOnSale | null> =>
	sql`${ON_SALE} and goods_id = ${goodsId}`.maybeOne(db);

export const selectGoods = (db: Db): Promise<GoodsOnSale[]> =>
	sql`${ON_SALE} order by position, goods_id`.prepared('select_goods').all(db);

export interface OrderRow extends GoodsOnSale, FanKey {
	tradeNo: string;
	status: OrderStatus;
	createdAt: number;
	/** True if no card page may be opened for the order any more. */
	overdue: boolean;
}

const ORDER = sql`fan_id as "fanId", trade_no as "tradeNo", goods_id as "goodsId", gems, bonus_gems as "bonusGems",
	price_minor as "priceMinor", currency, currency_symbol as "currencySymbol", media_id as "mediaId", status,
	${epochSeconds('created_at')} as "createdAt", expires_at <= lightstick_now() as overdue`;

export function insertOrder(tx: Tx, { fanId }: FanKey, tradeNo: string, goods: GoodsOnSale, hours: number) {
	const { goodsId, gems, bonusGems, priceMinor, currency, currencySymbol, mediaId } = goods;
	return sql`insert into gem_order (fan_id, trade_no, goods_id, gems, bonus_gems, price_minor,
			currency, currency_symbol, media_id, created_at, expires_at)
		select ${fanId}, ${tradeNo}, ${goodsId}, ${gems}, ${bonusGems}, ${priceMinor},
			${currency}, ${currencySymbol}, ${mediaId}, now, now + make_interval(hours => ${hours})
		from (select lightstick_now() as now) clock returning ${ORDER}`.one<OrderRow>(tx);
}

/** Finds an order of this fan only: for them, another fan's order does not exist. */
export const selectOrder = (db: Db, { fanId }: FanKey, tradeNo: string): Promise<OrderRow | null> =>
	sql`select ${ORDER} from gem_order where fan_id = ${fanId} and trade_no = ${tradeNo}`
		.prepared('select_order')
		.maybeOne(db);

export const selectOrders = (db: Db, { fanId }: FanKey): Promise<OrderRow[]> =>
	sql`select ${ORDER} from gem_order where fan_id = ${fanId} order by created_at desc`.all(db);

/** Finds an order of any fan. For provider events only: a fan's request must go through the fan's own orders. */
export const selectAnyOrder = (db: Db, tradeNo: string): Promise<OrderRow | null> =>
	sql`select ${ORDER} from gem_order where trade_no = ${tradeNo}`.maybeOne(db);

/** Locks the order until the transaction ends. Take this lock before the wallet's, never after. */
export const lockOrder = (tx: Tx, tradeNo: string): Promise<OrderRow | null> =>
	sql`select ${ORDER} from gem_order where trade_no = ${tradeNo} for update`.maybeOne(tx);

export const updateStatus = (tx: Tx, tradeNo: string, status: OrderStatus): Promise<void> =>
	sql`update gem_order set status = ${status} where trade_no = ${tradeNo}`.run(tx);

export const updatePaid = (tx: Tx, tradeNo: string): Promise<void> =>
	sql`update gem_order set status = 'paid', paid_at = lightstick_now()
		where trade_no = ${tradeNo} and status in ('created', 'paying', 'expired')`.run(tx);

export const updateFulfilled = (tx: Tx, tradeNo: string): Promise<void> =>
	sql`update gem_order set status = 'fulfilled', fulfilled_at = lightstick_now()
		where trade_no = ${tradeNo}`.run(tx);

/** Resets the order to its status without payment: it received money, but no payment that pays for it. */
export const updateUnpaid = (tx: Tx, tradeNo: string): Promise<void> =>
	sql`update gem_order set paid_at = null,
			status = case when expires_at <= lightstick_now() then 'expired' else 'paying' end
		where trade_no = ${tradeNo} and status = 'paid'`.run(tx);

/** Returns overdue orders whose last card page has expired. Least recently checked orders come first. */
export const selectOverdue = (db: Db, limit: number): Promise<string[]> =>
	sql`select trade_no as "tradeNo" from gem_order
		where status in ('created', 'paying') and expires_at <= lightstick_now() and not exists (
			select from checkout where checkout.trade_no = gem_order.trade_no
				and checkout.status in ('asked', 'open') and checkout.expires_at > lightstick_now())
		order by greatest(expires_at, (select max(checked_at) from checkout
			where checkout.trade_no = gem_order.trade_no))
		limit ${limit}`.column(db);

export interface ListedOrderRow extends z.output<typeof listedOrder> {
	created: number;
}

const LISTED = sql`trade_no, fan_id, fan.name as fan_name, fan.email as fan_email, status, gems, bonus_gems, price_minor,
	currency, ${epochSeconds('gem_order.created_at')} as created_time, ${epochSeconds('paid_at')} as paid_time,
	${micros('gem_order.created_at')} as created`;

export interface OrderFilter {
	status?: OrderStatus | undefined;
	/** Time of the order; `until` is exclusive. */
	from?: Date | undefined;
	until?: Date | undefined;
	/** Only orders with these trade numbers. */
	tradeNos?: string[];
}

export interface OrderPage {
	/** Microseconds and trade number of the last order of the previous page. */
	after: readonly Part[] | null;
	order?: 'asc' | 'desc' | undefined;
	limit: number;
}

const KEY = ['gem_order.created_at', 'trade_no'];

export const selectOrderList = (db: Db, filter: OrderFilter, page: OrderPage): Promise<ListedOrderRow[]> =>
	sql`select ${LISTED} from (${pageFrom(sql`true`, filter, page)}) gem_order
		join fan using (fan_id) ${ordered(KEY, page.order ?? 'desc')}`.all(db);

/** Returns the latest orders of a few fans: first a page of each fan's latest, then the latest of these. */
export function selectOrdersOfFans(db: Db, fanIds: readonly number[], filter: OrderFilter, page: OrderPage) {
	const inOrder = ordered(KEY, page.order ?? 'desc');
	return sql`select ${LISTED} from (
			select gem_order.* from unnest(${fanIds}::bigint[]) asked (of_fan)
			cross join lateral (${pageFrom(sql`fan_id = of_fan`, filter, page)}) gem_order
			${inOrder} limit ${page.limit}
		) gem_order
		join fan using (fan_id) ${inOrder}`.all<ListedOrderRow>(db);
}

function pageFrom(among: Sql, filter: OrderFilter, { after, order = 'desc', limit }: OrderPage): Sql {
	const { status, from, until, tradeNos } = filter;
	const where = [among, isBehind(KEY, order, after && [ofMicros(after[0]), after[1]])];
	if (tradeNos) where.push(sql`trade_no = any(${tradeNos})`);
	if (status) where.push(sql`status = ${status}`);
	if (from) where.push(sql`created_at >= ${from}`);
	if (until) where.push(sql`created_at < ${until}`);
	return sql`select * from gem_order where ${joined(where, ' and ')} ${ordered(KEY, order)} limit ${limit}`;
}

/** Returns what went back of the price of these orders, for those of which anything did. */
export const selectMoneyBack = (db: Db, tradeNos: readonly string[]) =>
	sql`select trade_no, coalesce(sum(refunded), 0)::bigint as refunded_minor,
			coalesce(sum(disputed), 0)::bigint as disputed_minor
		from payment join (
			select payment_id, amount_minor as refunded, 0 as disputed from payment_refund where status <> 'failed'
			union all select payment_id, 0, amount_minor from payment_dispute where status in ('open', 'lost')
		) back using (payment_id)
		where trade_no = any(${tradeNos}) and role = 'order'
		group by trade_no`.all<{ trade_no: string; refunded_minor: number; disputed_minor: number }>(db);

/** Finds fans by email address, typed or verified. Each of the two is looked up in its own index. */
export const selectFansByAddress = (db: Db, email: string, limit: number): Promise<number[]> =>
	sql`(select fan_id as "fanId" from fan where folded(email) = folded(${email})
		order by fan_id desc limit ${limit})
		union
		(select fan_id from fan_identity where folded(login_email) = folded(${email})
			and login_email is not null limit ${limit})`.column(db);

/** Finds the orders that a provider's object belongs to: a card page, a payment, a refund, a dispute, an event. */
export const selectTradeNosOf = (db: Db, providerId: string): Promise<string[]> =>
	sql`select trade_no as "tradeNo" from checkout where session_id = ${providerId}
		union select trade_no from payment where payment_id = ${providerId}
		union select trade_no from payment_refund join payment using (payment_id) where refund_id = ${providerId}
		union select trade_no from payment_dispute join payment using (payment_id) where dispute_id = ${providerId}
		union select trade_no from payment_event where event_id = ${providerId} and trade_no is not null
		union select payment.trade_no from payment_event join payment using (payment_id)
			where event_id = ${providerId}`.column(db);

export type OrderHead = FanKey & ListedOrderRow & Pick<Detail, 'fulfilled_time' | 'expires_time'>;

export const selectOrderHead = (db: Db, tradeNo: string): Promise<OrderHead | null> =>
	sql`select ${LISTED}, fan_id as "fanId", ${epochSeconds('fulfilled_at')} as fulfilled_time,
			${epochSeconds('expires_at')} as expires_time
		from gem_order join fan using (fan_id) where trade_no = ${tradeNo}`.maybeOne(db);

export const selectLedgerOfOrder = (db: Db, { fanId }: FanKey, tradeNo: string): Promise<Detail['ledger']> =>
	sql`select seq, kind, purchased, purchased_after, ${epochSeconds('created_at')} as time
		from ledger_entry
		where fan_id = ${fanId} and cause = ${tradeNo} and kind in ('purchase', 'bonus', 'refund', 'chargeback')
		order by seq`.all(db);

/** A claimed request belongs to its claimer for this time: no other process sends it to the provider. */
const CLAIM_SECONDS = 60;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface RequestRow {
	status: 'asked' | 'done' | 'refused';
	refusal: string | null;
}

export const selectRequest = (db: Db, requestId: string): Promise<RequestRow> =>
	sql`select status, refusal from refund_request where refund_request_id = ${requestId}`.one(db);

export function selectRefunded(tx: Tx, operatorIds: readonly number[], { fanId }: FanKey) {
	const day = sql`approval_id is null and status <> 'refused' and requested_at > lightstick_now() - interval '24 hours'`;
	return sql`select
		(select coalesce(sum(gems), 0) from refund_request where operator_id = any(${operatorIds})
			and ${day}) as "byOperators",
		(select coalesce(sum(gems), 0) from refund_request where fan_id = ${fanId} and ${day}) as "ofFan"
	`.one<{ byOperators: number; ofFan: number }>(tx);
}

export interface ClaimedRequest extends RefundOrder {
	tradeNo: string;
	/** True if the request was claimed before: the provider may already have made the refund. */
	again: boolean;
}

/** Claims a request for sending to the provider. Returns null if it is finished or claimed by another process. */
export const claimRequest = (db: Db, requestId: string): Promise<ClaimedRequest | null> =>
	sql`update refund_request request set asked_at = lightstick_now()
		from (
			select refund_request_id, asked_at is not null as again, currency from refund_request
			join gem_order using (trade_no) where refund_request_id = ${requestId} for update of refund_request
		) before
		where request.refund_request_id = before.refund_request_id and status = 'asked'
			and (asked_at is null or asked_at <= lightstick_now() - make_interval(secs => ${CLAIM_SECONDS}))
		returning request.refund_request_id as "requestId", payment_id as "paymentId",
			amount_minor as "amountMinor",
			trade_no as "tradeNo", currency, again`.maybeOne(db);

export const selectUnasked = (db: Db, limit: number): Promise<string[]> =>
	sql`select refund_request_id as id from refund_request
		where status = 'asked'
			and coalesce(asked_at, requested_at) <= lightstick_now() - make_interval(secs => ${CLAIM_SECONDS})
		order by coalesce(asked_at, requested_at) limit ${limit}`.column(db);

export const selectAsked = (db: Db, tradeNo: string): Promise<string[]> =>
	sql`select refund_request_id as id from refund_request where trade_no = ${tradeNo}
		and status = 'asked'`.column(db);

export async function finishRequest(tx: Tx, { requestId, refundId, paymentId }: RefundFacts): Promise<void> {
	if (requestId === null || !UUID.test(requestId)) return;
	await sql`update refund_request set status = 'done', refund_id = ${refundId}, refusal = null
		where refund_request_id = ${requestId} and payment_id = ${paymentId} and status <> 'done'`.run(tx);
}

export const refuseRequest = (tx: Tx, requestId: string, refusal: string): Promise<boolean> =>
	sql`update refund_request set status = 'refused', refusal = ${refusal}
		where refund_request_id = ${requestId} and status = 'asked' returning status`.exists(tx);

export const selectRequests = (db: Db, tradeNo: string): Promise<Detail['requests']> =>
	sql`select refund_request_id, part, amount_minor, gems, operator.email as operator, why,
			${epochSeconds('requested_at')} as requested_time, status, refusal
		from refund_request join operator using (operator_id) where trade_no = ${tradeNo} order by requested_at`.all(db);
