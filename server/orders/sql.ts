/** Every statement on orders. The provider's facts are in payments/. */
import { maybeOne, one, namedStatement, type Db, type Tx } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import type { GoodsOnSale } from '#server/goods/goods.ts';
import type { OrderStatus } from './rules.ts';

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
