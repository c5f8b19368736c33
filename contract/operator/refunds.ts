/** Refunds of orders. */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { count } from '../values/shapes.ts';
import { byTradeNo, orderDetail, refundPart } from './orders.ts';
import { why } from './shapes.ts';

export const refundOrder = endpoint({
	name: 'refundOrder',
	methods: ['POST'],
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
		'invalid_idempotency_key',
		'idempotency_key_reused',
	],
	idempotent: true,
	moves: true,
});
