/**
 * The pretended Stripe: its API, its card page, its webhooks and, below `/control`, whatever is to go wrong. The
 * product knows nothing of it but a base address and two keys.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { close, listen } from '../lib/server.ts';
import { openApi } from './api.ts';
import { answerCardPage } from './card-page.ts';
import { openDeliveries, type Deliveries, type Receiver } from './deliveries.ts';
import { StripeFault } from './fault.ts';
import { openState, type Kept, type StripeState } from './state.ts';

const SWEEP_MS = 1_000;

export interface Troubles {
	/** Milliseconds before any answer of the API. */
	slowMs: number;
	/** Failures of the next responses, in order. Status 0 breaks the connection; `after` carries out the action first. */
	failures: { status: number; when: 'before' | 'after' }[];
}

export interface EmulatorOptions extends Receiver {
	/** 0 takes any free port. */
	port: number;
	secretKey: string;
	/** Where the state is kept. Undefined: in memory only. */
	file?: string | undefined;
	/** Epoch milliseconds. */
	now?: () => number;
}

export interface RunningStripe {
	origin: string;
	state: StripeState;
	deliveries: Deliveries;
	troubles: Troubles;
	close(): Promise<void>;
}

export async function startStripeEmulator(options: EmulatorOptions): Promise<RunningStripe> {
	const server = createServer();
	const origin = await listen(server, options.port);
	const deliveries = openDeliveries(options);
	const { file } = options;
	const kept = file !== undefined && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : undefined;
	/** Keeps the state before a page or a payment is answered, and before the site hears of it. */
	const keep = () => {
		if (file === undefined) return;
		writeFileSync(`${file}.draft`, JSON.stringify(state.toKeep()), { mode: 0o600 });
		renameSync(`${file}.draft`, file);
	};
	const state = openState({
		origin,
		now: options.now,
		kept,
		onEvent(event) {
			keep();
			deliveries.add(event);
		},
	});
	const api = openApi(state, options.secretKey);
	const troubles: Troubles = { slowMs: 0, failures: [] };
	const sweeping = setInterval(() => state.sweep(), SWEEP_MS);
	sweeping.unref();

	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { pathname, searchParams } = new URL(request.url ?? '/', origin);
		const body = request.method === 'POST' ? await text(request) : '';
		if (pathname.startsWith('/pay/')) return answerCardPage(state, pathname, request.method ?? 'GET', body, response);
		if (troubles.slowMs > 0) await sleep(troubles.slowMs);
		const failure = troubles.failures.shift();
		if (failure?.when === 'before') return fail(response, failure.status);
		const result = api({
			method: request.method ?? 'GET',
			path: pathname,
			form: request.method === 'POST' ? new URLSearchParams(body) : searchParams,
			authorization: request.headers.authorization,
			idempotencyKey: header(request, 'idempotency-key'),
		});
		if (request.method === 'POST') keep();
		// The action is carried out, and the caller gets no answer.
		if (failure) return fail(response, failure.status);
		sendJson(response, 200, result);
	}

	server.on('request', (request, response) => {
		answer(request, response).catch((error: unknown) => {
			if (error instanceof StripeFault) return sendJson(response, error.status, error.body);
			console.error('payment emulator:', error);
			return sendJson(response, 500, new StripeFault(500, 'api_error', 'The emulator has a fault').body);
		});
	});
	return {
		origin,
		state,
		deliveries,
		troubles,
		close() {
			clearInterval(sweeping);
			deliveries.close();
			return close(server);
		},
	};
}

/** Status 0: the line goes dead. */
function fail(response: ServerResponse, status: number): void {
	if (status === 0) response.destroy();
	else sendJson(response, status, new StripeFault(status, 'asked_for', 'A failure that was asked for').body);
}

function sendJson(response: ServerResponse, status: number, body: object): void {
	response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function header(request: IncomingMessage, name: string): string | undefined {
	const value = request.headers[name];
	return Array.isArray(value) ? value[0] : value;
}
