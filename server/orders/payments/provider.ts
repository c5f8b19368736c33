/** What the store needs of a payment provider. Amounts are minor units of ISO 4217, times epoch seconds. */

export interface CheckoutRequest {
	tradeNo: string;
	attempt: number;
	amountMinor: number;
	currency: string;
	/** What the card page names. */
	itemName: string;
	expiresAt: number;
	/** Where the browser goes after paying, and after turning back. */
	successUrl: string;
	cancelUrl: string;
}

/** A card page at the provider, as it was when this was said. */
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
	/** Of ours, where one of our requests made it. */
	requestId: string | null;
}

/** A refund that operators want. */
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

/** A message of the provider about something that happened; of no use to the store where it has no facts. */
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
