/** Every statement on orders. The provider's facts are in payments/, refunds in refunds/. */
import type { listedOrder, orderDetail } from '#contract/operator/orders.ts';
import { maybeOne, one, namedStatement, type Db, type Tx } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import type { GoodsOnSale } from '#server/goods/goods.ts';
import type * as z from 'zod/mini';
import type { OrderStatus } from './rules.ts';

type Detail = z.output<typeof orderDetail>;

export interface OrderRow extends GoodsOnSale, FanKey {
	tradeNo: string;
	status: OrderStatus;
	/** Epoch seconds. */
	createdAt: number;
	/** True if no card page may be opened for the order any more. */
	overdue: boolean;
}

const ORDER = `fan_id as "fanId", trade_no as "tradeNo", goods_id as "goodsId", gems, bonus_gems as "bonusGems",
	price_minor as "priceMinor", currency, currency_symbol as "currencySymbol", media_id as "mediaId", status,
	${epochSeconds('created_at')} as "createdAt", expires_at <= lightstick_now() as overdue`;

const INSERT_ORDER = namedStatement`insert into gem_order (fan_id, trade_no, goods_id, gems, bonus_gems, price_minor,
		currency, currency_symbol, media_id, created_at, expires_at)
	select ${'fanId'}, ${'tradeNo'}, ${'goodsId'}, ${'gems'}, ${'bonusGems'}, ${'priceMinor'},
		${'currency'}, ${'currencySymbol'}, ${'mediaId'}, now, now + make_interval(hours => ${'hours'})
	from (select lightstick_now() as now) clock returning ${{ sql: ORDER }}`;

export function insertOrder(
	tx: Tx,
	{ fanId }: FanKey,
	{ tradeNo, goods, hours }: { tradeNo: string; goods: GoodsOnSale; hours: number },
): Promise<OrderRow> {
	return one<OrderRow>(tx, INSERT_ORDER({ ...goods, fanId, tradeNo, hours }));
}

/** Finds an order of this fan only: for them, another fan's order does not exist. */
export function selectOrder(db: Db, { fanId }: FanKey, tradeNo: string): Promise<OrderRow | null> {
	return maybeOne<OrderRow>(db, {
		name: 'select_order',
		text: `select ${ORDER} from gem_order where fan_id = $1 and trade_no = $2`,
		values: [fanId, tradeNo],
	});
}

export function selectOrders(db: Db, { fanId }: FanKey): Promise<OrderRow[]> {
	return db.query<OrderRow>({
		text: `select ${ORDER} from gem_order where fan_id = $1 order by created_at desc`,
		values: [fanId],
	});
}

/** Finds an order of any fan. For provider events only: a fan's request must go through the fan's own orders. */
export function selectAnyOrder(db: Db, tradeNo: string): Promise<OrderRow | null> {
	return maybeOne<OrderRow>(db, { text: `select ${ORDER} from gem_order where trade_no = $1`, values: [tradeNo] });
}

/** Locks the order until the transaction ends. Take this lock before the wallet's, never after. */
export function lockOrder(tx: Tx, tradeNo: string): Promise<OrderRow | null> {
	return maybeOne<OrderRow>(tx, {
		text: `select ${ORDER} from gem_order where trade_no = $1 for update`,
		values: [tradeNo],
	});
}

export async function updateStatus(tx: Tx, tradeNo: string, status: OrderStatus): Promise<void> {
	await tx.query({ text: `update gem_order set status = $2 where trade_no = $1`, values: [tradeNo, status] });
}

/** Marks the order as paid, even if it had expired. */
export async function updatePaid(tx: Tx, tradeNo: string): Promise<void> {
	await tx.query({
		text: `update gem_order set status = 'paid', paid_at = lightstick_now()
			where trade_no = $1 and status in ('created', 'paying', 'expired')`,
		values: [tradeNo],
	});
}

export async function updateFulfilled(tx: Tx, tradeNo: string): Promise<void> {
	await tx.query({
		text: `update gem_order set status = 'fulfilled', fulfilled_at = lightstick_now() where trade_no = $1`,
		values: [tradeNo],
	});
}

/** Resets the order to its status without payment: it received money, but no payment that pays for it. */
export async function updateUnpaid(tx: Tx, tradeNo: string): Promise<void> {
	await tx.query({
		text: `update gem_order set paid_at = null,
				status = case when expires_at <= lightstick_now() then 'expired' else 'paying' end
			where trade_no = $1 and status = 'paid'`,
		values: [tradeNo],
	});
}

/** Returns overdue orders whose last card page has expired. Least recently checked orders come first. */
export async function selectOverdue(db: Db, limit: number): Promise<string[]> {
	const rows = await db.query<{ tradeNo: string }>({
		text: `select trade_no as "tradeNo" from gem_order
			where status in ('created', 'paying') and expires_at <= lightstick_now() and not exists (
				select from checkout where checkout.trade_no = gem_order.trade_no
					and checkout.status in ('asked', 'open') and checkout.expires_at > lightstick_now())
			order by greatest(expires_at, (select max(checked_at) from checkout where checkout.trade_no = gem_order.trade_no))
			limit $1`,
		values: [limit],
	});
	return rows.map(({ tradeNo }) => tradeNo);
}

export interface ListedOrderRow extends z.output<typeof listedOrder> {
	/** Microseconds since the epoch. The next page begins here. */
	created: number;
}

