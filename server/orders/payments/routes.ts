/** The webhook for the payment provider's signed events. */
import type { FastifyInstance } from 'fastify';
import { API_BASE } from '#contract/calls.ts';
import { envelope, Problem } from '#server/kernel/problem.ts';
import { ingestEvent } from './ingest.ts';
import { SignatureRefused, type PaymentDeps, type ProviderEvent } from './provider.ts';

/** The provider's events are a few kilobytes. */
const BODY_BYTES_MAX = 256 * 1024;

/** Registers the route in its own context: the signature covers the raw bytes, so nothing may parse them first. */
export function webhookRoutes(app: FastifyInstance, deps: PaymentDeps): void {
	void app.register((scope, _options, done) => {
		scope.removeAllContentTypeParsers();
		scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX }, (_request, body, parsed) => {
			parsed(null, body);
		});
		scope.post(
			`${API_BASE}/payments/stripe/webhook`,
			// No rate limit: the provider's bursts must get through, and other senders fail at the signature.
			{ bodyLimit: BODY_BYTES_MAX, config: { rateLimit: false } },
			async ({ headers, body }, reply) => {
				void reply.header('cache-control', 'no-store');
				const event = openEvent(deps, body, headers['stripe-signature']);
				const handled = await ingestEvent(deps, event);
				return envelope({ handled });
			},
		);
		done();
	});
}

/** Checks the signature before it reads the body. @throws {Problem} */
function openEvent({ provider, log }: PaymentDeps, body: unknown, signature: unknown): ProviderEvent {
	if (!provider) throw new Problem('payment_unavailable');
	try {
		if (!Buffer.isBuffer(body) || typeof signature !== 'string') throw new SignatureRefused('no signature or no body');
		return provider.openEvent(body, signature);
	} catch (error) {
		if (!(error instanceof SignatureRefused)) throw error;
		log.warn({ reason: error.message }, 'a webhook was refused');
		throw new Problem('invalid_request', { message: 'The signature is not valid' });
	}
}
