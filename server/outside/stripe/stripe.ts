/** Card payments by Stripe Checkout, through Stripe's own library. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Stripe } from 'stripe';
import { cut } from '#contract/values/text.ts';
import type { PaymentConfig } from '#server/config/config.ts';
import type { CheckoutRequest, PaymentProvider, ProviderEvent } from '#server/orders/payments/provider.ts';
import { ProviderOutage, ProviderRefusal, SignatureRefused } from '#server/orders/payments/provider.ts';
import { readBody } from '#server/kernel/within.ts';
import {
	checkoutOf,
	disputeOf,
	eventOf,
	heardTypes,
	refundOf,
	toStripeAmount,
	read,
	listShape,
	WrongShape,
} from './read.ts';

/** Maximum age of a webhook message. Older ones are refused as possible replays. */
const SIGNATURE_AGE_MAX_S = 300;
/** A page of a hundred events is a few hundred kilobytes. */
const ANSWER_BYTES_MAX = 8 * 1024 * 1024;
/** Before Stripe's "too many requests" is asked again, which the library leaves to us. */
const PAUSES_MS = [300, 900, 1_800, 3_600, 7_200];

export function openStripe(config: PaymentConfig): PaymentProvider {
	const { secretKey, webhookSecret, apiBase, timeoutMs, retries } = config;
	const base = new URL(apiBase);
	const stripe = new Stripe(secretKey, {
		host: base.hostname,
		port: base.port || (base.protocol === 'http:' ? 80 : 443),
		protocol: base.protocol === 'http:' ? 'http' : 'https',
		timeout: timeoutMs,
		// With the same idempotency key each time.
		maxNetworkRetries: retries,
		telemetry: false,
		httpClient: Stripe.createFetchHttpClient(boundedFetch(base)),
	});
	const live = /^[rs]k_live_/.test(secretKey);
	const ask = asking(PAUSES_MS.slice(0, retries));
	return {
		async openCheckout(request) {
			const { tradeNo, attempt } = request;
			const key = { idempotencyKey: `${tradeNo}:${attempt}` };
			try {
				return await ask(async () =>
					checkoutOf(await stripe.checkout.sessions.create(sessionParams(request), key), live),
				);
			} catch (error) {
				// For a day, Stripe repeats a failure of its own to the same key. A page that nobody heard of takes no payment.
				if (!(error instanceof ProviderOutage) || !isRepeated(error.cause)) throw error;
				throw new ProviderRefusal(error.message, { cause: error, about: 'key' });
			}
		},
		async readCheckout(sessionId) {
			return ask(async () => checkoutOf(await stripe.checkout.sessions.retrieve(sessionId), live));
		},
		async closeCheckout(sessionId) {
			try {
				return await ask(async () => checkoutOf(await stripe.checkout.sessions.expire(sessionId), live));
			} catch (error) {
				// Only an open one can be expired: it was paid, or had expired by itself.
				if (!(error instanceof ProviderRefusal)) throw error;
				return ask(async () => checkoutOf(await stripe.checkout.sessions.retrieve(sessionId), live));
			}
		},
		async refund(paymentId) {
			const key = { idempotencyKey: `refund:${paymentId}` };
			return ask(async () => refundOf(await stripe.refunds.create({ payment_intent: paymentId }, key)));
		},
		async refundPart({ requestId, paymentId, amountMinor, currency }) {
			const params = {
				payment_intent: paymentId,
				amount: toStripeAmount(amountMinor, currency),
				reason: 'requested_by_customer' as const,
				metadata: { refund_request: requestId },
			};
			const key = { idempotencyKey: `refund:${requestId}` };
			return ask(async () => refundOf(await stripe.refunds.create(params, key)));
		},
		async readRefunds(paymentId) {
			const asked = { payment_intent: paymentId, limit: 100 };
			return ask(async () => readList(await stripe.refunds.list(asked)).map(refundOf));
		},
		async readDisputes(paymentId) {
			const asked = { payment_intent: paymentId, limit: 100 };
			return ask(async () => readList(await stripe.disputes.list(asked)).map(disputeOf));
		},
		async *readEvents(since) {
			// The list comes newest first: all of it is read before the oldest is handled.
			const asked = { created: { gte: since }, types: [...heardTypes], limit: 100 };
			const newestFirst = await ask(async () => {
				const events: ProviderEvent[] = [];
				for await (const event of stripe.events.list(asked)) events.push(eventOf(event, live));
				return events;
			});
			yield* newestFirst.toReversed();
		},
		openEvent(body, signature) {
			try {
				return eventOf(stripe.webhooks.constructEvent(body, signature, webhookSecret, SIGNATURE_AGE_MAX_S), live);
			} catch (error) {
				throw new SignatureRefused(error instanceof Error ? error.message : 'not an event', { cause: error });
			}
		},
	};
}

