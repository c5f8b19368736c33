/** Holds the state of the emulated Stripe: card pages, payments, refunds, disputes and events. */
import { randomBytes } from 'node:crypto';
import { expectChargeable, expectPayable, StripeFault } from './amounts.ts';

/** What happens to a card. Nothing of it: the payment succeeds. */
export interface Outcome {
	/** Decline message on the card page. */
	declined?: string;
	/** The bank asks for a 3-D Secure confirmation first. */
	challenge?: boolean;
	/** The money is taken and its owner complains at once. */
	disputed?: boolean;
}

const PROCESSING = 'An error occurred while processing your card. Try again in a little bit.';

/** Stripe's well-known test cards, each named for what happens to it. */
export const testCards: readonly (readonly [number: string, name: string, Outcome])[] = [
	['4242424242424242', 'Pays', {}],
	['4000002760003184', 'Asks for 3-D Secure', { challenge: true }],
	['4000000000000002', 'Is declined', { declined: 'Your card was declined.' }],
	['4000000000009995', 'Has insufficient funds', { declined: 'Your card has insufficient funds.' }],
	['4000000000000119', 'Meets a processing error', { declined: PROCESSING }],
	['4000000000000069', 'Has expired', { declined: 'Your card has expired.' }],
	['4000000000000259', 'Pays, and is disputed', { disputed: true }],
];

export function outcomeOf(typed: string): Outcome | null {
	const digits = typed.replaceAll(/\D/g, '');
	return testCards.find(([number]) => number === digits)?.[2] ?? null;
}

type Metadata = Record<string, string>;

interface Asked {
	amount_total: number;
	currency: string;
	client_reference_id: string | null;
	metadata: Metadata;
	success_url: string;
	cancel_url: string | null;
	/** Name of the only line item. Not a field of Stripe. */
	item_name: string;
	payment_metadata: Metadata;
}

export interface NewSession extends Asked {
	expires_at: number | null;
}

export interface Session extends Asked {
	id: string;
	object: 'checkout.session';
	status: 'open' | 'complete' | 'expired';
	payment_status: 'paid' | 'unpaid';
	payment_intent: string | null;
	created: number;
	expires_at: number;
	url: string | null;
	livemode: false;
}

interface Payment {
	id: string;
	amount: number;
	currency: string;
	metadata: Metadata;
	refunded: number;
}

/** A refund or a dispute. */
interface Reversal {
	id: string;
	object: string;
	amount: number;
	currency: string;
	payment_intent: string;
	status: string;
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

/** What outlives the program. */
export interface Kept {
	sessions: Session[];
	payments: Payment[];
	refunds: Reversal[];
	disputes: Reversal[];
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
	const sessions = byId(kept?.sessions.map((session) => ({ ...session, url: session.url && pageOf(session.id) })));
	const payments = byId(kept?.payments);
	const refunds = byId(kept?.refunds);
	const disputes = byId(kept?.disputes);
	const events = kept?.events ?? [];
	const remembered = new Map(kept?.remembered);
	const seconds = () => Math.floor(now() / 1000);

	/** Copies the object: an event keeps its state at that time, whatever changes later. */
	function happen(type: string, object: object): void {
		const data = { object: structuredClone(object) };
		const about = { type, created: seconds(), livemode: false, api_version: '2026-10-28.endive', data } as const;
		const event: Event = { id: newId('evt'), object: 'event', ...about };
		events.push(event);
		onEvent(event);
	}

	function find<Thing>(things: ReadonlyMap<string, Thing>, kind: string, id: string): Thing {
		const thing = things.get(id);
		if (!thing) throw new StripeFault(404, 'resource_missing', `No such ${kind}: '${id}'`);
		return thing;
	}

	const readPayment = (id: string) => find(payments, 'payment_intent', id);

	function readSession(id: string): Session {
		const session = find(sessions, 'checkout.session', id);
		if (session.status === 'open' && session.expires_at <= seconds()) expire(session);
		return session;
	}

	function readOpen(id: string, refusal: string): Session {
		const session = readSession(id);
		if (session.status !== 'open') throw new StripeFault(400, 'resource_invalid_state', refusal);
		return session;
	}

