/** Sends to the browsers' push services: encrypted by RFC 8291, signed by RFC 8292. */
import { encryptNotification, vapidHeaders } from '@block65/webcrypto-web-push';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { PushConfig } from '#server/config/config.ts';
import type { PushAddress, PushMessage, PushOutcome, PushProvider } from '#server/push/push-provider.ts';
import { openLane, type Lane } from './lanes.ts';
import { post, type PushAnswer } from './post.ts';
import { isPushService } from './services.ts';

/** A signature is valid for twelve hours. */
const SIGNATURE_MS = 6 * 3_600_000;
const RETRY_S = 60;
const SOCKETS_MAX = 50;
/** Origins whose lanes and signatures are kept. */
const ORIGINS_MAX = 1_000;
/** Idle sockets are closed by us first: a message on one that the service is closing would be lost. */
const IDLE_MS = 3_000;

export interface WebPushOptions {
	/** Resolves host names to public addresses only. */
	lookup: LookupFunction;
	timeoutMs?: number;
}

export function openWebPush(config: PushConfig, { lookup, timeoutMs = 10_000 }: WebPushOptions): PushProvider {
	const sockets = { keepAlive: true, maxSockets: SOCKETS_MAX, timeout: IDLE_MS };
	const secure = new HttpsAgent({ ...sockets, lookup });
	const plain = new HttpAgent(sockets);
	const lanes = new Map<string, Lane>();
	const signatures = new Map<string, { headers: Promise<Record<string, string>>; until: number }>();

	function laneOf(origin: string): Lane {
		const lane = lanes.get(origin) ?? openLane();
		// A domain has any number of hosts, and fans name them. Requests under way keep their lane.
		if (lanes.size >= ORIGINS_MAX) lanes.clear();
		lanes.set(origin, lane);
		return lane;
	}

	/** One signature serves a service for hours. */
	function signed(origin: string): Promise<Record<string, string>> {
		const kept = signatures.get(origin);
		if (kept && kept.until > performance.now()) return kept.headers;
		// The library signs for https alone; the emulator on this machine looks at the key.
		const endpoint = origin.replace(/^http:/, 'https:');
		const vapid = { subject: config.subject, publicKey: config.publicKey, privateKey: config.privateKey };
		const made = vapidHeaders({ endpoint, expirationTime: null, keys: { auth: '', p256dh: '' } }, vapid);
		const headers = made.then((all) => all.headers);
		if (signatures.size >= ORIGINS_MAX) signatures.clear();
		signatures.set(origin, { headers, until: performance.now() + SIGNATURE_MS });
		return headers;
	}

	async function deliver({ endpoint, p256dh, auth }: PushAddress, message: PushMessage): Promise<PushAnswer> {
		const url = new URL(endpoint);
		const subscription = { endpoint, expirationTime: null, keys: { p256dh, auth } };
		const body = await encryptNotification(subscription, new TextEncoder().encode(message.text), { pad: false });
		const headers = { ...(await signed(url.origin)), ttl: String(message.keepFor), urgency: 'normal' };
		return post(url, { headers, body, timeoutMs, agent: url.protocol === 'https:' ? secure : plain });
	}

	return {
		publicKey: config.publicKey,
		serves: (endpoint) => isPushService(endpoint, config.emulatorOrigin),
		async send(address, message) {
			if (!isPushService(address.endpoint, config.emulatorOrigin)) return 'gone';
			const lane = laneOf(new URL(address.endpoint).origin);
			return lane.inTurn(async () => {
				const rest = lane.restsFor();
				if (rest > 0) return rest;
				const answer = await deliver(address, message).catch(() => null);
				return outcomeOf(answer, lane);
			});
		},
	};
}

function outcomeOf(answer: PushAnswer | null, lane: Lane): PushOutcome {
	if (answer === null) {
		lane.failed();
		return 'lost';
	}
	const { status, retryAfterS } = answer;
	if (status === 429 || status === 503) {
		const pause = Math.max(1, retryAfterS ?? RETRY_S);
		lane.rest(pause);
		return pause;
	}
	if (status >= 500) {
		lane.failed();
		return 'lost';
	}
	lane.worked();
	if (status === 404 || status === 410) return 'gone';
	return status >= 200 && status < 300 ? 'sent' : 'lost';
}
