/** Holds the state of the emulated Stripe: card pages, payments, refunds, disputes and events. */
import { randomBytes } from 'node:crypto';
import { expectChargeable, expectPayable, StripeFault } from './amounts.ts';

/** Stripe's well-known test cards, each named for what happens to it. */
interface Outcome {
	/** Decline message on the card page. Undefined: the payment succeeds. */
	declined?: string;
	/** The bank asks for a 3-D Secure confirmation first. */
	challenge?: boolean;
	/** The money is taken and its owner complains at once. */
	disputed?: boolean;
}

interface TestCard {
	number: string;
	name: string;
	outcome: Outcome;
}

export const testCards: readonly TestCard[] = [
	{ number: '4242424242424242', name: 'Pays', outcome: {} },
	{ number: '4000002760003184', name: 'Asks for 3-D Secure', outcome: { challenge: true } },
	{ number: '4000000000000002', name: 'Is declined', outcome: { declined: 'Your card was declined.' } },
	{
		number: '4000000000009995',
		name: 'Has insufficient funds',
		outcome: { declined: 'Your card has insufficient funds.' },
	},
	{
		number: '4000000000000119',
		name: 'Meets a processing error',
		outcome: { declined: 'An error occurred while processing your card. Try again in a little bit.' },
	},
	{ number: '4000000000000069', name: 'Has expired', outcome: { declined: 'Your card has expired.' } },
	{ number: '4000000000000259', name: 'Pays, and is disputed', outcome: { disputed: true } },
];

export function outcomeOf(typed: string): Outcome | null {
	const number = typed.replaceAll(/\D/g, '');
	return testCards.find((card) => card.number === number)?.outcome ?? null;
}

type Metadata = Record<string, string>;

export interface Session {
	id: string;
	object: 'checkout.session';
	status: 'open' | 'complete' | 'expired';
	payment_status: 'paid' | 'unpaid';
	payment_intent: string | null;
	amount_total: number;
	currency: string;
	client_reference_id: string | null;
	metadata: Metadata;
	created: number;
	expires_at: number;
	url: string | null;
	success_url: string;
	cancel_url: string | null;
	livemode: false;
	/** Name of the only line item. Not a field of Stripe. */
	item_name: string;
	payment_metadata: Metadata;
}

interface Payment {
	id: string;
	amount: number;
	currency: string;
	metadata: Metadata;
	refunded: number;
}

export interface Refund {
	id: string;
	object: 'refund';
	amount: number;
	currency: string;
	payment_intent: string;
	status: 'pending' | 'succeeded' | 'failed';
	metadata: Metadata;
	created: number;
}

interface DisputeTerms {
	inquiry?: boolean;
	amount?: number;
	currency?: string;
}

interface Dispute {
	id: string;
	object: 'dispute';
	amount: number;
	currency: string;
	payment_intent: string;
	status: 'needs_response' | 'warning_needs_response' | 'under_review' | 'won' | 'lost' | 'appeal_under_review';
	reason: string;
	evidence_details: { due_by: number };
	created: number;
}

export interface Event {
	id: string;
	object: 'event';
	type: string;
	created: number;
	livemode: false;
	api_version: string;
	data: { object: object };
}

export type NewSession = Pick<
	Session,
	'amount_total' | 'currency' | 'client_reference_id' | 'metadata' | 'success_url' | 'cancel_url' | 'item_name'
> & { payment_metadata: Metadata; expires_at: number | null };

/** What outlives the program. */
export interface Kept {
	sessions: Session[];
	payments: Payment[];
	refunds: Refund[];
	disputes: Dispute[];
	events: Event[];
	/** First answers by idempotency key. */
	remembered: [string, { asked: string; answer: object }][];
}

/** Stripe lists events of the last 30 days. */
const EVENTS_KEPT_S = 30 * 24 * 3_600;
const MINUTE_S = 60;
const LIFE_MIN_S = 30 * MINUTE_S;
const LIFE_MAX_S = 24 * 60 * MINUTE_S;

export type StripeState = ReturnType<typeof openState>;

interface StateOptions {
	/** Where the card pages are. */
	origin: string;
	/** Epoch milliseconds. */
	now?: () => number;
	kept?: Kept | undefined;
	/** Hears of everything that happens. */
	onEvent: (event: Event) => void;
}

