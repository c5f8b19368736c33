/** Giving the money of an order back. */
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
		'Asks the payment provider to give money back; gems go once it has. Above the bound of the day, or for gems that were spent, it waits for a second operator',
	access: 'operator:finance',
	stepUp: true,
	params: byTradeNo,
	body: z.object({
		part: refundPart,
		/** As it was shown: refused where it has changed since. */
		amount_minor: count,
		why,
	}),
	reply: z.object({
		/** `waiting`: needs a second operator. `asked`: the provider has not responded, and is asked again every minute. */
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
