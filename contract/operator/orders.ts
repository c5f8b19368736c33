/** Orders as operators see them: the purchase and the payment provider's events. */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { bigId, count, epochSeconds, limit, search, textOf } from '../values/shapes.ts';
import { orderStatus } from '../orders.ts';
import { cursor, day, listOrder, placeInList, why, read } from './shapes.ts';

export const listedOrder = z.object({
	trade_no: z.string(),
	fan_id: bigId,
	fan_name: z.nullable(z.string()),
	fan_email: z.nullable(z.string()),
	status: orderStatus,
	gems: count,
	bonus_gems: count,
	/** Minor units of the currency, like all money here: for example cents. */
	price_minor: count,
	currency: z.string(),
	created_time: epochSeconds,
	paid_time: z.nullable(epochSeconds),
});

/** `unspent`: takes the order's remaining gems and refunds the unspent base. `whole`: refunds all of the price. */
export const refundPart = z.enum(['unspent', 'whole']);
export const refundStatus = z.enum(['asked', 'done', 'refused']);

/** Result of a refund made now. Null if the order cannot be refunded. */
const refundOffer = z.nullable(
	z.object({
		amount_minor: count,
		/** Gems that the refund takes back from the wallet. */
		gems: count,
		/**
		 * Gems already spent, which the fan will owe. Such a refund must be requested by an owner and approved by a
		 * second operator.
		 */
		debt: count,
	}),
);

export const orderDetail = z.object({
	...listedOrder.shape,
	fulfilled_time: z.nullable(epochSeconds),
	expires_time: epochSeconds,
	/** Unspent gems of this order. */
	left: z.object({ base: count, bonus: count }),
	refundable: z.object({ unspent: refundOffer, whole: refundOffer }),
	/** Card pages at the provider. */
	checkouts: z.array(
		z.object({
			attempt: count,
			session_id: z.nullable(z.string()),
			status: z.enum(['asked', 'open', 'complete', 'expired', 'failed']),
			/** The provider's words if it will open no page for this order. */
			refusal: z.nullable(z.string()),
			expires_time: epochSeconds,
			checked_time: epochSeconds,
		}),
	),
	payments: z.array(
		z.object({
			payment_id: z.string(),
			amount_minor: count,
			currency: z.string(),
			/** `surplus`: the order was already paid, or the amount is not its price. It is refunded automatically. */
			role: z.nullable(z.enum(['order', 'surplus'])),
			received_time: epochSeconds,
		}),
	),
	/** Refunds at the provider, regardless of who requested them. */
	refunds: z.array(
		z.object({
			refund_id: z.string(),
			payment_id: z.string(),
			amount_minor: count,
			status: z.enum(['pending', 'succeeded', 'failed']),
			gems_taken: z.nullable(count),
			heard_time: epochSeconds,
		}),
	),
	disputes: z.array(
		z.object({
			dispute_id: z.string(),
			payment_id: z.string(),
			amount_minor: count,
			status: z.enum(['inquiry', 'open', 'won', 'lost']),
			gems_taken: count,
			heard_time: epochSeconds,
			/** The bank's, in the provider's word. */
			reason: z.nullable(z.string()),
			/** Until when it can be answered. */
			due_time: z.nullable(epochSeconds),
		}),
	),
	/** Refund requests of operators. */
	requests: z.array(
		z.object({
			refund_request_id: z.string(),
			part: refundPart,
			amount_minor: count,
			gems: count,
			operator: z.string(),
			why: z.string(),
			requested_time: epochSeconds,
			status: refundStatus,
			/** The provider's refusal in its own words. */
			refusal: z.nullable(z.string()),
		}),
	),
	/** Events received from the provider. */
	events: z.array(
		z.object({ event_id: z.string(), type: z.string(), occurred_time: epochSeconds, received_time: epochSeconds }),
	),
	ledger: z.array(
		z.object({ seq: count, kind: z.string(), purchased: z.int(), purchased_after: z.int(), time: epochSeconds }),
	),
});

export const byTradeNo = z.object({ trade_no: textOf(64, /^[A-Za-z0-9_-]+$/) });

export const orderFilter = {
	search: z.optional(search(254)),
	status: z.optional(orderStatus),
	/** Days on which the orders were made, inclusive. */
	from: day,
	until: day,
};

export const listOrders = read({
	path: '/console/orders',
	summary: 'Orders, latest first. Search by trade number, by address or number of a fan, or by an id of the provider',
	query: z.object({ ...orderFilter, order: listOrder, cursor: placeInList, limit: limit(50) }),
	reply: z.object({ list: z.array(listedOrder), cursor }),
});

export const readOrderTotals = read({
	path: '/console/orders/totals',
	summary: 'Sums over the orders that the filters leave. The latest 10,000 if there are more',
	query: z.object(orderFilter),
	reply: z.object({
		orders: count,
		/** False if there are more orders than were added up. */
		complete: z.boolean(),
		totals: z.array(
			z.object({
				currency: z.string(),
				/** Prices that were paid. */
				gross_minor: count,
				refunded_minor: count,
				/** Held or taken by banks. */
				disputed_minor: count,
				net_minor: z.int(),
			}),
		),
	}),
});

export const readOrder = read({
	path: '/console/orders/:trade_no',
	summary: 'One order with its payments, refunds, disputes, gems and events',
	params: byTradeNo,
	reply: z.object({ order: orderDetail }),
	problems: ['order_not_found'],
});

export const recheckOrder = endpoint({
	path: '/console/orders/:trade_no/recheck',
	summary: 'Reads the order from the payment provider again, and settles it',
	access: 'operator:finance',
	params: byTradeNo,
	body: z.object({ why }),
	reply: z.object({ order: orderDetail }),
	problems: ['order_not_found', 'payment_unavailable', 'provider_refused'],
	idempotent: true,
	moves: true,
});

export const refundOrder = endpoint({
	path: '/console/orders/:trade_no/refunds',
	summary:
		'Requests a refund from the payment provider. Gems are taken back when the provider confirms it. Above the operator’s daily limit, or for spent gems, a second operator has to approve',
	access: 'operator:finance',
	stepUp: true,
	params: byTradeNo,
	body: z.object({
		part: refundPart,
		/** The amount that was shown. The refund is refused if the amount has changed since. */
		amount_minor: count,
		why,
	}),
	reply: z.object({
		/**
		 * `waiting`: needs a second operator. `asked`: the provider has not responded; the request is repeated every
		 * minute.
		 */
		status: z.enum(['waiting', 'asked', 'done', 'refused']),
		approval_id: z.nullable(z.string()),
		refusal: z.nullable(z.string()),
		order: orderDetail,
	}),
	problems: [
		'order_not_found',
		'nothing_to_refund',
		'order_disputed',
		'refund_under_way',
		'refund_needs_owner',
		'stale_edit',
		'payment_unavailable',
	],
	idempotent: true,
	moves: true,
});
