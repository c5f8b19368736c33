/**
 * Statements of operators on orders. Lists follow an index in the order shown, so that they read only the rows of the
 * page.
 */
import type { listedOrder, orderDetail } from '#contract/operator/orders.ts';
import type * as z from 'zod/mini';
import { maybeOne, type Db } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import type { OrderStatus } from '../rules.ts';

type Detail = z.output<typeof orderDetail>;

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

export function selectCheckouts(db: Db, tradeNo: string): Promise<Detail['checkouts']> {
	return db.query({
		text: `select attempt, session_id, status, ${epochSeconds('expires_at')} as expires_time,
				${epochSeconds('checked_at')} as checked_time
			from checkout where trade_no = $1 order by attempt`,
		values: [tradeNo],
	});
}

export function selectPaymentFacts(db: Db, tradeNo: string): Promise<Detail['payments']> {
	return db.query({
		text: `select payment_id, amount_minor, currency, role, ${epochSeconds('received_at')} as received_time
			from payment where trade_no = $1 order by received_at, payment_id`,
		values: [tradeNo],
	});
}

export function selectRefundFacts(db: Db, payments: string[]): Promise<Detail['refunds']> {
	return db.query({
		text: `select refund_id, payment_id, amount_minor, status, gems_taken, ${epochSeconds('heard_at')} as heard_time
			from payment_refund where payment_id = any($1) order by heard_at, refund_id`,
		values: [payments],
	});
}

export function selectDisputeFacts(db: Db, payments: string[]): Promise<Detail['disputes']> {
	return db.query({
		text: `select dispute_id, payment_id, amount_minor, status, gems_taken, ${epochSeconds('heard_at')} as heard_time
			from payment_dispute where payment_id = any($1) order by heard_at, dispute_id`,
		values: [payments],
	});
}

export function selectRequests(db: Db, tradeNo: string): Promise<Detail['requests']> {
	return db.query({
		text: `select refund_request_id, part, amount_minor, gems, operator.email as operator, why,
				${epochSeconds('requested_at')} as requested_time, status, refusal
			from refund_request join operator using (operator_id) where trade_no = $1 order by requested_at`,
		values: [tradeNo],
	});
}

export function selectEvents(db: Db, tradeNo: string, payments: string[]): Promise<Detail['events']> {
	return db.query({
		text: `select event_id, type, ${epochSeconds('occurred_at')} as occurred_time, ${epochSeconds('received_at')} as received_time
			from (
				select * from payment_event where trade_no = $1
				union all
				select * from payment_event where payment_id = any($2) and trade_no is null
			) event order by occurred_at, received_at, event_id`,
		values: [tradeNo, payments],
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