const LISTED = `trade_no, fan_id, fan.name as fan_name, fan.email as fan_email, status, gems, bonus_gems, price_minor,
	currency, ${epochSeconds('gem_order.created_at')} as created_time, ${epochSeconds('paid_at')} as paid_time,
	(extract(epoch from gem_order.created_at) * 1000000)::bigint as created`;

export interface OrderFilter {
	status?: OrderStatus | undefined;
	/** Days in the site's time zone, inclusive. */
	from?: string | undefined;
	until?: string | undefined;
	/** Only orders with these trade numbers. */
	tradeNos?: string[];
}

export interface OrderPage {
	/** The last order of the previous page. */
	after: { created: number; tradeNo: string } | null;
	/** By the time of the order; the latest first by default. */
	order?: 'asc' | 'desc' | undefined;
	limit: number;
}

const inOrder = ({ order = 'desc' }: OrderPage) => `order by gem_order.created_at ${order}, trade_no ${order}`;

export function selectOrderList(db: Db, filter: OrderFilter, page: OrderPage): Promise<ListedOrderRow[]> {
	const values: unknown[] = [];
	const where = conditions(filter, page, values);
	const limit = `limit $${values.push(page.limit)}`;
	const order = inOrder(page);
	return db.query<ListedOrderRow>({
		text: `select ${LISTED} from (select * from gem_order where ${where} ${order} ${limit}) gem_order
			join fan using (fan_id) ${order}`,
		values,
	});
}

/** Returns the latest orders of a few fans: first a page of each fan's latest, then the latest of these. */
export function selectOrdersOfFans(
	db: Db,
	fanIds: readonly number[],
	filter: OrderFilter,
	page: OrderPage,
): Promise<ListedOrderRow[]> {
	const values: unknown[] = [fanIds];
	const where = conditions(filter, page, values);
	const limit = `limit $${values.push(page.limit)}`;
	const order = inOrder(page);
	return db.query<ListedOrderRow>({
		text: `select ${LISTED} from (
				select gem_order.* from unnest($1::bigint[]) asked (of_fan)
				cross join lateral (
					select * from gem_order where fan_id = of_fan and ${where} ${order} ${limit}
				) gem_order ${order} ${limit}
			) gem_order
			join fan using (fan_id) ${order}`,
		values,
	});
}

function conditions(
	{ status, from, until, tradeNos }: OrderFilter,
	{ after, order }: OrderPage,
	values: unknown[],
): string {
	const where = ['true'];
	const midnight = (day: string, more: number) =>
		`(($${values.push(day)}::date + ${more})::timestamp at time zone (select timezone from site_setting))`;
	if (tradeNos) where.push(`trade_no = any($${values.push(tradeNos)})`);
	if (status) where.push(`status = $${values.push(status)}`);
	if (from) where.push(`created_at >= ${midnight(from, 0)}`);
	if (until) where.push(`created_at < ${midnight(until, 1)}`);
	if (after) {
		const time = `timestamptz 'epoch' + $${values.push(after.created)}::bigint * interval '1 microsecond'`;
		where.push(`(created_at, trade_no) ${order === 'asc' ? '>' : '<'} (${time}, $${values.push(after.tradeNo)})`);
	}
	return where.join(' and ');
}

/** Finds fans by email address, typed or verified. Each of the two is looked up in its own index. */
export async function selectFansByAddress(db: Db, email: string, limit: number): Promise<number[]> {
	const fans = await db.query<{ fanId: number }>({
		text: `(select fan_id as "fanId" from fan where lower(email) = $1 order by fan_id desc limit $2)
			union
			(select fan_id from fan_identity where lower(login_email) = $1 and login_email is not null limit $2)`,
		values: [email.toLowerCase(), limit],
	});
	return fans.map(({ fanId }) => fanId);
}

/** Finds the orders that a provider's object belongs to: a card page, a payment, a refund, a dispute, an event. */
export async function selectTradeNosOf(db: Db, providerId: string): Promise<string[]> {
	const rows = await db.query<{ tradeNo: string }>({
		text: `select trade_no as "tradeNo" from checkout where session_id = $1
			union select trade_no from payment where payment_id = $1
			union select trade_no from payment_refund join payment using (payment_id) where refund_id = $1
			union select trade_no from payment_dispute join payment using (payment_id) where dispute_id = $1
			union select trade_no from payment_event where event_id = $1 and trade_no is not null
			union select payment.trade_no from payment_event join payment using (payment_id) where event_id = $1`,
		values: [providerId],
	});
	return rows.map(({ tradeNo }) => tradeNo);
}

export type OrderHead = FanKey & Omit<ListedOrderRow, 'created'> & Pick<Detail, 'fulfilled_time' | 'expires_time'>;

export function selectOrderHead(db: Db, tradeNo: string): Promise<OrderHead | null> {
	return maybeOne<OrderHead>(db, {
		text: `select ${LISTED}, fan_id as "fanId", ${epochSeconds('fulfilled_at')} as fulfilled_time,
				${epochSeconds('expires_at')} as expires_time
			from gem_order join fan using (fan_id) where trade_no = $1`,
		values: [tradeNo],
	});
}

export function selectLedgerOfOrder(db: Db, { fanId }: FanKey, tradeNo: string): Promise<Detail['ledger']> {
	return db.query({
		text: `select seq, kind, purchased, purchased_after, ${epochSeconds('created_at')} as time from ledger_entry
			where fan_id = $1 and cause = $2 and kind in ('purchase', 'bonus', 'refund', 'chargeback')
			order by seq`,
		values: [fanId, tradeNo],
	});
}
