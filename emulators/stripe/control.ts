/**
 * What a person or a test asks to happen: `GET /control` lists everything, `POST /control/<wish>` takes a JSON body.
 *
 * mishaps {hold, lose, repeat, delayMs, reorder} · release {events?, times?} · troubles {slowMs, failures} ·
 * refund {payment_intent, amount?} · fail-refund {refund} · dispute {payment_intent, inquiry?} ·
 * close-dispute {dispute, status} · expire {session}
 */
import type { ServerResponse } from 'node:http';
import type { Deliveries, Mishaps } from './deliveries.ts';
import { StripeFault } from './fault.ts';
import type { World } from './state.ts';

export interface Troubles {
	/** Milliseconds before any answer of the API. */
	slowMs: number;
	/** Of the next answers, in order: status 0 is a dead line; `after`: the deed is done all the same. */
	failures: { status: number; when: 'before' | 'after' }[];
}

export interface Controlled {
	world: World;
	deliveries: Deliveries;
	troubles: Troubles;
}

interface Wish {
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

export function answerControl(house: Controlled, path: string, body: string, response: ServerResponse): void {
	const given = JSON.parse(body || '{}') as Wish & Partial<Mishaps> & Partial<Troubles>;
	const wish = path.slice('/control/'.length);
	const result = wish === '' ? overview(house) : fulfil(house, wish, given);
	response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result));
}

function fulfil(
	{ world, deliveries, troubles }: Controlled,
	wish: string,
	given: Wish & Partial<Mishaps> & Partial<Troubles>,
): object {
	switch (wish) {
		case 'mishaps':
			return Object.assign(deliveries.mishaps, given);
		case 'troubles':
			return Object.assign(troubles, given);
		case 'release': {
			const chosen = given.events
				? world.events.filter(({ id }) => given.events?.includes(id))
				: deliveries.held.splice(0);
			for (let time = 0; time < (given.times ?? 1); time += 1) deliveries.release(chosen);
			return { released: chosen.map(({ id }) => id) };
		}
		case 'refund':
			return world.refund(given.payment_intent, given.amount);
		case 'fail-refund':
			return world.failRefund(given.refund);
		case 'dispute':
			return world.dispute(given.payment_intent, { inquiry: given.inquiry });
		case 'close-dispute':
			return world.closeDispute(given.dispute, given.status);
		case 'expire':
			return world.expireSession(given.session);
		default:
			throw new StripeFault(404, 'wish_unknown', `Nothing is called ${wish}`);
	}
}

function overview({ world, deliveries, troubles }: Controlled): object {
	return {
		mishaps: deliveries.mishaps,
		troubles,
		sessions: [...world.sessions.values()],
		payments: [...world.payments.values()],
		refunds: [...world.refunds.values()],
		disputes: [...world.disputes.values()],
		events: world.events.map(({ id, type, created }) => ({ id, type, created })),
		held: deliveries.held.map(({ id }) => id),
		deliveries: deliveries.log,
	};
}
