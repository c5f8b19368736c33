/** Reads and writes as all screens make them: typed by the contract, answered from the envelope's `data`, refused with a `Problem`. */
import type { QueryClient, UseQueryOptions } from '@tanstack/react-query';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { addressOf, type Answer, type CallInput, dataOf, isProblem, newKey, requestOf, send } from '#client/call.ts';
import { useIdempotencyKey } from '#client/idempotency-key.ts';
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts';
import { CONSOLE_HEADER } from '#contract/operator/shapes.ts';
import { FieldError } from '#ui/primitives/form-field.tsx';

const texts = new Map<string, string>([
	['network', 'The server could not be reached. Your input is still here. Please try again.'],
	[
		'idempotency_key_reused',
		'The first attempt was saved, without your last changes. Make them there: it is in the list.',
	],
	['timeout', 'The server took too long. The change may have been saved: check before you try again.'],
	['upload_running', 'Not saved: a picture is still being uploaded. Save again when it is there.'],
	['passkey_not_used', 'No passkey was used. Please try again.'],
	['passkey_known', 'This device already has a passkey for this console.'],
	['passkey_unsupported', 'Passkeys do not work in this browser, or not at this address.'],
]);

export function errorText(error: unknown): string {
	if (!isProblem(error)) return 'Something went wrong. Please try again.';
	const wait = error.slug === 'too_many_requests' ? error.retryAfter : undefined;
	if (wait !== undefined) return `Too many requests. Try again in ${wait} seconds.`;
	return texts.get(error.slug) ?? error.message;
}

/** Tells of a failure where it happened. Nothing without one. */
export const ErrorText = ({ error }: { error: unknown }) =>
	error ? <FieldError>{errorText(error)}</FieldError> : null;

/** What a call is asked for, and what makes its answers differ from others of the same call. */
export type Asked<E extends Endpoint> = InputOf<E> & CallInput;

type More<Reply> = Omit<UseQueryOptions<Reply, Error, Reply>, 'queryKey' | 'queryFn'>;

/** The read of a call. Its key begins with the path of the call. */
export const readOf = <E extends Endpoint>(endpoint: E, input: Asked<E>, more: More<ReplyOf<E>> = {}) =>
	queryOptions<ReplyOf<E>, Error, ReplyOf<E>>({
		...more,
		queryKey: [endpoint.path, input],
		queryFn: ({ signal }) => call(endpoint, input, { signal }),
	});

export const useRead = <E extends Endpoint>(endpoint: E, input: Asked<E>, more: More<ReplyOf<E>> = {}) =>
	useQuery(readOf(endpoint, input, more));

/**
 * A write. When all that the screen shows has been read again, it counts as done, and `then` follows. It does not follow
 * once the part of the screen that asked is gone: it would close or open something else. `leaves`: nothing is read again,
 * because what is shown is gone, and `then` leads away from it.
 */
export function useWrite<Input, Reply>(
	write: (input: Input, once: Pick<CallOptions, 'idempotencyKey'>) => Promise<Reply>,
	then?: (reply: Reply, input: Input) => void,
	leaves = false,
) {
	const client = useQueryClient();
	const keyOf = useIdempotencyKey();
	/** How often it was done: the same asked once more is a new request. */
	const done = useRef(0);
	const isThere = useRef(false);
	useEffect(() => {
		isThere.current = true;
		return () => void (isThere.current = false);
	}, []);
	return useMutation({
		mutationFn: (input: Input) => write(input, { idempotencyKey: keyOf([done.current, input]) }),
		onSuccess: async (reply, input) => {
			done.current += 1;
			// What is read again may take it off the screen, because it is done.
			const wasThere = isThere.current;
			if (!leaves) await readAgain(client);
			if (wasThere) then?.(reply, input);
		},
		// What was refused may have changed something too, or have failed because something had changed.
		onError: () => void readAgain(client),
	});
}

/** The write of one call. */
export const useSend = <E extends Endpoint>(
	endpoint: E,
	then?: (reply: ReplyOf<E>, input: Asked<E>) => void,
	leaves = false,
) => useWrite((input: Asked<E>, once) => call(endpoint, input, once), then, leaves);

export const readAgain = (client: QueryClient): Promise<void> => client.invalidateQueries();

interface CallOptions {
	signal?: AbortSignal;
	/** Created before the first attempt and kept for every retry, so that the server does it once. */
	idempotencyKey?: string | undefined;
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
	const keyed = { ...options, idempotencyKey: endpoint.idempotent && (options.idempotencyKey ?? newKey()) };
	let answer = await ask(endpoint, input, keyed);
	// Send the same request once more, with the same key, after the operator used a passkey.
	if (await afterStepUp(answer.error)) answer = await ask(endpoint, input, keyed);
	if (answer.code === 401) listeners.sessionEnded();
	return dataOf(answer) as ReplyOf<E>;
}

export type StepUpAsked = 'step_up_required' | 'passkey_missing';

/** Asks for the passkey, if that is what the server refused for. Returns whether one was used: then ask again. */
export async function afterStepUp(slug: string): Promise<boolean> {
	return (slug === 'step_up_required' || slug === 'passkey_missing') && listeners.stepUp(slug);
}

/** What happens when the server requires a passkey first, and when it no longer knows the session. */
export const listeners = {
	stepUp: (_asked: StepUpAsked): Promise<boolean> => Promise.resolve(false),
	sessionEnded: (): void => undefined,
};

function ask(endpoint: Endpoint, input: CallInput, { signal, idempotencyKey, file }: CallOptions): Promise<Answer> {
	const request = requestOf(endpoint, input.body, { [CONSOLE_HEADER]: '1', 'idempotency-key': idempotencyKey });
	const url = addressOf(endpoint, input);
	if (!file) return send(url, request, { signal });
	const form = new FormData();
	form.set('file', file);
	return send(url, { ...request, body: form }, { signal, timeoutMs: UPLOAD_TIMEOUT_MS });
}

/** Forms of the screen with unsaved changes, by their id, and whether they are being saved. */
export const unsaved = new Map<string, { busy: boolean }>();
