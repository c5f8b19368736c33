/** Calls the console's API: typed by the contract, answered from the envelope's `data`, refused with a `Problem`. */
import { addressOf, type Answer, type CallInput, dataOf, newKey, requestOf, send } from '#client/call.ts';
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts';
import { CONSOLE_HEADER } from '#contract/operator/shapes.ts';

export interface CallOptions {
	signal?: AbortSignal;
	/** Created before the first attempt and kept for every retry. */
	idempotencyKey?: string;
	/** Sent instead of a JSON body, if the call takes a file. */
	file?: File;
}

/** An upload takes longer than other requests. */
const UPLOAD_TIMEOUT_MS = 120_000;

export async function call<E extends Endpoint>(
	endpoint: E,
	input: InputOf<E> & CallInput,
	options: CallOptions = {},
): Promise<ReplyOf<E>> {
	const keyed = endpoint.idempotent ? { idempotencyKey: newKey(), ...options } : options;
	let answer = await ask(endpoint, input, keyed);
	// Send the same request once more, with the same key, after the operator used a passkey.
	if (await afterStepUp(answer.error)) answer = await ask(endpoint, input, keyed);
	if (answer.code === 401) onSessionEnded();
	return dataOf(answer) as ReplyOf<E>;
}

export type StepUpAsked = 'step_up_required' | 'passkey_missing';

const isStepUp = (slug: string): slug is StepUpAsked => slug === 'step_up_required' || slug === 'passkey_missing';

/** Asks for the passkey, if that is what the server refused for. Returns whether one was used: then ask again. */
export async function afterStepUp(slug: string): Promise<boolean> {
	return isStepUp(slug) && onStepUp(slug);
}

let onStepUp: (asked: StepUpAsked) => Promise<boolean> = () => Promise.resolve(false);

/** Sets what happens when the server requires a passkey first. The listener returns whether one was used. */
export function whenStepUpIsAsked(listener: (asked: StepUpAsked) => Promise<boolean>): void {
	onStepUp = listener;
}

let onSessionEnded: () => void = () => undefined;

/** Sets what happens when the server no longer knows the session. */
export function whenSessionEnds(listener: () => void): void {
	onSessionEnded = listener;
}

function ask(endpoint: Endpoint, input: CallInput, { signal, idempotencyKey, file }: CallOptions): Promise<Answer> {
	const request = requestOf(endpoint, input.body, { [CONSOLE_HEADER]: '1', 'idempotency-key': idempotencyKey });
	const url = addressOf(endpoint, input);
	if (!file) return send(url, request, { signal });
	const form = new FormData();
	form.set('file', file);
	return send(url, { ...request, body: form }, { signal, timeoutMs: UPLOAD_TIMEOUT_MS });
}
