/** Reads and writes as all screens make them. */
import {
	type QueryClient,
	queryOptions,
	useMutation,
	useQueryClient,
	type UseQueryOptions,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useIdempotencyKey } from '#client/idempotency-key.ts';
import type { CallInput } from '#client/call.ts';
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts';
import { call } from './call.ts';

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

/** Sent under one key however often it is tried, so that the server does it once. */
interface Once {
	idempotencyKey?: string;
}

/**
 * A write. When all that the screen shows has been read again, it counts as done, and `then` follows. It does not follow
 * once the part of the screen that asked is gone: it would close or open something else.
 */
export function useWrite<Input, Reply>(
	write: (input: Input, once: Once) => Promise<Reply>,
	then?: (reply: Reply, input: Input) => void,
) {
	const client = useQueryClient();
	const keyOf = useIdempotencyKey();
	const isThere = useRef(false);
	useEffect(() => {
		isThere.current = true;
		return () => void (isThere.current = false);
	}, []);
	return useMutation({
		mutationFn: (input: Input) => write(input, { idempotencyKey: keyOf(input ?? null) }),
		onSuccess: async (reply, input) => {
			// What is read again may take it off the screen, because it is done.
			const wasThere = isThere.current;
			await readAgain(client);
			if (wasThere) then?.(reply, input);
		},
		// What was refused may have changed something too, or have failed because something had changed.
		onError: () => void readAgain(client),
	});
}

/** The write of one call. */
export const useSend = <E extends Endpoint>(endpoint: E, then?: (reply: ReplyOf<E>, input: Asked<E>) => void) =>
	useWrite((input: Asked<E>, once) => call(endpoint, input, endpoint.idempotent ? once : {}), then);

export const readAgain = (client: QueryClient): Promise<void> => client.invalidateQueries();
