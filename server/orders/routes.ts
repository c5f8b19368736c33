import type { FastifyInstance } from 'fastify';
import { PAYMENT_METHOD_STRIPE_CARD } from '#contract/values/constants.ts';
import { createOrder as createOrderCall, getGoods, getOrder, payOrder as payOrderCall } from '#contract/orders.ts';
import type { Config } from '#server/config/config.ts';
import type { FindCaller } from '#server/kernel/caller.ts';
import { Problem, envelope } from '#server/kernel/problem.ts';
import { perAccount, type SharedCounts } from '#server/http/limits/shared-counts.ts';
import type { LastKnown } from '#server/db/last-known.ts';
import { serveShared } from '#server/http/serve-shared.ts';
import { serveFan } from '#server/http/serve.ts';
import { createOrder, readGoods, readOrder, payOrder } from './orders.ts';
import { type PaymentDeps, SignatureRefused } from './payments/provider.ts';
import { API_BASE } from '#contract/calls.ts';
import type { SecurityEvents } from '#server/http/security-events.ts';
import { addressBuckets } from '#server/kernel/token-buckets.ts';
import { ingestEvent } from './settle.ts';

export function goodsRoutes(app: FastifyInstance, { known }: { known: LastKnown }): void {
	serveShared(app, getGoods, { cacheControl: 'public, max-age=0, s-maxage=30', known }, async (_, { db }) => ({
		goods_list: await readGoods(db),
	}));
}

interface OrdersDeps extends PaymentDeps {
	findCaller: FindCaller;
	limits: Config['limits'];
	/** Shared by all processes. Null: this process counts by itself. */
	counts: SharedCounts | null;
}

/** The first release called the method `stripe_card`. Pages that were open then, and other programs, still send it. */
const cardPayments: ReadonlySet<string> = new Set([PAYMENT_METHOD_STRIPE_CARD, 'stripe_card']);

export function orderRoutes(app: FastifyInstance, deps: OrdersDeps): void {
	const { db, findCaller, limits, counts } = deps;
	const slowDown = perAccount('money', limits.moneyPerMinute, counts);

	serveFan(app, findCaller, createOrderCall, async ({ caller, body, idempotencyKey }) => {
		await slowDown(caller);
		return { order: await createOrder(db, caller, body.goods_id, idempotencyKey) };
	});

	serveFan(app, findCaller, getOrder, async ({ caller, params }) => ({
		order: await readOrder(db, caller, params.trade_no),
	}));

	serveFan(app, findCaller, payOrderCall, async ({ caller, query }) => {
		await slowDown(caller);
		if (!cardPayments.has(query.payment_method)) {
			// Check that the order exists first, so that a malformed request reveals nothing about other people's orders.
			await readOrder(db, caller, query.trade_no);
			throw new Problem('payment_method_unsupported');
		}
		return { pay_url: await payOrder(deps, caller, query.trade_no) };
	});
}

/** The provider's events are a few kilobytes. */
const BODY_BYTES_MAX = 256 * 1024;

/** Messages without a good signature that one address may send. The provider sends none, and is never refused for others' sake. */
const UNSIGNED = { perSecond: 1, burst: 60 };

/** Registers the route in its own context: the signature covers the raw bytes, so nothing may parse them first. */
export function webhookRoutes(app: FastifyInstance, deps: PaymentDeps): void {
	const unsigned = addressBuckets(UNSIGNED);
	void app.register((scope, _options, done) => {
		scope.removeAllContentTypeParsers();
		scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX }, (_request, body, parsed) => {
			parsed(null, body);
		});
		scope.post(
			`${API_BASE}/payments/stripe/webhook`,
			// No rate limit: the provider's bursts must get through, and other senders fail at the signature.
			{ bodyLimit: BODY_BYTES_MAX, config: { rateLimit: false } },
			async ({ headers, body, ip }) => {
				const event = openEvent(deps, app.securityEvents, body, headers['stripe-signature']);
				if (!event) {
					app.securityEvents.note('webhook_refused');
					const wait = unsigned.take(ip);
					if (wait > 0) throw new Problem('too_many_requests', { retryAfter: Math.ceil(wait) });
					throw new Problem('invalid_request', {
						message: 'The signature is not valid, or what it signs is no event of version 1',
					});
				}
				const handled = await ingestEvent(deps, event);
				return envelope({ handled });
			},
		);
		done();
	});
}

/** Checks the signature before it reads the body. Returns null for a message that the provider has not signed. */
function openEvent({ provider, log }: PaymentDeps, events: SecurityEvents, body: unknown, signature: unknown) {
	if (!provider) throw new Problem('payment_unavailable');
	try {
		if (!Buffer.isBuffer(body) || typeof signature !== 'string') throw new SignatureRefused('no signature or no body');
		return provider.openEvent(body, signature);
	} catch (error) {
		if (!(error instanceof SignatureRefused)) throw error;
		events.limited(log).warn({ reason: error.message }, 'a webhook was refused');
		return null;
	}
}