export function openState({ origin, now = Date.now, kept, onEvent }: StateOptions) {
	const byId = <Thing extends { id: string }>(things: Thing[] = []) =>
		new Map(things.map((thing) => [thing.id, thing]));
	const pageOf = (id: string) => `${origin}/pay/${id}`;
	// The program listens elsewhere after a restart.
	const moved = kept?.sessions.map((session) => ({ ...session, url: session.url && pageOf(session.id) }));
	const sessions = byId(moved);
	const payments = byId(kept?.payments);
	const refunds = byId(kept?.refunds);
	const disputes = byId(kept?.disputes);
	const events = kept?.events ?? [];
	const remembered = new Map(kept?.remembered);
	const seconds = () => Math.floor(now() / 1000);

	/** Copies the object: an event keeps its state at that time, whatever changes later. */
	function happen(type: string, object: object): void {
		const data = { object: structuredClone(object) };
		const event: Event = {
			id: newId('evt'),
			object: 'event',
			type,
			created: seconds(),
			livemode: false,
			api_version: '2026-10-28.endive',
			data,
		};
		events.push(event);
		onEvent(event);
	}

	function expire(session: Session): void {
		Object.assign(session, { status: 'expired', url: null });
		happen('checkout.session.expired', session);
	}

	function readSession(id: string): Session {
		const session = sessions.get(id);
		if (!session) throw new StripeFault(404, 'resource_missing', `No such checkout.session: '${id}'`);
		if (session.status === 'open' && session.expires_at <= seconds()) expire(session);
		return session;
	}

	function readPayment(id: string): Payment {
		const payment = payments.get(id);
		if (!payment) throw new StripeFault(404, 'resource_missing', `No such payment_intent: '${id}'`);
		return payment;
	}

	function take(session: Session): void {
		const { amount_total: amount, currency, payment_metadata: metadata } = session;
		const payment = { id: newId('pi'), amount, currency, metadata, refunded: 0 };
		payments.set(payment.id, payment);
		Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: payment.id, url: null });
		happen('checkout.session.completed', session);
	}

	return {
		sessions,
		payments,
		refunds,
		disputes,
		events,
		remembered,
		readSession,

		createSession({ expires_at, ...given }: NewSession): Session {
			expectChargeable(given.amount_total, given.currency);
			const created = seconds();
			const expiresAt = expires_at ?? created + LIFE_MAX_S;
			if (expiresAt < created + LIFE_MIN_S || expiresAt > created + LIFE_MAX_S) {
				throw new StripeFault(400, 'parameter_invalid', 'expires_at must be between 30 minutes and 24 hours from now');
			}
			const id = newId('cs_test');
			const session: Session = {
				...given,
				id,
				object: 'checkout.session',
				status: 'open',
				payment_status: 'unpaid',
				payment_intent: null,
				created,
				expires_at: expiresAt,
				url: pageOf(id),
				livemode: false,
			};
			sessions.set(id, session);
			return session;
		},

		expireSession(id: string): Session {
			const session = readSession(id);
			if (session.status !== 'open') {
				throw new StripeFault(400, 'resource_invalid_state', 'Only Checkout Sessions that are open can be expired');
			}
			expire(session);
			return session;
		},

		/** A fan presses Pay: the money is taken, or the outcome says why not. */
		pay(id: string, outcome: Outcome): Session {
			const session = readSession(id);
			if (session.status !== 'open') throw new StripeFault(400, 'resource_invalid_state', 'This page is closed');
			if (outcome.declined === undefined) take(session);
			if (outcome.disputed && session.payment_intent) this.dispute(session.payment_intent);
			return session;
		},

		/** Without an amount: what is left. */
		refund(paymentId: string, amount?: number, metadata: Metadata = {}): Refund {
			const payment = readPayment(paymentId);
			const open = payment.amount - payment.refunded;
			const given = amount ?? open;
			if (open === 0) throw new StripeFault(400, 'charge_already_refunded', 'The charge has already been refunded');
			expectPayable(given, payment.currency);
			if (given > open) {
				throw new StripeFault(400, 'amount_too_large', `Only ${open} can be refunded`);
			}
			payment.refunded += given;
			const refund: Refund = {
				id: newId('re'),
				object: 'refund',
				amount: given,
				currency: payment.currency,
				payment_intent: paymentId,
				status: 'succeeded',
				metadata,
				created: seconds(),
			};
			refunds.set(refund.id, refund);
			happen('refund.created', refund);
			return refund;
		},

		/** The bank sends the money back again. */
		failRefund(refundId: string): Refund {
			const refund = refunds.get(refundId);
			if (!refund) throw new StripeFault(404, 'resource_missing', `No such refund: '${refundId}'`);
			if (refund.status === 'failed') return refund;
			readPayment(refund.payment_intent).refunded -= refund.amount;
			refund.status = 'failed';
			happen('refund.failed', refund);
			return refund;
		},

		/** A cardholder may dispute a part of a payment, and the bank may count in the cardholder's currency. */
		dispute(paymentId: string, given: DisputeTerms = {}): Dispute {
			const { inquiry = false, amount, currency } = { ...readPayment(paymentId), ...given };
			const dispute: Dispute = {
				id: newId('du'),
				object: 'dispute',
				amount,
				currency,
				payment_intent: paymentId,
				status: inquiry ? 'warning_needs_response' : 'needs_response',
				reason: 'fraudulent',
				evidence_details: { due_by: seconds() + 7 * 86_400 },
				created: seconds(),
			};
			disputes.set(dispute.id, dispute);
			happen('charge.dispute.created', dispute);
			return dispute;
		},

		closeDispute(disputeId: string, status: 'won' | 'lost'): Dispute {
			const dispute = disputes.get(disputeId);
			if (!dispute) throw new StripeFault(404, 'resource_missing', `No such dispute: '${disputeId}'`);
			if (dispute.status === 'won' || dispute.status === 'lost') return dispute;
			dispute.status = status;
			happen('charge.dispute.closed', dispute);
			return dispute;
		},

		/** We do not accept that a dispute was lost; its end comes by `closeDispute` again. */
		appealDispute(disputeId: string): Dispute {
			const dispute = disputes.get(disputeId);
			if (dispute?.status !== 'lost') throw new StripeFault(400, 'resource_invalid_state', 'Only lost disputes');
			dispute.status = 'appeal_under_review';
			happen('charge.dispute.updated', dispute);
			return dispute;
		},

		toKeep(): Kept {
			const since = seconds() - EVENTS_KEPT_S;
			return {
				sessions: [...sessions.values()],
				payments: [...payments.values()],
				refunds: [...refunds.values()],
				disputes: [...disputes.values()],
				events: events.filter(({ created }) => created >= since),
				remembered: [...remembered],
			};
		},

		/** Pages whose time is over close by themselves. */
		sweep(): void {
			for (const id of sessions.keys()) readSession(id);
		},
	};
}

function newId(prefix: string): string {
	return `${prefix}_${randomBytes(18).toString('base64url').replaceAll(/[-_]/g, 'x')}`;
}
