/** Reads and writes as all screens make them. */
import {
	type QueryClient,
	type QueryKey,
	queryOptions,
	useMutation,
	useQueryClient,
	type UseQueryOptions,
} from '@tanstack/react-query';
import { useIdempotencyKey } from '#client/idempotency-key.ts';

export type Reading = { signal: AbortSignal };

export const readQuery = <Reply, Key extends QueryKey>(
	queryKey: Key,
	read: (reading: Reading) => Promise<Reply>,
	more: Omit<UseQueryOptions<Reply, Error, Reply, Key>, 'queryKey' | 'queryFn'> = {},
) => queryOptions({ ...more, queryKey, queryFn: ({ signal }) => read({ signal }) });

/** Returns a function that reads it again from the server, whatever is cached. */
export function useReread<Reply, Key extends QueryKey>(query: UseQueryOptions<Reply, Error, Reply, Key>) {
	const client = useQueryClient();
	return () => client.fetchQuery({ ...query, staleTime: 0 });
}

/** What happens after a write. A promise that is returned is waited for. */
interface After<Reply> {
	success?: (client: QueryClient, reply: Reply) => unknown;
	error?: (client: QueryClient) => unknown;
	/** After both. */
	settled?: (client: QueryClient) => unknown;
}

/** `write` gets the key under which the server makes the same input once; pass it on for calls that move something. */
export function useWrite<Input, Reply>(
	write: (input: Input, once: { idempotencyKey: string }) => Promise<Reply>,
	{ success, error, settled }: After<Reply> = {},
) {
	const client = useQueryClient();
	const keyOf = useIdempotencyKey();
	return useMutation({
		mutationFn: (input: Input) => write(input, { idempotencyKey: keyOf(input ?? null) }),
		onSuccess: (reply) => success?.(client, reply),
		onError: () => error?.(client),
		onSettled: () => settled?.(client),
	});
}

/** Reads everything again whose key begins with one of these. Resolves when what is on the screen has been read. */
export const refresh = (client: QueryClient, ...keys: QueryKey[]): Promise<unknown> =>
	Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