	function expire(session: Session): Session {
		Object.assign(session, { status: 'expired', url: null });
		happen('checkout.session.expired', session);
		return session;
	}

	function take(session: Session): void {
		const { amount_total: amount, currency, payment_metadata: metadata } = session;
		const payment = { id: newId('pi'), amount, currency, metadata, refunded: 0 };
		payments.set(payment.id, payment);
		Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: payment.id, url: null });
		happen('checkout.session.completed', session);
	}

	function keep(things: Map<string, Reversal>, type: string, reversal: Reversal): Reversal {
		things.set(reversal.id, reversal);
		happen(type, reversal);
		return reversal;
	}

	function change(reversal: Reversal, status: string, type: string): Reversal {
		reversal.status = status;
		happen(type, reversal);
		return reversal;
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
			if (expiresAt < created + LIFE_MIN_S || expiresAt > created + LIFE_MAX_S)
				throw new StripeFault(400, 'parameter_invalid', 'expires_at must be between 30 minutes and 24 hours from now');
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

		expireSession: (id: string) => expire(readOpen(id, 'Only Checkout Sessions that are open can be expired')),

		/** A fan presses Pay: the money is taken, or the outcome says why not. */
		pay(id: string, outcome: Outcome): Session {
			const session = readOpen(id, 'This page is closed');
			if (outcome.declined === undefined) take(session);
			if (outcome.disputed && session.payment_intent) this.dispute(session.payment_intent);
			return session;
		},

		/** Without an amount: what is left. */
		refund(payment_intent: string, given?: number, metadata: Metadata = {}): Reversal {
			const payment = readPayment(payment_intent);
			const open = payment.amount - payment.refunded;
			const amount = given ?? open;
			if (open === 0) throw new StripeFault(400, 'charge_already_refunded', 'The charge has already been refunded');
			expectPayable(amount, payment.currency);
			if (amount > open) throw new StripeFault(400, 'amount_too_large', `Only ${open} can be refunded`);
			const held = disputes
				.values()
				.filter((one) => one.payment_intent === payment.id && !/^(?:won|warning_)/.test(one.status))
				.reduce((sum, one) => sum + (one.currency === payment.currency ? one.amount : payment.amount), 0);
			if (held > 0 && amount > open - held)
				throw new StripeFault(400, 'charge_disputed', 'The charge has been charged back');
			payment.refunded += amount;
			const money = { amount, currency: payment.currency, payment_intent };
			const made = { id: newId('re'), object: 'refund', status: 'succeeded', created: seconds() };
			return keep(refunds, 'refund.created', Object.assign(made, money, { metadata }));
		},

		/** The bank sends the money back again. */
		failRefund(refundId: string): Reversal {
			const refund = find(refunds, 'refund', refundId);
			if (refund.status === 'failed') return refund;
			readPayment(refund.payment_intent).refunded -= refund.amount;
			return change(refund, 'failed', 'refund.failed');
		},

		/** A cardholder may dispute a part of a payment, and the bank may count in the cardholder's currency. */
		dispute(payment_intent: string, given: { inquiry?: boolean; amount?: number; currency?: string } = {}): Reversal {
			const { inquiry = false, amount, currency } = { ...readPayment(payment_intent), ...given };
			const status = inquiry ? 'warning_needs_response' : 'needs_response';
			const made = { id: newId('du'), object: 'dispute', amount, currency, payment_intent, status, created: seconds() };
			const terms = { reason: 'fraudulent', evidence_details: { due_by: seconds() + 7 * 86_400 } };
			return keep(disputes, 'charge.dispute.created', Object.assign(made, terms));
		},

		closeDispute(disputeId: string, status: 'won' | 'lost'): Reversal {
			const dispute = find(disputes, 'dispute', disputeId);
			if (dispute.status === 'won' || dispute.status === 'lost') return dispute;
			return change(dispute, status, 'charge.dispute.closed');
		},

		/** We do not accept that a dispute was lost; its end comes by `closeDispute` again. */
		appealDispute(disputeId: string): Reversal {
			const dispute = disputes.get(disputeId);
			if (dispute?.status !== 'lost') throw new StripeFault(400, 'resource_invalid_state', 'Only lost disputes');
			return change(dispute, 'appeal_under_review', 'charge.dispute.updated');
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
