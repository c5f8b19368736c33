/**
 * Lets a person or a test control the emulator: `GET /control` lists everything, `POST /control/<action>` takes a JSON
 * body.
 *
 * mishaps {hold, lose, repeat, delayMs, reorder} · release {events?, times?} · troubles {slowMs, failures} ·
 * refund {payment_intent, amount?} · fail-refund {refund} · dispute {payment_intent, inquiry?} ·
 * close-dispute {dispute, status} · expire {session}
 */
import type { ServerResponse } from 'node:http';
import type { Deliveries, Mishaps } from './deliveries.ts';
import { StripeFault, type StripeState } from './state.ts';

export interface Troubles {
	/** Milliseconds before any answer of the API. */
	slowMs: number;
	/** Failures of the next responses, in order. Status 0 breaks the connection; `after` carries out the action first. */
	failures: { status: number; when: 'before' | 'after' }[];
}

export interface Controlled {
	state: StripeState;
	deliveries: Deliveries;
	troubles: Troubles;
}

interface Action {
	payment_intent: string;
	amount?: number;
	refund: string;
	dispute: string;
	inquiry?: boolean;
	status: 'won' | 'lost';
	session: string;
	events?: string[];
	times?: number;
}

export function answerControl(controlled: Controlled, path: string, body: string, response: ServerResponse): void {
	const given = JSON.parse(body || '{}') as Action & Partial<Mishaps> & Partial<Troubles>;
	const action = path.slice('/control/'.length);
	const result = action === '' ? overview(controlled) : perform(controlled, action, given);
	response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result));
}

function perform(
	{ state, deliveries, troubles }: Controlled,
	action: string,
	given: Action & Partial<Mishaps> & Partial<Troubles>,
): object {
	switch (action) {
		case 'mishaps':
			return Object.assign(deliveries.mishaps, given);
		case 'troubles':
			return Object.assign(troubles, given);
		case 'release': {
			const chosen = given.events
				? state.events.filter(({ id }) => given.events?.includes(id))
				: deliveries.held.splice(0);
			for (let time = 0; time < (given.times ?? 1); time += 1) deliveries.release(chosen);
			return { released: chosen.map(({ id }) => id) };
		}
		case 'refund':
			return state.refund(given.payment_intent, given.amount);
		case 'fail-refund':
			return state.failRefund(given.refund);
		case 'dispute':
			return state.dispute(given.payment_intent, { inquiry: given.inquiry });
		case 'close-dispute':
			return state.closeDispute(given.dispute, given.status);
		case 'expire':
			return state.expireSession(given.session);
		default:
			throw new StripeFault(404, 'action_unknown', `Nothing is called ${action}`);
	}
}

function overview({ state, deliveries, troubles }: Controlled): object {
	return {
		mishaps: deliveries.mishaps,
		troubles,
		sessions: [...state.sessions.values()],
		payments: [...state.payments.values()],
		refunds: [...state.refunds.values()],
		disputes: [...state.disputes.values()],
		events: state.events.map(({ id, type, created }) => ({ id, type, created })),
		held: deliveries.held.map(({ id }) => id),
		deliveries: deliveries.log,
	};
}
