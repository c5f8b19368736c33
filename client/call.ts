import { API_BASE, REQUEST_TIMEOUT_MS } from '#contract/values/constants.ts';
import type { Endpoint, ProblemEnvelope } from '#contract/endpoint.ts';
import { noteServerTime } from './server-clock.ts';
import type { ProblemSlug } from '#contract/problems.ts';

/** The values that a caller passes to an endpoint, before validation. */
export interface CallInput {
	params?: object;
	query?: object;
	body?: unknown;
}

export type Answer = Omit<ProblemEnvelope, 'data'> & { data: unknown; retryAfter?: number | undefined };

/** Returns the key under which the server does something once: 32 hexadecimal digits. Works at addresses without TLS too. */
export const newKey = (): string =>
	Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export function addressOf(endpoint: Endpoint, input: CallInput): string {
	const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => {
		const value = valueOf(input.params, name);
		if (value === undefined || value === '') throw new RequiredParameterError(name, endpoint.path);
		return encodeURIComponent(value);
	});
	const search = new URLSearchParams();
	for (const [name, value] of Object.entries(input.query ?? {})) {
		if (value !== undefined && value !== null) search.set(name, String(value));
	}
	const query = search.toString();
	return `${API_BASE}${path}${query === '' ? '' : `?${query}`}`;
}

export function requestOf(endpoint: Endpoint, body: unknown, headers: Record<string, string | undefined>): RequestInit {
	const all = new Headers({ accept: 'application/json' });
	for (const [name, value] of Object.entries(headers)) if (value !== undefined) all.set(name, value);
	const json = jsonOf(endpoint, body);
	if (json !== undefined) all.set('content-type', 'application/json');
	return { method: endpoint.methods[0], headers: all, body: json };
}

interface Limits {
	signal?: AbortSignal;
	timeoutMs?: number;
}

/** Rejects with a `Problem` if no envelope arrives. The time limit covers the body too. */
export async function send(url: string, request: RequestInit, limits: Limits): Promise<Answer> {
	const controller = new AbortController();
	const timer = setTimeout(() => controller.abort('timeout'), limits.timeoutMs ?? REQUEST_TIMEOUT_MS);
	const abort = () => controller.abort('aborted');
	limits.signal?.addEventListener('abort', abort);
	if (limits.signal?.aborted) abort();
	try {
		const response = await fetch(url, { ...request, signal: controller.signal });
		const answer = envelopeIn(await response.text(), response);
		noteServerTime(Date.parse(response.headers.get('date') ?? ''));
		return answer;
	} catch (error) {
		if (error instanceof Problem) throw error;
		if (controller.signal.reason === 'timeout') throw new Problem(0, 'timeout', 'The request timed out');
		if (controller.signal.aborted) throw new Problem(0, 'aborted', 'The request was aborted');
		throw new Problem(0, 'network', 'The network could not be reached');
	} finally {
		clearTimeout(timer);
		limits.signal?.removeEventListener('abort', abort);
	}
}

export function dataOf(answer: Answer): unknown {
	if (answer.code >= 200 && answer.code < 300) return answer.data;
	throw new Problem(answer.code, answer.error, answer.message, answer.retryAfter);
}

function jsonOf(endpoint: Endpoint, body: unknown): string | undefined {
	if (!endpoint.body) return undefined;
	if (body !== null && body !== undefined) return JSON.stringify(body);
	if (!endpoint.bodyOptional) throw new RequiredParameterError('body', endpoint.path);
	return undefined;
}

function envelopeIn(text: string, { status, headers }: Response): Answer {
	const retryAfter = secondsIn(headers.get('retry-after'));
	try {
		const answer: Answer = JSON.parse(text);
		if (typeof answer.code === 'number') return { ...answer, retryAfter };
	} catch {
		// The error page of a proxy is not an envelope.
	}
	if (status === 413) throw new Problem(status, 'body_too_large', 'The request is too large');
	if (status === 429)
		throw new Problem(status, 'too_many_requests', 'Too many requests. Please wait a moment', retryAfter);
	throw new Problem(status, 'bad_answer', `The server answered with status ${status}`, retryAfter);
}

/** Undefined where there is none, and for a date, which no server of ours sends. */
const secondsIn = (header: string | null): number | undefined =>
	header !== null && /^\d{1,6}$/.test(header) ? Number(header) : undefined;

function valueOf(params: object | undefined, name: string): string | number | undefined {
	const value: unknown = new Map(Object.entries(params ?? {})).get(name);
	return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

type TransportFailure = 'network' | 'timeout' | 'aborted' | 'bad_answer';
/** Failures in the console's browser: of a passkey, and of a form whose picture has not arrived. */
type ConsoleFailure = 'passkey_not_used' | 'passkey_known' | 'passkey_unsupported' | 'upload_running';

type Slug = ProblemSlug | TransportFailure | ConsoleFailure;

export class Problem extends Error {
	/** The envelope's code; the HTTP status if there was no envelope; 0 if no response arrived. */
	readonly code: number;
	readonly slug: Slug;
	readonly retryAfter: number | undefined;

	constructor(code: number, slug: Slug, message: string, retryAfter?: number) {
		super(message);
		this.name = 'Problem';
		this.code = code;
		this.slug = slug;
		this.retryAfter = retryAfter;
	}
}

export const isProblem = (error: unknown, slug?: Slug): error is Problem =>
	error instanceof Problem && (slug === undefined || error.slug === slug);

/** May succeed in a moment: the server may have acted. An answer that is not ours came from a proxy or a public Wi-Fi. */
export const isTransient = (error: unknown): error is Problem =>
	isProblem(error) &&
	(['network', 'timeout', 'bad_answer'].includes(error.slug) || [502, 503, 504].includes(error.code));

/** The server has judged the call itself: sent again, it is refused again. */
export const isRefusal = (error: unknown): error is Problem =>
	isProblem(error) && error.code >= 400 && error.code < 500 && !isTransient(error);

class RequiredParameterError extends Error {
	constructor(parameter: string, call: string) {
		super(`Required parameter ${parameter} was null or undefined when calling ${call}.`);
		this.name = 'RequiredParameterError';
	}
}
