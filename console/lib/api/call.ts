/** The one way to the console's API: typed by the contract, answered from the envelope's `data`, refused with a `Problem`. */
import { API_BASE, REQUEST_TIMEOUT_MS } from '#contract/constants.ts';
import type { Endpoint, InputOf, ProblemEnvelope, ReplyOf } from '#contract/endpoint.ts';
import { CONSOLE_HEADER } from '#contract/operator/shapes.ts';
import { newKey } from '../idempotency-key.ts';
import { Problem } from '../problem.ts';

export interface CallOptions {
	signal?: AbortSignal;
	/** Made before the first try and kept for every further one. */
	idempotencyKey?: string;
	/** Of a call that takes one instead of a body. */
	file?: File;
}

interface Given {
	params?: object;
	query?: object;
	body?: unknown;
}

/** A file is on its way for longer than a few words. */
const UPLOAD_TIMEOUT_MS = 120_000;

export async function call<E extends Endpoint>(
	endpoint: E,
	input: InputOf<E> & Given,
	options: CallOptions = {},
): Promise<ReplyOf<E>> {
	const keyed = endpoint.idempotent ? { idempotencyKey: newKey(), ...options } : options;
	let answer = await ask(endpoint, input, keyed);
	// The same request once more, with the same key, as soon as a passkey was used.
	if (isStepUp(answer.error) && (await onStepUp(answer.error))) answer = await ask(endpoint, input, keyed);
	if (answer.code >= 200 && answer.code < 300) return answer.data as ReplyOf<E>;
	if (answer.code === 401) onSessionEnded();
	throw new Problem(answer.code, answer.error, answer.message);
}

/** Where a call's file can be downloaded: the address of a link. */
export function addressOf<E extends Endpoint>(endpoint: E, input: InputOf<E> & Given): string {
	const params = new Map(Object.entries(input.params ?? {}));
	const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params.get(name))));
	const search = new URLSearchParams();
	for (const [name, value] of Object.entries(input.query ?? {})) {
		if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
	}
	const query = search.toString();
	return `${API_BASE}${path}${query === '' ? '' : `?${query}`}`;
}

async function ask<E extends Endpoint>(endpoint: E, input: InputOf<E> & Given, options: CallOptions): Promise<Answer> {
	return envelopeIn(await send(addressOf(endpoint, input), requestOf(endpoint, input, options), options));
}

export type StepUpAsked = 'step_up_required' | 'passkey_missing';

const isStepUp = (slug: string): slug is StepUpAsked => slug === 'step_up_required' || slug === 'passkey_missing';

let onStepUp: (asked: StepUpAsked) => Promise<boolean> = () => Promise.resolve(false);

/** What happens when the server wants a passkey first; the listener tells whether one was used. */
export function whenStepUpIsAsked(listener: (asked: StepUpAsked) => Promise<boolean>): void {
	onStepUp = listener;
}

let onSessionEnded: () => void = () => undefined;

/** What happens when the server no longer knows who we are. */
export function whenSessionEnds(listener: () => void): void {
	onSessionEnded = listener;
}

function requestOf(endpoint: Endpoint, input: Given, { idempotencyKey, file }: CallOptions): RequestInit {
	const headers = new Headers({ accept: 'application/json', [CONSOLE_HEADER]: '1' });
	if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
	const [method] = endpoint.methods;
	if (file) {
		const form = new FormData();
		form.set('file', file);
		return { method, headers, body: form };
	}
	if (input.body === undefined) return { method, headers };
	headers.set('content-type', 'application/json');
	return { method, headers, body: JSON.stringify(input.body) };
}

async function send(url: string, request: RequestInit, { signal, file }: CallOptions): Promise<string> {
	const late = AbortSignal.timeout(file ? UPLOAD_TIMEOUT_MS : REQUEST_TIMEOUT_MS);
	try {
		const response = await fetch(url, { ...request, signal: signal ? AbortSignal.any([signal, late]) : late });
		return await response.text();
	} catch {
		if (signal?.aborted) throw new Problem(0, 'aborted', 'The request was aborted');
		if (late.aborted) throw new Problem(0, 'timeout', 'The request timed out');
		throw new Problem(0, 'network', 'The network could not be reached');
	}
}

type Answer = Omit<ProblemEnvelope, 'data'> & { data: unknown };

function envelopeIn(text: string): Answer {
	try {
		const answer: Answer = JSON.parse(text);
		if (typeof answer.code === 'number') return answer;
	} catch {
		// A proxy's own error page, not our envelope.
	}
	throw new Problem(0, 'bad_answer', 'The server gave an answer that cannot be read');
}
