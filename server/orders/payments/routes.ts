/** The webhook for the payment provider's signed events. */
import type { FastifyInstance } from 'fastify';
import { API_BASE } from '#contract/calls.ts';
import type { SecurityEvents } from '#server/http/security-events.ts';
import { envelope, Problem } from '#server/kernel/problem.ts';
import { addressBuckets } from '#server/kernel/token-buckets.ts';
import { ingestEvent } from './ingest.ts';
import { SignatureRefused, type PaymentDeps, type ProviderEvent } from './provider.ts';

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
			async ({ headers, body, ip }, reply) => {
				void reply.header('cache-control', 'no-store');
				const event = openEvent(deps, app.securityEvents, body, headers['stripe-signature']);
				if (!event) {
					app.securityEvents.note('webhook_refused');
					const wait = unsigned.take(ip);
					if (wait > 0) throw new Problem('too_many_requests', { retryAfter: Math.ceil(wait) });
					throw new Problem('invalid_request', { message: 'The signature is not valid, or what it signs is no event of version 1' });
				}
				const handled = await ingestEvent(deps, event);
				return envelope({ handled });
			},
		);
		done();
	});
}

/** Checks the signature before it reads the body. Returns null for a message that the provider has not signed. */
function openEvent(
	{ provider, log }: PaymentDeps,
	events: SecurityEvents,
	body: unknown,
	signature: unknown,
): ProviderEvent | null {
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
