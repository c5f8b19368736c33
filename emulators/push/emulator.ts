/**
 * The pretended push service: makes devices, takes messages, counts them and reads them. It refuses what real services
 * refuse. `troubles` makes it slow, forgetful or overworked. The product knows nothing of it but an origin. Tests alone start
 * it: a browser subscribes at its maker's service.
 */
import { createServer, type IncomingMessage, type ServerResponse, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { close, listen } from '../lib/server.ts';
import { ECDH, verify, createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

interface Received {
	device: string;
	/** What the service worker is given. */
	text: string;
}

/** Answers instead of taking messages, by the number of a device. */
interface Troubles {
	gone: Set<string>;
	/** Retry-After for the next so many messages: seconds, or what else a service may write there. */
	busy: { times: number; seconds: number | string };
	/** Messages that get no answer. */
	silent: Set<string>;
	/** Devices that are refused whatever they are sent, and how. */
	refused: Map<string, Refusal>;
}

export interface RunningPush {
	origin: string;
	/** Makes a device, as a browser that subscribes does. With a site's key, it takes messages of that site only. */
	subscribe(applicationServerKey?: string): Device;
	received: Received[];
	/** Requests, also those that were refused. */
	requests: number;
	troubles: Troubles;
	close(): Promise<void>;
}

export async function startPushEmulator({ port }: { port: number }): Promise<RunningPush> {
	const devices = new Map<string, Device & { siteKey: string | null }>();
	const received: Received[] = [];
	const troubles: Troubles = { gone: new Set(), busy: { times: 0, seconds: 1 }, silent: new Set(), refused: new Map() };
	const server = createServer((request, response) => {
		answer(request, response).catch((error: unknown) => {
			console.error('push emulator:', error);
			response.writeHead(500).end();
		});
	});
	const origin = await listen(server, port);

	const running: RunningPush = {
		origin,
		received,
		requests: 0,
		troubles,
		subscribe(applicationServerKey) {
			const device = openDevice(`${origin}/push/${devices.size + 1}`);
			devices.set(String(devices.size + 1), { ...device, siteKey: applicationServerKey ?? null });
			return device;
		},
		close: () => close(server),
	};

	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { pathname } = new URL(request.url ?? '/', origin);
		const name = pathname.replace('/push/', '');
		const device = devices.get(name);
		const message = await buffer(request);
		running.requests += 1;
		if (troubles.silent.has(name)) return;
		if (!device || troubles.gone.has(name)) return void response.writeHead(410).end();
		if (troubles.busy.times > 0) {
			troubles.busy.times -= 1;
			return void response.writeHead(429, { 'retry-after': String(troubles.busy.seconds) }).end();
		}
		const refusal = troubles.refused.get(name) ?? refusalOf(running.origin, device.siteKey, request.headers, message);
		if (refusal) return void response.writeHead(refusal.status).end(JSON.stringify({ reason: refusal.reason }));
		received.push({ device: name, text: device.read(message) });
		response.writeHead(201).end();
	}

	return running;
}

interface Refusal {
	status: number;
	reason: string;
}

/** A service need not take more. */
const MESSAGE_BYTES_MAX = 4_096;
/** Salt, record size and the length of the sender's key come before it. */
const SENDER_AT = 21;
const POINT_BYTES = 65;
const SIGNED_S_MAX = 24 * 3_600;

/**
 * Null for a message that is taken.
 * @param siteKey with which the device subscribed; null if it takes messages of any site
 */
function refusalOf(
	origin: string,
	siteKey: string | null,
	headers: IncomingHttpHeaders,
	message: Buffer,
): Refusal | null {
	const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
	if (!isPoint(Buffer.from(key, 'base64url'))) return { status: 401, reason: 'InvalidProviderToken' };
	if (siteKey !== null && key !== siteKey) return { status: 403, reason: 'VapidPkHashMismatch' };
	if (!isSigned(token, key, new URL(origin).host)) return { status: 403, reason: 'BadJwtToken' };
	if (!/^\d{1,10}$/.test(String(headers.ttl))) return { status: 400, reason: 'BadTtl' };
	if (headers['content-encoding'] !== 'aes128gcm') return { status: 400, reason: 'BadContentEncoding' };
	if (message.length > MESSAGE_BYTES_MAX) return { status: 413, reason: 'PayloadTooLarge' };
	return isPoint(senderOf(message)) ? null : { status: 400, reason: 'BadPayload' };
}

const senderOf = (message: Buffer): Buffer => message.subarray(SENDER_AT, SENDER_AT + (message[SENDER_AT - 1] ?? 0));

/** An uncompressed point of P-256. */
function isPoint(bytes: Buffer): boolean {
	try {
		return bytes.length === POINT_BYTES && ECDH.convertKey(bytes, 'prime256v1').length === POINT_BYTES;
	} catch {
		return false;
	}
}

function isSigned(token: string, key: string, host: string): boolean {
	const [head = '', claims = '', signature = ''] = token.split('.');
	const point = Buffer.from(key, 'base64url');
	const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
	const signed = verify(
		'sha256',
		Buffer.from(`${head}.${claims}`),
		{ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk', dsaEncoding: 'ieee-p1363' },
		Buffer.from(signature, 'base64url'),
	);
	if (!signed) return false;
	const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
	const left = Number(exp) - Date.now() / 1000;
	const names = typeof sub === 'string' && /^(?:mailto:|https:\/\/)/.test(sub);
	return names && URL.canParse(String(aud)) && new URL(String(aud)).host === host && left > 0 && left <= SIGNED_S_MAX;
}

/** A browser's half of a push message: keys of its own, and what RFC 8291 lets them read. */
export interface Device {
	endpoint: string;
	/** Base64url, as a browser's PushSubscription tells them. */
	p256dh: string;
	auth: string;
	read(message: Buffer): string;
}

const SALT = 16;
const TAG = 16;

function openDevice(endpoint: string): Device {
	const keys = createECDH('prime256v1');
	keys.generateKeys();
	const auth = randomBytes(16);
	return {
		endpoint,
		p256dh: keys.getPublicKey('base64url'),
		auth: auth.toString('base64url'),
		read: (message) => decrypt(message, keys, auth),
	};
}

/** One record, as RFC 8291 says. @throws {Error} for a message that was not meant for these keys */
function decrypt(message: Buffer, keys: ECDH, auth: Buffer): string {
	const salt = message.subarray(0, SALT);
	const sender = senderOf(message);
	const sealed = message.subarray(SENDER_AT + sender.length);
	const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
	const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32));
	const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
	const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
	const decipher = createDecipheriv('aes-128-gcm', key, nonce);
	decipher.setAuthTag(sealed.subarray(-TAG));
	const padded = Buffer.concat([decipher.update(sealed.subarray(0, -TAG)), decipher.final()]);
	return padded.subarray(0, padded.lastIndexOf(2)).toString();
}
