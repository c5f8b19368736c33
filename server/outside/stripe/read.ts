/** What Stripe says, in the store's words. */
import type Stripe from 'stripe';
import type { CheckoutFacts, DisputeFacts, ProviderEvent, RefundFacts } from '#server/store/payment-provider.ts';
import { fromStripeAmount } from './amounts.ts';

/** The events that a webhook endpoint has to be subscribed to (docs/operating). */
export const heardTypes = [
	'checkout.session.completed',
	'checkout.session.async_payment_succeeded',
	'checkout.session.expired',
	'refund.created',
	'refund.updated',
	'refund.failed',
	'charge.dispute.created',
	'charge.dispute.updated',
	'charge.dispute.closed',
] as const;

/** Events of other types come out without facts. */
export function eventOf(event: Stripe.Event): ProviderEvent {
	return { eventId: event.id, type: event.type, occurredAt: event.created, ...factsOf(event.data.object) };
}

/** By what the thing says it is: every event of a thing carries the whole of it. */
function factsOf(thing: Stripe.Event.Data.Object): Pick<ProviderEvent, 'checkout' | 'refund' | 'dispute'> {
	const kind: unknown = 'object' in thing ? thing.object : null;
	if (kind === 'checkout.session') return { checkout: checkoutOf(thing as Stripe.Checkout.Session) };
	if (kind === 'refund') return { refund: refundOf(thing as Stripe.Refund) };
	if (kind === 'dispute') return { dispute: disputeOf(thing as Stripe.Dispute) };
	return {};
}

export function checkoutOf(session: Stripe.Checkout.Session): CheckoutFacts {
	const paymentId = idOf(session.payment_intent);
	const { currency, amount_total: amount } = session;
	const paid = session.payment_status === 'paid' && paymentId !== null && currency !== null && amount !== null;
	return {
		sessionId: session.id,
		tradeNo: session.metadata?.['trade_no'] ?? null,
		attempt: Number(session.metadata?.['attempt']) || null,
		status: checkoutStatuses[session.status ?? 'open'] ?? 'open',
		url: session.url,
		payment: paid ? { paymentId, ...moneyOf(amount, currency) } : null,
	};
}

const checkoutStatuses: Record<string, CheckoutFacts['status']> = { complete: 'complete', expired: 'expired' };

export function refundOf(refund: Stripe.Refund): RefundFacts {
	return {
		refundId: refund.id,
		paymentId: idOf(refund.payment_intent) ?? '',
		amountMinor: moneyOf(refund.amount, refund.currency).amountMinor,
		status: refundStatuses[refund.status ?? 'pending'] ?? 'pending',
		requestId: refund.metadata?.['refund_request'] ?? null,
	};
}

const refundStatuses: Record<string, RefundFacts['status']> = {
	succeeded: 'succeeded',
	failed: 'failed',
	canceled: 'failed',
};

export function disputeOf(dispute: Stripe.Dispute): DisputeFacts {
	return {
		disputeId: dispute.id,
		paymentId: idOf(dispute.payment_intent) ?? '',
		amountMinor: moneyOf(dispute.amount, dispute.currency).amountMinor,
		status: disputeStatuses[dispute.status] ?? 'open',
	};
}

const disputeStatuses: Record<string, DisputeFacts['status']> = {
	warning_needs_response: 'inquiry',
	warning_under_review: 'inquiry',
	warning_closed: 'won',
	prevented: 'won',
	won: 'won',
	lost: 'lost',
};

function moneyOf(amount: number, currency: string): { amountMinor: number; currency: string } {
	const code = currency.toUpperCase();
	return { amountMinor: fromStripeAmount(amount, code), currency: code };
}

/** Stripe gives an id, or the whole thing where it was asked to. */
function idOf(reference: string | { id: string } | null | undefined): string | null {
	return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
