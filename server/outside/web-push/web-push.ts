/** Sends to the browsers' push services: encrypted by RFC 8291, signed by RFC 8292. */
import { ECDH } from 'node:crypto';
import { Agent as HttpAgent, type Agent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import { encryptNotification, vapidHeaders } from '@block65/webcrypto-web-push';
import { cachedByKey } from '#server/kernel/cache.ts';
import { ask, readBody, within } from '#server/kernel/within.ts';
import type { PushConfig } from '#server/config/config.ts';
import type { PushAddress, PushMessage, PushOutcome, PushProvider } from '#server/push/push-provider.ts';

/** A signature is valid for twelve hours. */
const SIGNATURE_MS = 6 * 3_600_000;
const RETRY_S = 60;
const SOCKETS_MAX = 50;
const ANSWER_BYTES_MAX = 64 * 1024;
/** Origins whose lanes and signatures are kept. */
const ORIGINS_MAX = 1_000;
/** Idle sockets are closed by us first: a message on one that the service is closing would be lost. */
const IDLE_MS = 3_000;

/** @param lookup resolves host names to public addresses only */
export function openWebPush(
	config: PushConfig,
	{ lookup, timeoutMs = 10_000 }: { lookup: LookupFunction; timeoutMs?: number },
): PushProvider {
	const sockets = { keepAlive: true, maxSockets: SOCKETS_MAX, timeout: IDLE_MS };
	const secure = new HttpsAgent({ ...sockets, lookup });
	const plain = new HttpAgent(sockets);
	const lanes = new Map<string, Lane>();

	function laneOf(origin: string): Lane {
		const lane = lanes.get(origin) ?? openLane();
		// A domain has any number of hosts, and fans name them. Requests under way keep their lane.
		if (lanes.size >= ORIGINS_MAX) lanes.clear();
		lanes.set(origin, lane);
		return lane;
	}

	/** One signature serves a service for hours. */
	const signatures = cachedByKey({ ageMs: SIGNATURE_MS, max: ORIGINS_MAX }, async (origin: string) => {
		// The library signs for https alone; the emulator on this machine looks at the key.
		const endpoint = origin.replace(/^http:/, 'https:');
		return (await vapidHeaders({ endpoint, expirationTime: null, keys: { auth: '', p256dh: '' } }, config)).headers;
	});

	async function prepare({ endpoint, p256dh, auth }: PushAddress, { text, keepFor }: PushMessage) {
		const { origin, protocol } = new URL(endpoint);
		const subscription = { endpoint, expirationTime: null, keys: { p256dh, auth } };
		const body = await encryptNotification(subscription, new TextEncoder().encode(text), { pad: false });
		const headers = {
			...(await signatures.read(origin)),
			ttl: String(keepFor),
			urgency: 'normal',
			'content-encoding': 'aes128gcm',
			'content-type': 'application/octet-stream',
		};
		return { headers, body, timeoutMs, agent: protocol === 'https:' ? secure : plain };
	}

	const accepts = (address: PushAddress) =>
		isPushService(address.endpoint, config.emulatorOrigin) && canEncryptFor(address);

	return {
		publicKey: config.publicKey,
		accepts,
		async send(address, message) {
			if (!accepts(address)) return 'gone';
			const url = new URL(address.endpoint);
			const lane = laneOf(url.origin);
			return lane.inTurn(async () => {
				const rest = lane.restsFor();
				if (rest > 0) return rest;
				// A fault of ours says nothing about the service.
				const request = await prepare(address, message).catch(() => null);
				if (request === null) return 'lost';
				return outcomeOf(await post(url, request).catch(() => null), lane);
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
		const pause = Math.min(REST_MAX_S, Math.max(1, retryAfterS ?? RETRY_S));
		lane.rest(pause);
		return pause;
	}
	if (status >= 500) {
		lane.failed();
		return 'lost';
	}
	lane.worked();
	if (status >= 200 && status < 300) return 'sent';
	if (status === 404 || status === 410) return 'gone';
	// Too large, or too slow: faults of the message, not of the device.
	return status === 413 || status === 408 || status < 400 ? 'lost' : 'refused';
}

interface PushAnswer {
	status: number;
	retryAfterS: number | null;
}

interface PushRequest {
	headers: Record<string, string>;
	body: Uint8Array;
	timeoutMs: number;
	agent: Agent;
}

/** Rejects when no answer arrives in time. What a service says besides its status is for people. */
export const post = (url: URL, { headers, body, timeoutMs, agent }: PushRequest): Promise<PushAnswer> =>
	within(async (signal) => {
		const sent = { method: 'POST', agent, signal, headers: { ...headers, 'content-length': body.byteLength } };
		const answer = await ask(url, sent, body);
		await readBody(answer, ANSWER_BYTES_MAX);
		return { status: answer.statusCode ?? 0, retryAfterS: secondsIn(answer.headers['retry-after']) };
	}, timeoutMs);

function secondsIn(value: string | undefined): number | null {
	if (value === undefined) return null;
	// Else `-1` and `120.5` would be years of the past.
	const date = /^[A-Z][a-z]+, /.test(value) ? Date.parse(value) : Number.NaN;
	const seconds = /^\d{1,9}$/.test(value) ? Number(value) : (date - Date.now()) / 1000;
	return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}

const HOSTS = new Set([
	// Chrome, Edge on Android, Samsung Internet, Opera.
	'fcm.googleapis.com',
	'jmt17.google.com',
	'updates.push.services.mozilla.com',
	'web.push.apple.com',
]);
/** Services whose host names are many. */
const DOMAINS = ['.notify.windows.com', '.push.services.mozilla.com', '.push.apple.com'];

function canEncryptFor({ p256dh, auth }: PushAddress): boolean {
	if (Buffer.from(auth, 'base64url').length !== 16) return false;
	const point = Buffer.from(p256dh, 'base64url');
	if (point.length !== 65 || point[0] !== 4) return false;
	try {
		return ECDH.convertKey(point, 'prime256v1').length > 0;
	} catch {
		return false;
	}
}

/** @param emulatorOrigin origin of a push service on this machine, which alone may use plain http */
export function isPushService(endpoint: string, emulatorOrigin: string | null): boolean {
	if (!URL.canParse(endpoint)) return false;
	const { protocol, origin, hostname, port, username, password } = new URL(endpoint);
	if (username !== '' || password !== '') return false;
	if (emulatorOrigin !== null && origin === emulatorOrigin) return true;
	if (protocol !== 'https:' || port !== '') return false;
	return HOSTS.has(hostname) || DOMAINS.some((domain) => hostname.endsWith(domain));
}

/** Requests to one service at once. */
const PARALLEL = 50;
/** So many failures in a row make a service rest. */
const FAILURES_MAX = 5;
const REST_S = 60;
const REST_MAX_S = 3_600;

/** Keeps push services apart, so that one that is slow or asks for patience holds nobody else up. */
interface Lane {
	restsFor(): number;
	inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
	rest(seconds: number): void;
	failed(): void;
	worked(): void;
}

export function openLane(now: () => number = () => performance.now()): Lane {
	const waiting: (() => void)[] = [];
	let running = 0;
	let failures = 0;
	let restsUntil = 0;

	const rest = (seconds: number) => {
		restsUntil = Math.max(restsUntil, now() + Math.min(seconds, REST_MAX_S) * 1000);
	};
	return {
		restsFor: () => Math.max(0, Math.ceil((restsUntil - now()) / 1000)),
		async inTurn(work) {
			if (running >= PARALLEL) await new Promise<void>((resume) => void waiting.push(resume));
			else running += 1;
			try {
				return await work();
			} finally {
				const next = waiting.shift();
				if (next) next();
				else running -= 1;
			}
		},
		rest,
		failed() {
			failures += 1;
			if (failures >= FAILURES_MAX) rest(REST_S);
		},
		worked() {
			failures = 0;
		},
	};
}
