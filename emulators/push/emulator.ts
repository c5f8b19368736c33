/**
 * The pretended push service: makes devices, takes messages, counts them and reads them. It refuses what real services
 * refuse (refusals.ts). `troubles` makes it slow, forgetful or overworked. The product knows nothing of it but an origin.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { escapeHtml } from '../lib/page.ts';
import { close, listen } from '../lib/server.ts';
import { openDevice, type Device } from './decrypt.ts';
import { refusalOf, type Refusal } from './refusals.ts';

interface Received {
	device: string;
	/** What the service worker is given. */
	text: string;
}

/** Answers instead of taking messages, by the number of a device. */
interface Troubles {
	gone: Set<string>;
	/** Seconds of Retry-After for the next so many messages. */
	busy: { times: number; seconds: number };
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
		if (request.method === 'GET') return listPage(received, response);
		if (pathname === '/subscriptions') {
			const { endpoint, p256dh, auth } = running.subscribe();
			response.writeHead(201, { 'content-type': 'application/json' });
			return void response.end(JSON.stringify({ endpoint, p256dh, auth }));
		}
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
		const refusal =
			troubles.refused.get(name) ??
			refusalOf({ headers: request.headers, message, origin: running.origin, siteKey: device.siteKey });
		if (refusal) return void response.writeHead(refusal.status).end(JSON.stringify({ reason: refusal.reason }));
		received.push({ device: name, text: device.read(message) });
		response.writeHead(201).end();
	}

	return running;
}

const SHOWN_MAX = 200;

/** Shows a person what arrived, latest first. */
function listPage(received: readonly Received[], response: ServerResponse): void {
	const rows = received
		.slice(-SHOWN_MAX)
		.toReversed()
		.map(({ device, text }) => `<li><b>device ${escapeHtml(device)}</b> <code>${escapeHtml(text)}</code></li>`);
	response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
	response.end(
		`<!doctype html><title>Push service</title><h1>${received.length} notifications</h1><ul>${rows.join('')}</ul>`,
	);
}
