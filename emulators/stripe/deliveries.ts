/** Sends signed webhooks, retries them until they are answered, as Stripe does, and holds them back on request. */
import { createHmac } from 'node:crypto';
import type { Event } from './state.ts';

/** Seconds between tries; Stripe goes on for three days. */
const RETRY_S = [2, 10, 60, 300, 1_800, 7_200, 18_000, 36_000, 43_200, 43_200, 43_200];
const ANSWER_MS_MAX = 20_000;

export interface Receiver {
	/** Where the site takes messages. */
	webhookUrl: string | (() => string);
	webhookSecret: string;
}

export function openDeliveries({ webhookUrl, webhookSecret }: Receiver) {
	/** True: events are held back until they are released. */
	const mishaps = { hold: false };
	const held: Event[] = [];
	const timers = new Set<NodeJS.Timeout>();
	const log: { event: string; status: number | string }[] = [];

	/** One try; true where it was taken. */
	async function send(event: Event): Promise<boolean> {
		const { body, signature } = sign(event, webhookSecret);
		try {
			const response = await fetch(typeof webhookUrl === 'string' ? webhookUrl : webhookUrl(), {
				method: 'POST',
				headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
				body,
				signal: AbortSignal.timeout(ANSWER_MS_MAX),
			});
			log.push({ event: event.id, status: response.status });
			await response.arrayBuffer();
			return response.ok;
		} catch (error) {
			log.push({ event: event.id, status: String(error) });
			return false;
		}
	}

	/** Until it is taken. */
	function sendLater(event: Event, pauses: readonly number[] = [0, ...RETRY_S]): void {
		const [pause, ...later] = pauses;
		if (pause === undefined) return;
		const timer = setTimeout(() => {
			timers.delete(timer);
			void send(event).then((isTaken) => isTaken || sendLater(event, later));
		}, pause * 1000);
		timers.add(timer);
	}

	return {
		mishaps,
		held,
		log,
		send,

		/** A new event sets out. */
		add(event: Event): void {
			if (mishaps.hold) held.push(event);
			else sendLater(event);
		},

		/** Sends again what is held, or any earlier event. */
		release(events: readonly Event[]): void {
			for (const event of events) sendLater(event);
		},

		close(): void {
			for (const timer of timers) clearTimeout(timer);
			timers.clear();
		},
	};
}

/** Stripe's signature: HMAC-SHA256 over `<seconds>.<body>`, computed again for each attempt. */
export function sign(
	event: object,
	secret: string,
	at = Math.floor(Date.now() / 1000),
): { body: string; signature: string } {
	const body = JSON.stringify(event);
	const hash = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
	return { body, signature: `t=${at},v1=${hash}` };
}
