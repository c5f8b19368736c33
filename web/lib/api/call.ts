/** The one way to the API: typed by the contract, answered from the envelope's `data`, refused with a `Problem`. */
import { API_BASE, REQUEST_TIMEOUT_MS } from '#contract/constants.ts';
import type { Endpoint, InputOf, ProblemEnvelope, ReplyOf } from '#contract/endpoint.ts';
import { RETRY_HEADER } from '#contract/voting.ts';
import { Problem, RequiredParameterError } from '../problem.ts';
import { removeToken, storedToken } from './token.ts';

export interface CallOptions {
	signal?: AbortSignal;
	timeoutMs?: number;
	/** Made before the first try and kept for every further one. */
	idempotencyKey?: string;
	/** This key may have been sent before. */
	isRetry?: boolean;
	/** Instead of the stored one. */
	token?: string | null;
	/** The call is the one that finds out who is signed in: its caller draws the conclusion. */
	asksWhoIsThere?: true;
}

interface Given {
	params?: object;
	query?: object;
	body?: unknown;
}

/** Rejects with a `Problem`, or with a `RequiredParameterError` before anything is sent. */
export async function call<E extends Endpoint>(
	endpoint: E,
	input: InputOf<E> & Given,
	options: CallOptions = {},
): Promise<ReplyOf<E>> {
	const url = addressOf(endpoint, input);
	const token = options.token ?? storedToken();
	const response = await send(url, requestOf(endpoint, input, options, token), options);
	const answer = await envelopeOf(response);
	if (answer.code >= 200 && answer.code < 300) return answer.data as ReplyOf<E>;
	// Where somebody has signed in meanwhile, the answer is about a session of before.
	if (answer.code === 401 && storedToken() === token) leaveSession(url, options);
	throw new Problem(answer.code, answer.error, answer.message);
}

export interface SessionDoubt {
	/** Asks the server who is there: with a dead token the page goes on as anonymous. */
	lookAgain(): void;
	/** The session is over: the browser goes to /login. */
	leave(): void;
}

let inDoubt: SessionDoubt | null = null;

/** What happens when the server no longer knows the token. */
export function whenSessionEnds(doubt: SessionDoubt): void {
	inDoubt = doubt;
}

/**
 * The specification's rule: a 401 of a call whose address contains `/me` leaves the stored token where it is; any other
 * removes it, and the browser goes to /login.
 */
function leaveSession(url: string, { asksWhoIsThere }: CallOptions): void {
	if (!url.includes('/me')) {
		removeToken();
		inDoubt?.leave();
	} else if (!asksWhoIsThere) {
		inDoubt?.lookAgain();
	}
}

function addressOf(endpoint: Endpoint, input: Given): string {
	const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => {
		const value = valueOf(input.params, name);
		if (value === undefined || value === '') throw new RequiredParameterError(name, endpoint.name);
		return encodeURIComponent(value);
	});
	const search = new URLSearchParams();
	for (const [name, value] of Object.entries(input.query ?? {})) {
		if (value !== undefined && value !== null) search.set(name, String(value));
	}
	const query = search.toString();
	return `${API_BASE}${path}${query === '' ? '' : `?${query}`}`;
}

function requestOf(endpoint: Endpoint, input: Given, options: CallOptions, token: string | null): RequestInit {
	const headers = new Headers({ accept: 'application/json' });
	if (token !== null) headers.set('authorization', `Bearer ${token}`);
	if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey);
	if (options.isRetry) headers.set(RETRY_HEADER, '1');
	const body = bodyOf(endpoint, input.body);
	if (body !== undefined) headers.set('content-type', 'application/json');
	return { method: endpoint.methods[0], headers, body };
}

function bodyOf(endpoint: Endpoint, body: unknown): string | undefined {
	if (!endpoint.body) return undefined;
	if (body !== null && body !== undefined) return JSON.stringify(body);
	if (!endpoint.bodyOptional) throw new RequiredParameterError('body', endpoint.name);
	return undefined;
}

async function send(url: string, request: RequestInit, options: CallOptions): Promise<Response> {
	const controller = new AbortController();
	const timer = setTimeout(() => controller.abort('timeout'), options.timeoutMs ?? REQUEST_TIMEOUT_MS);
	const abort = () => controller.abort('aborted');
	options.signal?.addEventListener('abort', abort);
	if (options.signal?.aborted) abort();
	try {
		const response = await fetch(url, { ...request, signal: controller.signal });
		// The body is read under the same clock: a stalled answer is a time-out too.
		return new Response(await response.text(), { status: response.status === 204 ? 200 : response.status });
	} catch {
		if (controller.signal.reason === 'timeout') throw new Problem(0, 'timeout', 'The request timed out');
		if (controller.signal.aborted) throw new Problem(0, 'aborted', 'The request was aborted');
		throw new Problem(0, 'network', 'The network could not be reached');
	} finally {
		clearTimeout(timer);
		options.signal?.removeEventListener('abort', abort);
	}
}

type Answer = Omit<ProblemEnvelope, 'data'> & { data: unknown };

async function envelopeOf(response: Response): Promise<Answer> {
	try {
		const answer: Answer = JSON.parse(await response.text());
		if (typeof answer.code === 'number') return answer;
	} catch {
		// A proxy's own error page, not our envelope.
	}
	throw new Problem(response.status, 'bad_answer', `The server answered with status ${response.status}`);
}

function valueOf(params: object | undefined, name: string): string | number | undefined {
	const value: unknown = new Map(Object.entries(params ?? {})).get(name);
	return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}