function sessionParams(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
	const { tradeNo, attempt, amountMinor, currency, itemName, expiresAt, successUrl, cancelUrl } = request;
	return {
		mode: 'payment',
		allowed_payment_method_types: ['card'],
		// The order's own currency and nothing converted from it: what is paid is compared with what was ordered.
		adaptive_pricing: { enabled: false },
		client_reference_id: tradeNo,
		line_items: [
			{
				quantity: 1,
				price_data: {
					currency: currency.toLowerCase(),
					unit_amount: toStripeAmount(amountMinor, currency),
					product_data: { name: itemName },
				},
			},
		],
		metadata: { trade_no: tradeNo, attempt: String(attempt) },
		payment_intent_data: { metadata: { trade_no: tradeNo } },
		expires_at: expiresAt,
		success_url: successUrl,
		cancel_url: cancelUrl,
	};
}

/** Keeps requests below the base URL, bounds answers, refuses redirects: the secret key goes nowhere else. */
function boundedFetch({ pathname }: URL): typeof fetch {
	const prefix = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
	return async (input, init) => {
		const url = new URL(input instanceof Request ? input.url : input);
		url.pathname = prefix + url.pathname;
		const response = await fetch(url, { ...init, redirect: 'error' });
		const { status, statusText, headers } = response;
		return new Response(await readBody(response.body, ANSWER_BYTES_MAX), { status, statusText, headers });
	};
}

const readList = (answer: unknown) => read(listShape, answer, 'a list').data;

/** @throws {ProviderOutage} where the outcome is unknown or another time may do; {ProviderRefusal} where it is final */
function asking(pauses: readonly number[]) {
	return async <Answer>(question: () => Promise<Answer>): Promise<Answer> => {
		for (const pause of [...pauses, null]) {
			try {
				return await question();
			} catch (error) {
				if (error instanceof WrongShape) throw new ProviderOutage(error.message, { cause: error });
				if (!(error instanceof Stripe.errors.StripeError)) throw error;
				const limited = error instanceof Stripe.errors.StripeRateLimitError;
				// Jitter: clients that were rejected at the same time do not retry at the same time.
				if (limited && pause !== null) await sleep(pause * (0.5 + Math.random()));
				else if (limited || isOutage(error)) throw new ProviderOutage(error.message, { cause: error });
				else throw new ProviderRefusal(wordsOf(error), { cause: error, about: aboutOf(error) });
			}
		}
		throw new ProviderOutage('Stripe asks to come back later');
	};
}

/** Fit to be stored and shown to operators, whatever the answer held. */
const wordsOf = ({ message }: Error): string => cut(message.replaceAll(/\p{Cc}/gu, ' '), 500);

function aboutOf(error: Stripe.errors.StripeError): ProviderRefusal['about'] {
	if (error.statusCode === 404) return 'unknown';
	return error instanceof Stripe.errors.StripeIdempotencyError ? 'key' : null;
}

const isRepeated = (error: unknown): boolean =>
	error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true';

/** Keys that are refused may be mended: what was asked stays open. */
function isOutage(error: Error): boolean {
	const { StripeAPIError, StripeAuthenticationError, StripeConnectionError, StripePermissionError } = Stripe.errors;
	return [StripeAPIError, StripeAuthenticationError, StripeConnectionError, StripePermissionError].some(
		(kind) => error instanceof kind,
	);
}
