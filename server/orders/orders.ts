/** Goods and orders as fans see them. */
import { randomBytes } from 'node:crypto';
import type { Order, Goods } from '#contract/orders.ts';
import type { Database, Db } from '#server/kernel/database.ts';
import { lockWallet } from '#server/gems/gems.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import { onceByFan } from '#server/kernel/idempotency.ts';
import { Problem } from '#server/kernel/problem.ts';
import { mediaUrl } from '#server/media/names.ts';
import { toMajor } from '#contract/values/money.ts';
import * as sql from './sql.ts';

const PICTURE_WIDTH = 640;
/** Hours after which an order can no longer be paid. */
const ORDER_HOURS = 24;

export async function readGoods(db: Db): Promise<Goods[]> {
	return (await sql.selectGoodsOnSale(db)).map(presentGoods);
}

/**
 * Creates an order at the current price. The order keeps its price.
 * @throws {Problem} goods_not_found, account_suspended, idempotency_key_reused
 */
export function createOrder(db: Database, fan: FanKey, goodsId: number, key: string): Promise<Order> {
	return db.transaction(async (tx) => {
		const wallet = await lockWallet(tx, fan);
		return onceByFan(tx, fan, { operation: 'create_order', key, request: { goodsId } }, async () => {
			if (wallet.suspended || wallet.frozen) throw new Problem('account_suspended');
			const goods = await sql.selectGoods(tx, goodsId);
			if (!goods) throw new Problem('goods_not_found');
			const tradeNo = randomBytes(16).toString('base64url');
			return presentOrder(await sql.insertOrder(tx, fan, { tradeNo, goods, hours: ORDER_HOURS }));
		});
	});
}

/** @throws {Problem} order_not_found, also for another fan's order */
export async function readOrder(db: Db, fan: FanKey, tradeNo: string): Promise<Order> {
	const order = await sql.selectOrder(db, fan, tradeNo);
	if (!order) throw new Problem('order_not_found');
	return presentOrder(order);
}

/** All orders of a fan, latest first. */
export async function readOrders(db: Db, fan: FanKey): Promise<Order[]> {
	return (await sql.selectOrders(db, fan)).map(presentOrder);
}

function presentOrder(order: sql.OrderRow): Order {
	const goods = presentGoods(order);
	return {
		trade_no: order.tradeNo,
		status: order.status,
		price: goods.price,
		currency_name: order.currency,
		currency_symbol: order.currencySymbol,
		created_time: order.createdAt,
		goods,
	};
}

function presentGoods({ goodsId, gems, bonusGems, priceMinor, currency, mediaId }: sql.GoodsRow): Goods {
	return {
		id: goodsId,
		gem_number: gems,
		additional_gem_number: bonusGems,
		price: toMajor(priceMinor, currency),
		image_url: mediaUrl(mediaId, PICTURE_WIDTH),
	};
}
