/**
 * The pretended Stripe: its API, its card page, its webhooks, and whatever is to go wrong. The product knows nothing of it but
 * a base address and two keys.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { close, listen } from '../lib/server.ts';
import { openApi } from './api.ts';
import { openDeliveries, type Receiver } from './deliveries.ts';
import { StripeFault } from './amounts.ts';
import { openState, type Kept, type Outcome, type StripeState, outcomeOf, testCards, type Session } from './state.ts';
import { escapeHtml, showPage } from '../lib/page.ts';

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

export async function startStripeEmulator(options: EmulatorOptions) {
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
	/** Keys of requests that failed after they had begun: for a day, Stripe repeats its own failure to them. */
	const failed = new Set<string | undefined>();
	const sweeping = setInterval(() => state.sweep(), SWEEP_MS);
	sweeping.unref();

	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { pathname, searchParams } = new URL(request.url ?? '/', origin);
		const body = request.method === 'POST' ? await text(request) : '';
		if (pathname.startsWith('/pay/')) return answerCardPage(state, pathname, request.method ?? 'GET', body, response);
		if (troubles.slowMs > 0) await sleep(troubles.slowMs);
		const failure = troubles.failures.shift();
		const idempotencyKey = request.headers['idempotency-key']?.toString();
		if (failure?.when === 'before') return fail(response, failure.status);
		if (failed.has(idempotencyKey)) return fail(response.setHeader('idempotent-replayed', 'true'), 500);
		const result = api({
			method: request.method ?? 'GET',
			path: pathname,
			form: request.method === 'POST' ? new URLSearchParams(body) : searchParams,
			authorization: request.headers.authorization,
			idempotencyKey,
		});
		if (request.method === 'POST') keep();
		if (failure?.status === 500 && idempotencyKey !== undefined) failed.add(idempotencyKey);
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

function answerCardPage(
	state: StripeState,
	path: string,
	method: string,
	body: string,
	response: ServerResponse,
): void {
	let session: Session;
	try {
		session = state.readSession(path.slice('/pay/'.length));
	} catch (error) {
		if (!(error instanceof StripeFault)) throw error;
		return showMessage(response, 404, 'This page does not exist', null);
	}
	if (session.status === 'complete') return showMessage(response, 200, 'This was paid already', session.success_url);
	if (session.status === 'expired') return showMessage(response, 200, 'This page has expired', session.cancel_url);
	if (method !== 'POST') return showCardForm(response, session);
	const form = new URLSearchParams(body);
	const [typed, challenge] = [form.get('number') ?? '', form.get('challenge')];
	const answered: Outcome = challenge === 'passed' ? {} : { declined: UNAUTHENTICATED };
	const outcome = challenge === null ? outcomeOf(typed) : answered;
	if (!outcome) return showCardForm(response, session, 'Your card number is invalid.', typed);
	if (outcome.challenge) return showChallenge(response, session);
	if (outcome.declined) return showCardForm(response, session, outcome.declined, typed);
	state.pay(session.id, outcome);
	response.writeHead(303, { location: session.success_url, 'cache-control': 'no-store' }).end();
}

const UNAUTHENTICATED =
	'We are unable to authenticate your payment method. Please choose a different one and try again.';

function showCardForm(response: ServerResponse, session: Session, notice?: string, typed = ''): void {
	const cards = testCards.map(([number, name]) => `<li><code>${number}</code> ${escapeHtml(name)}</li>`).join('');
	showPage(
		response,
		notice ? 402 : 200,
		'Pay',
		`<header><p class="badge">Stripe, pretended</p><h1>${escapeHtml(priceOf(session))}</h1><p>${escapeHtml(session.item_name)}</p></header>
		<form method="post" autocomplete="off">
			${notice ? `<p role="alert">${escapeHtml(notice)}</p>` : ''}
			<p><label for="number">Card number</label><input id="number" name="number" inputmode="numeric" required value="${escapeHtml(typed)}" placeholder="4242 4242 4242 4242"></p>
			<div class="pair"><p><label for="expiry">Expiry</label><input id="expiry" name="expiry" value="12 / 34"></p>
			<p><label for="cvc">CVC</label><input id="cvc" name="cvc" inputmode="numeric" value="123"></p></div>
			<p><button class="main">Pay</button></p>
			${session.cancel_url ? `<p><a href="${escapeHtml(session.cancel_url)}">Back</a></p>` : ''}
		</form>
		<section><h2>Cards that do something</h2><ul>${cards}</ul><p>No real card is asked for, and no money moves.</p></section>`,
	);
}

function showChallenge(response: ServerResponse, session: Session): void {
	showPage(
		response,
		200,
		'3-D Secure',
		`<header><p class="badge">Your bank, pretended</p><h1>Is this you?</h1>
		<p>${escapeHtml(priceOf(session))} for ${escapeHtml(session.item_name)}</p></header>
		<form method="post"><p><button class="main" name="challenge" value="passed">Complete authentication</button></p>
		<p><button name="challenge" value="failed">Fail authentication</button></p></form>`,
	);
}

function showMessage(response: ServerResponse, status: number, message: string, address: string | null): void {
	const link = address ? `<p><a href="${escapeHtml(address)}">Go on</a></p>` : '';
	showPage(response, status, 'Pay', `<header><h1>${escapeHtml(message)}</h1>${link}</header>`);
}

/** The browser's own table of currencies knows where the decimal point goes. */
function priceOf({ amount_total: amount, currency }: Session): string {
	const format = new Intl.NumberFormat('en', { style: 'currency', currency: currency.toUpperCase() });
	return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
