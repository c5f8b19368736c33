/** The payment provider's interface to the store. Amounts are in ISO 4217 minor units, times in epoch seconds. */

export interface CheckoutRequest {
	tradeNo: string;
	attempt: number;
	amountMinor: number;
	currency: string;
	/** Item name on the card page. */
	itemName: string;
	expiresAt: number;
	/** Addresses to which the browser returns after payment, and after turning back. */
	successUrl: string;
	cancelUrl: string;
}

/** State of a card page at the provider at the time of the answer. */
export interface CheckoutFacts {
	sessionId: string;
	/** Null: not one of ours. */
	tradeNo: string | null;
	attempt: number | null;
	status: 'open' | 'complete' | 'expired';
	url: string | null;
	/** The money taken on it; null while there is none. */
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

/** A refund requested by operators. */
export interface RefundOrder {
	/** Makes it one refund however often it is asked. */
	requestId: string;
	paymentId: string;
	amountMinor: number;
	currency: string;
}

export interface DisputeFacts {
	disputeId: string;
	paymentId: string;
	amountMinor: number;
	/** `inquiry`: the bank only asks, no money has moved. */
	status: 'inquiry' | 'open' | 'won' | 'lost';
}

/** An event of the provider. The store ignores events without facts. */
export interface ProviderEvent {
	eventId: string;
	type: string;
	occurredAt: number;
	/** Why nothing of it may be used, in words for the log. Then it has no facts. */
	setAside?: string;
	checkout?: CheckoutFacts;
	refund?: RefundFacts;
	dispute?: DisputeFacts;
}

export interface PaymentProvider {
	/** Opens a card page, once per trade_no and attempt: asked again, it gives the same page. */
	openCheckout(request: CheckoutRequest): Promise<CheckoutFacts>;
	readCheckout(sessionId: string): Promise<CheckoutFacts>;
	/** Takes the page away unless it was paid on; gives what it is now. */
	closeCheckout(sessionId: string): Promise<CheckoutFacts>;
	/** Gives the whole payment back, once. */
	refund(paymentId: string): Promise<RefundFacts>;
	/** Gives a part of it back, once per request. */
	refundPart(wish: RefundOrder): Promise<RefundFacts>;
	/** Everything that became of a payment. */
	readRefunds(paymentId: string): Promise<RefundFacts[]>;
	readDisputes(paymentId: string): Promise<DisputeFacts[]>;
	/** Everything the provider knows to have happened since, oldest first. */
	readEvents(since: number): AsyncIterable<ProviderEvent>;
	/** The event in a message that the provider signed. @throws {SignatureRefused} */
	openEvent(body: Buffer, signature: string): ProviderEvent;
}

/** The provider did not answer, answered nonsense, or asks us to come back: nothing is known about what was asked. */
export class ProviderOutage extends Error {
	override name = 'ProviderOutage';
}

/** The provider will never do this. */
export class ProviderRefusal extends Error {
	override name = 'ProviderRefusal';
}

/** The message is not the provider's, or too old. */
export class SignatureRefused extends Error {
	override name = 'SignatureRefused';
}
