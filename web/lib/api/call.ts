/** Calls the API as the signed-in fan. Returns the envelope's `data`, or rejects with a `Problem`. */
import { addressOf, type CallInput, dataOf, requestOf, send } from '#client/call.ts';
import { type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts';
import { RETRY_HEADER } from '#contract/voting.ts';
import { TOKEN_STORAGE_NAME } from '#contract/values/constants.ts';
import { stored } from '#ui/stored.ts';

export interface CallOptions {
	signal?: AbortSignal;
	timeoutMs?: number;
	/** Created before the first attempt and kept for every retry. */
	idempotencyKey?: string;
	/** True if the key may have been sent before. */
	isRetry?: boolean;
	token?: string | null;
	headers?: Record<string, string>;
	/** True for the call that finds out who is signed in. Its caller handles a 401. */
	asksWhoIsThere?: true;
}

/** Rejects with a `Problem`, or with a `RequiredParameterError` before anything is sent. */
export async function call<E extends Endpoint>(
	endpoint: E,
	input: InputOf<E> & CallInput,
	options: CallOptions = {},
): Promise<ReplyOf<E>> {
	const url = addressOf(endpoint, input);
	const token = options.token ?? storedToken();
	const request = requestOf(endpoint, input.body, {
		authorization: token === null ? undefined : `Bearer ${token}`,
		'idempotency-key': options.idempotencyKey,
		[RETRY_HEADER]: options.isRetry ? '1' : undefined,
		...options.headers,
	});
	const answer = await send(url, request, options);
	// If somebody has signed in since, the answer belongs to an earlier session.
	if (answer.code === 401 && storedToken() === token) leaveSession(url, options);
	return dataOf(answer) as ReplyOf<E>;
}

export const reads = <E extends Endpoint>(queryKey: QueryKey, endpoint: E, input: InputOf<E> & CallInput) =>
	queryOptions({ queryKey, queryFn: ({ signal }) => call(endpoint, input, { signal }) });

interface SessionDoubt {
	/** Asks the server for the current fan. With a dead token, the page goes on as anonymous. */
	lookAgain(): void;
	leave(): void;
}

let inDoubt: SessionDoubt | null = null;

export function whenSessionEnds(doubt: SessionDoubt): void {
	inDoubt = doubt;
}

/** The specification: a 401 of a URL with `/me` keeps the token. Any other removes it and leads to /login. */
function leaveSession(url: string, { asksWhoIsThere }: CallOptions): void {
	if (!url.includes('/me')) {
		storeToken(null);
		inDoubt?.leave();
	} else if (!asksWhoIsThere) {
		inDoubt?.lookAgain();
	}
}

export const { get: storedToken, set: storeToken } = stored(TOKEN_STORAGE_NAME);

export function onTokenChange(listener: () => void): () => void {
	const changed = (event: StorageEvent) => {
		if (event.key === TOKEN_STORAGE_NAME || event.key === null) listener();
	};
	window.addEventListener('storage', changed);
	return () => window.removeEventListener('storage', changed);
}
