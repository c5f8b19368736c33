/** Goods and orders as fans see them, and the way to the card page. */
import { randomBytes } from 'node:crypto';
import type { Order, Goods } from '#contract/orders.ts';
import type { Database, Db } from '#server/kernel/database.ts';
import { lockWallet } from '#server/gems/gems.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import { onceByFan } from '#server/kernel/idempotency.ts';
import { orRefuse, Problem } from '#server/kernel/problem.ts';
import * as sql from './sql.ts';
import { toMajor } from '#contract/values/money.ts';
import { mediaUrl } from '#server/media/names.ts';
import { ingestAnswer } from './settle.ts';
import * as paymentsSql from './payments/sql.ts';
import type { CheckoutFacts, PaymentDeps, PaymentProvider } from './payments/provider.ts';
import { ProviderOutage, ProviderRefusal } from './payments/provider.ts';

const ORDER_HOURS = 24;

/** The order keeps its price. @throws {Problem} goods_not_found, account_suspended, idempotency_key_reused */
export function createOrder(db: Database, fan: FanKey, goodsId: number, key: string): Promise<Order> {
	return db.transaction(async (tx) => {
		const wallet = await lockWallet(tx, fan);
		return onceByFan(tx, fan, { operation: 'create_order', key, request: { goodsId } }, async () => {
			if (wallet.suspended || wallet.frozen) throw new Problem('account_suspended');
			const goods = orRefuse(await sql.findOnSale(tx, goodsId), 'goods_not_found');
			const tradeNo = randomBytes(16).toString('base64url');
			return presentOrder(await sql.insertOrder(tx, fan, tradeNo, goods, ORDER_HOURS));
		});
	});
}

/** @throws {Problem} order_not_found, also for another fan's order */
export const readOrder = async (db: Db, fan: FanKey, tradeNo: string): Promise<Order> =>
	presentOrder(orRefuse(await sql.selectOrder(db, fan, tradeNo), 'order_not_found'));

export const readOrders = async (db: Db, fan: FanKey): Promise<Order[]> =>
	(await sql.selectOrders(db, fan)).map(presentOrder);

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

const PICTURE_WIDTH = 640;

export const readGoods = async (db: Db): Promise<Goods[]> => (await sql.selectGoods(db)).map(presentGoods);

const presentGoods = ({ goodsId, gems, bonusGems, priceMinor, currency, mediaId }: sql.GoodsOnSale): Goods => ({
	id: goodsId,
	gem_number: gems,
	additional_gem_number: bonusGems,
	price: toMajor(priceMinor, currency),
	image_url: mediaUrl(mediaId, PICTURE_WIDTH),
});

/** Sends a fan to the order's one card page. It is reserved before the request, so that a retry gets the same page. */

/** Lifetime of a card page. The provider allows 30 minutes to 24 hours. */
const PAGE_MINUTES = 60;
/** Maximum number of expired, or nearly expired, pages to find before giving up. */
const TRIES_MAX = 4;

/** Returns the card page's address. @throws {Problem} order_not_found, order_not_payable, payment_unavailable */
export async function payOrder(deps: PaymentDeps, fan: FanKey, tradeNo: string): Promise<string> {
	const { provider } = deps;
	if (!provider) throw new Problem('payment_unavailable');
	try {
		for (let tries = 0; tries < TRIES_MAX; tries += 1) {
			const { order, checkout, fresh } = await reserve(deps, fan, tradeNo);
			const page = await askAbout(deps, provider, order, checkout, { fresh });
			if (page?.payment) throw new Problem('order_not_payable');
			if (page?.status !== 'open') continue;
			if (page.url !== null && !checkout.closing) return page.url;
			await ingestAnswer(deps.db, { checkout: await provider.closeCheckout(page.sessionId) });
		}
	} catch (error) {
		if (!(error instanceof ProviderOutage || error instanceof ProviderRefusal)) throw error;
		deps.log.warn({ reason: error.message, tradeNo }, 'the payment provider could not be asked');
	}
	throw new Problem('payment_unavailable');
}

/** Returns the open card page, or reserves the next attempt. `fresh`: no request to the provider can have been sent for it. */
function reserve({ db }: PaymentDeps, fan: FanKey, tradeNo: string) {
	return db.transaction(async (tx) => {
		const order = await sql.lockOrder(tx, tradeNo);
		if (!order || order.fanId !== fan.fanId) throw new Problem('order_not_found');
		if ((order.status !== 'created' && order.status !== 'paying') || order.overdue)
			throw new Problem('order_not_payable');
		const live = await paymentsSql.selectLiveCheckout(tx, tradeNo);
		if (live) return { order, checkout: live, fresh: false };
		await sql.updateStatus(tx, tradeNo, 'paying');
		return { order, checkout: await paymentsSql.insertCheckout(tx, tradeNo, PAGE_MINUTES), fresh: true };
	});
}

export async function askAbout(
	deps: PaymentDeps,
	provider: PaymentProvider,
	order: sql.OrderRow,
	checkout: paymentsSql.CheckoutRow,
	{ fresh = false } = {},
): Promise<CheckoutFacts | null> {
	if (checkout.sessionId !== null) return readPage(deps, provider, checkout.sessionId);
	const opened = await openPage(deps, provider, order, checkout, fresh);
	// A repeated request gets the provider's first answer: the page says what has happened since.
	return opened && !fresh ? readPage(deps, provider, opened.sessionId) : opened;
}

/** A page that the provider does not know can take no payment: it counts as expired, and the fan gets another. */
async function readPage({ db, log }: PaymentDeps, provider: PaymentProvider, sessionId: string) {
	const page = await provider.readCheckout(sessionId).catch((error: unknown): CheckoutFacts => {
		if (!(error instanceof ProviderRefusal) || error.about !== 'unknown') throw error;
		log.warn({ sessionId }, 'the payment provider does not know a card page: it counts as expired');
		return { sessionId, tradeNo: null, attempt: null, status: 'expired', url: null, payment: null };
	});
	await ingestAnswer(db, { checkout: page });
	return page;
}

async function openPage(
	{ db, publicUrl, log }: PaymentDeps,
	provider: PaymentProvider,
	order: sql.OrderRow,
	{ tradeNo, attempt, expiresAt }: paymentsSql.CheckoutRow,
	fresh: boolean,
): Promise<CheckoutFacts | null> {
	try {
		const page = await provider.openCheckout({
			tradeNo,
			attempt,
			amountMinor: order.priceMinor,
			currency: order.currency,
			itemName: `${(order.gems + order.bonusGems).toLocaleString('en')} gems`,
			expiresAt,
			successUrl: `${publicUrl}/pay-success?trade_no=${tradeNo}`,
			cancelUrl: `${publicUrl}/payment-method/${tradeNo}`,
		});
		await ingestAnswer(db, { checkout: page });
		return page;
	} catch (error) {
		if (!(error instanceof ProviderRefusal)) throw error;
		log.warn({ reason: error.message, tradeNo, attempt }, 'the payment provider refused to open a card page');
		// A reservation may be too old, a key from before a restore. A new attempt is refused for good.
		const ends = fresh && error.about !== 'key';
		await db.transaction(async (tx) => {
			const { status } = (await sql.lockOrder(tx, tradeNo)) ?? {};
			await paymentsSql.updateCheckoutFailed(tx, tradeNo, attempt, ends ? error.message : null);
			if (ends && status === 'paying') await sql.updateStatus(tx, tradeNo, 'expired');
		});
		return null;
	}
}
