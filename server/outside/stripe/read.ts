/** Converts Stripe's objects to the store's facts. */
import * as z from 'zod/mini';
import type { CheckoutFacts, DisputeFacts, ProviderEvent, RefundFacts } from '#server/orders/payments/provider.ts';
import { currencyOf } from '#contract/values/money.ts';

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

/** Other types come without facts; another mode or shape is set aside. @throws {WrongShape} for no event */
export function eventOf(thing: unknown, live: boolean): ProviderEvent {
	const { id, type, account, created, livemode, data } = read(eventShape, thing, 'an event');
	const event = { eventId: id, type, occurredAt: created };
	if (livemode !== live) return { ...event, setAside: `of ${livemode ? 'live' : 'test'} mode, unlike the secret key` };
	// Of a connected account: our key can neither read nor refund what was paid there, whatever its metadata says.
	if (account) return { ...event, setAside: 'of another account' };
	try {
		return { ...event, ...factsOf(data.object, live) };
	} catch (error) {
		if (!(error instanceof WrongShape)) throw error;
		return { ...event, setAside: error.message };
	}
}

/** By what the thing says it is: every event of a thing carries the whole of it. */
function factsOf(thing: Record<string, unknown>, live: boolean) {
	if (thing['object'] === 'checkout.session') return { checkout: checkoutOf(thing, live) };
	if (thing['object'] === 'refund') return { refund: refundOf(thing) };
	if (thing['object'] === 'dispute') return { dispute: disputeOf(thing) };
	return {};
}

/** @throws {WrongShape} also where the page is of the other mode than our key */
export function checkoutOf(thing: unknown, live: boolean): CheckoutFacts {
	const session = read(sessionShape, thing, 'a card page');
	if (session.livemode !== live) throw new WrongShape(`a card page of ${live ? 'test' : 'live'} mode`);
	const { currency = null, amount_total: amount = null, url = null, metadata } = session;
	const paymentId = idOf(session.payment_intent);
	const paid = session.payment_status === 'paid' && paymentId !== null && currency !== null && amount !== null;
	const attempt = textIn(metadata, 'attempt', /^[1-9][0-9]{0,8}$/);
	return {
		sessionId: session.id,
		tradeNo: textIn(metadata, 'trade_no', /^[A-Za-z0-9_-]{22}$/),
		attempt: attempt === null ? null : Number(attempt),
		status: session.status === 'complete' || session.status === 'expired' ? session.status : 'open',
		url,
		payment: paid ? { paymentId, ...moneyOf(amount, currency) } : null,
	};
}

