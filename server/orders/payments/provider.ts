/** The payment provider as orders need it. Amounts are in ISO 4217 minor units, times in epoch seconds. */
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/kernel/database.ts';

export interface PaymentDeps {
	db: Database;
	provider: PaymentProvider | null;
	publicUrl: string;
	log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
}

export interface CheckoutRequest {
	tradeNo: string;
	attempt: number;
	amountMinor: number;
	currency: string;
	itemName: string;
	expiresAt: number;
	successUrl: string;
	cancelUrl: string;
}

export interface CheckoutFacts {
	sessionId: string;
	/** Null if the page belongs to another site. */
	tradeNo: string | null;
	attempt: number | null;
	status: 'open' | 'complete' | 'expired';
	url: string | null;
	/** The payment made on the page. Null while there is none. */
	payment: PaymentFacts | null;
}

export interface PaymentFacts {
	paymentId: string;
	amountMinor: number;
	currency: string;
}

export interface RefundFacts {
	refundId: string;
	paymentId: string;
	amountMinor: number;
	status: 'pending' | 'succeeded' | 'failed';
	/** Our refund request, if the refund came from one. */
	requestId: string | null;
}

export interface RefundOrder {
	/** Idempotency key: the provider makes one refund however often it is requested. */
	requestId: string;
	paymentId: string;
	amountMinor: number;
	currency: string;
}

export interface DisputeFacts {
	disputeId: string;
	paymentId: string;
	/** In the bank's currency, which need not be the payment's. */
	amountMinor: number;
	currency: string;
	/** `inquiry`: the bank only asks. No money has moved. */
	status: 'inquiry' | 'open' | 'won' | 'lost';
	/** The bank's, in the provider's word. */
	reason?: string | null;
	/** Until when it can be answered, in epoch seconds. */
	dueAt?: number | null;
}

/** An event of the provider. The store ignores events without facts. */
export interface ProviderEvent {
	eventId: string;
	type: string;
	occurredAt: number;
	/** Reason, for the log, not to use the event. The event then has no facts. */
	setAside?: string;
	checkout?: CheckoutFacts;
	refund?: RefundFacts;
	dispute?: DisputeFacts;
}

export interface PaymentProvider {
	/** Opens a card page, once per trade_no and attempt. A repeated request returns the same page. */
	openCheckout(request: CheckoutRequest): Promise<CheckoutFacts>;
	readCheckout(sessionId: string): Promise<CheckoutFacts>;
	closeCheckout(sessionId: string): Promise<CheckoutFacts>;
	refund(paymentId: string): Promise<RefundFacts>;
	refundPart(wish: RefundOrder): Promise<RefundFacts>;
	readRefunds(paymentId: string): Promise<RefundFacts[]>;
	readDisputes(paymentId: string): Promise<DisputeFacts[]>;
	readEvents(since: number): AsyncIterable<ProviderEvent>;
	/** Returns the event in a signed message. @throws {SignatureRefused} */
	openEvent(body: Buffer, signature: string): ProviderEvent;
}

/** No answer, none of use, or "later": the outcome of the request is unknown. */
export class ProviderOutage extends Error {
	override name = 'ProviderOutage';
}

export class ProviderRefusal extends Error {
	override name = 'ProviderRefusal';
	/** Why, as far as callers act on it: the provider knows no such object, or knows the idempotency key of another request. */
	readonly about: 'unknown' | 'key' | null;

	constructor(message: string, { about = null, ...options }: ErrorOptions & { about?: ProviderRefusal['about'] } = {}) {
		super(message, options);
		this.about = about;
	}
}

/** The message was not signed by the provider, or is too old. */
export class SignatureRefused extends Error {
	override name = 'SignatureRefused';
}
