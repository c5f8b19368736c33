import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { epochSeconds, id, text, textOf, count } from './values/shapes.ts';

export const goods = z.object({
	id,
	gem_number: count,
	additional_gem_number: count,
	/** Decimal number in major units of the site's currency. */
	price: z.number(),
	image_url: z.nullable(z.string()),
});
export type Goods = z.output<typeof goods>;

export const getGoods = endpoint({
	path: '/orders/goods',
	summary: 'Gem goods on sale',
	access: 'anyone',
	reply: z.object({ goods_list: z.array(goods) }),
});

export const orderStatus = z.enum(['created', 'paying', 'paid', 'fulfilled', 'expired', 'refunded', 'disputed']);

const tradeNo = textOf(64, /^[A-Za-z0-9_-]{8,}$/);

export const order = z.object({
	trade_no: tradeNo,
	status: orderStatus,
	price: z.number(),
	currency_name: z.string(),
	currency_symbol: z.string(),
	created_time: epochSeconds,
	goods,
});
export type Order = z.output<typeof order>;

export const createOrder = endpoint({
	path: '/orders/create',
	summary: 'Creates an order at the current price',
	access: 'registered',
	body: z.object({ goods_id: id }),
	reply: z.object({ order }),
	problems: ['goods_not_found', 'account_suspended'],
	idempotent: true,
});

export const getOrder = endpoint({
	path: '/orders/detail/:trade_no',
	summary: "One of the caller's own orders",
	access: 'registered',
	params: z.object({ trade_no: tradeNo }),
	reply: z.object({ order }),
	problems: ['order_not_found'],
});

export const payOrder = endpoint({
	path: '/orders/pay',
	summary: 'Returns the address of the card page for an order',
	access: 'registered',
	query: z.object({ trade_no: tradeNo, payment_method: text(40) }),
	reply: z.object({ pay_url: z.string() }),
	problems: ['order_not_found', 'order_not_payable', 'payment_method_unsupported', 'payment_unavailable'],
});