export function refundOf(thing: unknown): RefundFacts {
	const refund = read(refundShape, thing, 'a refund');
	return {
		refundId: refund.id,
		paymentId: idOf(refund.payment_intent) ?? '',
		amountMinor: backOf(refund),
		status: refundStatuses[refund.status ?? ''] ?? 'pending',
		requestId: textIn(refund.metadata, 'refund_request', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
	};
}

/** Any other is on its way. */
const refundStatuses: Record<string, RefundFacts['status']> = {
	succeeded: 'succeeded',
	failed: 'failed',
	canceled: 'failed',
};

export function disputeOf(thing: unknown): DisputeFacts {
	const dispute = read(disputeShape, thing, 'a dispute');
	const terms = z.safeParse(disputeTermsShape, thing).data;
	return {
		disputeId: dispute.id,
		paymentId: idOf(dispute.payment_intent) ?? '',
		amountMinor: backOf(dispute),
		currency: dispute.currency.toUpperCase(),
		// A state that we have never heard of moves no gems, in neither direction.
		status: disputeStatuses[dispute.status] ?? 'inquiry',
		reason: terms?.reason ?? null,
		dueAt: terms?.evidence_details?.due_by ?? null,
	};
}

/** Every state of Stripe's library (states.test.ts), by where the money is: an appeal is made while it is lost. */
export const disputeStatuses: Record<string, DisputeFacts['status']> = {
	warning_needs_response: 'inquiry',
	warning_under_review: 'inquiry',
	warning_closed: 'won',
	needs_response: 'open',
	under_review: 'open',
	prevented: 'won',
	won: 'won',
	lost: 'lost',
	appeal_needs_response: 'lost',
	appeal_under_review: 'lost',
};

/** Banks convert what they take back: a part of a króna counts as one, for set aside it would take no gems at all. */
const backOf = ({ amount, currency }: { amount: number; currency: string }): number =>
	Math.ceil(fromStripeAmount(amount, currency.toUpperCase()));

/** @throws {WrongShape} where it is no whole number of minor units, as another product's hundredths of a króna */
function moneyOf(amount: number, currency: string): { amountMinor: number; currency: string } {
	const code = currency.toUpperCase();
	const amountMinor = fromStripeAmount(amount, code);
	if (!Number.isSafeInteger(amountMinor)) throw new WrongShape('an amount in parts of a minor unit');
	return { amountMinor, currency: code };
}

/** Returns metadata that we wrote, or null: other products may store any value under any name. */
function textIn(metadata: Metadata, name: string, pattern: RegExp): string | null {
	const text = metadata?.[name];
	return typeof text === 'string' && pattern.test(text) ? text : null;
}

const idOf = (reference: Reference): string | null =>
	typeof reference === 'string' ? reference : (reference?.id ?? null);

/** Visible ASCII: fit for a text column, a log and an address. */
const stripeId = z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/));
const currencyCode = z.string().check(z.regex(/^[A-Za-z]{3}$/));
/** Stripe takes twelve digits at most. Sums of these stay exact. */
const minorAmount = z.int().check(z.minimum(0), z.maximum(999_999_999_999));
/** Stripe gives an id, or the whole thing where it was asked to. */
const reference = z.nullish(z.union([stripeId, z.object({ id: stripeId })]));
const metadata = z.nullish(z.record(z.string(), z.unknown()));

const sessionShape = z.object({
	object: z.literal('checkout.session'),
	id: stripeId,
	livemode: z.boolean(),
	status: z.nullish(z.string()),
	payment_status: z.string(),
	payment_intent: reference,
	currency: z.nullish(currencyCode),
	amount_total: z.nullish(minorAmount),
	url: z.nullish(z.string().check(z.regex(/^https?:\/\/[\x21-\x7e]{1,4000}$/))),
	metadata,
});

const refundShape = z.object({
	object: z.literal('refund'),
	id: stripeId,
	payment_intent: reference,
	amount: minorAmount,
	currency: currencyCode,
	status: z.nullish(z.string()),
	metadata,
});

const disputeShape = z.object({
	object: z.literal('dispute'),
	id: stripeId,
	payment_intent: reference,
	amount: minorAmount,
	currency: currencyCode,
	status: z.string(),
});

/** What only operators read of a dispute: odd ones cost no fact. */
const disputeTermsShape = z.object({
	reason: z.nullish(z.string().check(z.regex(/^[a-z_]{1,60}$/))),
	evidence_details: z.nullish(z.object({ due_by: z.nullish(z.int().check(z.minimum(1), z.maximum(253_402_300_799))) })),
});

const eventShape = z.object({
	object: z.literal('event'),
	id: stripeId,
	type: z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/)),
	created: z.int().check(z.minimum(0), z.maximum(253_402_300_799)),
	account: z.nullish(z.string()),
	livemode: z.boolean(),
	data: z.object({ object: z.record(z.string(), z.unknown()) }),
});

export const listShape = z.object({ object: z.literal('list'), data: z.array(z.unknown()) });

type Reference = z.output<typeof reference>;
type Metadata = z.output<typeof metadata>;

export class WrongShape extends Error {
	override name = 'WrongShape';
}

export function read<Shape extends z.ZodMiniType>(shape: Shape, thing: unknown, what: string): z.output<Shape> {
	const { data, error } = z.safeParse(shape, thing);
	if (error) throw new WrongShape(`${what} of an unknown shape, at ${error.issues[0]?.path.join('.') || 'its top'}`);
	return data;
}

export const toStripeAmount = (amountMinor: number, currency: string): number =>
	amountMinor * (currencyOf(currency)?.providerUnits ?? 1);

export const fromStripeAmount = (amount: number, currency: string): number =>
	amount / (currencyOf(currency)?.providerUnits ?? 1);
