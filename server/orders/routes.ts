/** The store. */
import type { FastifyInstance } from 'fastify';
import { PAYMENT_METHOD_STRIPE_CARD } from '#contract/values/constants.ts';
import { createOrder as createOrderCall, getOrder, payOrder as payOrderCall, getGoods } from '#contract/orders.ts';
import type { Config } from '#server/config/config.ts';
import type { FindCaller } from '#server/kernel/caller.ts';
import { Problem } from '#server/kernel/problem.ts';
import { perAccount } from '#server/http/limits/per-account.ts';
import type { SharedCounts } from '#server/http/limits/shared-counts.ts';
import { serve, serveFan } from '#server/http/serve.ts';
import { createOrder, readGoods, readOrder } from './orders.ts';
import { payOrder, type Store } from './payments/pay.ts';

interface StoreDeps extends Store {
	findCaller: FindCaller;
	limits: Config['limits'];
	/** Shared by all processes. Null: this process counts by itself. */
	counts: SharedCounts | null;
}

/** The first release called the method `stripe_card`. Pages that were open then, and other programs, still send it. */
const cardPayments: ReadonlySet<string> = new Set([PAYMENT_METHOD_STRIPE_CARD, 'stripe_card']);

export function storeRoutes(app: FastifyInstance, deps: StoreDeps): void {
	const { db, findCaller, limits, counts } = deps;
	const slowDown = perAccount('money', limits.moneyPerMinute, counts);

	serve(app, getGoods, async ({ reply }) => {
		void reply.header('cache-control', 'public, max-age=0, s-maxage=30');
		return { goods_list: await readGoods(db) };
	});

	serveFan(app, findCaller, createOrderCall, async ({ caller, body, idempotencyKey }) => {
		slowDown(caller);
		return { order: await createOrder(db, caller, body.goods_id, idempotencyKey) };
	});

	serveFan(app, findCaller, getOrder, async ({ caller, params }) => ({
		order: await readOrder(db, caller, params.trade_no),
	}));

	serveFan(app, findCaller, payOrderCall, async ({ caller, query }) => {
		slowDown(caller);
		if (!cardPayments.has(query.payment_method)) {
			// Check that the order exists first, so that a malformed request reveals nothing about other people's orders.
			await readOrder(db, caller, query.trade_no);
			throw new Problem('payment_method_unsupported');
		}
		return { pay_url: await payOrder(deps, caller, query.trade_no) };
	});
}
