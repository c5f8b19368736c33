/** Reads of lists, paged or whole. Kept apart from the other reads: the first screen needs none of them. */
import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { type Asked, call } from './calls.tsx';

/** A list that is read whole is the only one of its reply. */
export type RowOf<E extends Endpoint> =
	ReplyOf<E> extends { list: (infer Row extends object)[] } ? Row : OnlyRow<ReplyOf<E>>;
type OnlyRow<Reply> = { [Name in keyof Reply]: Reply[Name] extends readonly (infer Row)[] ? Row : never }[keyof Reply] &
	object;

const rowsIn = <E extends Endpoint>(page: ReplyOf<E>) =>
	((page as { list?: unknown }).list ?? Object.values(page as object).find(Array.isArray)) as RowOf<E>[];

interface More {
	refetchInterval?: number | undefined;
	/** When it changes, the list is read again. Until then the rows stay. */
	revision?: string;
}

/** Reads a call page by page. The rows are undefined while the first page is loading. */
export function useList<E extends Endpoint>(endpoint: E, input: Asked<E>, { refetchInterval, revision }: More = {}) {
	const read = useInfiniteQuery<ReplyOf<E>, Error, { pages: ReplyOf<E>[] }, QueryKey, string | null>({
		queryKey: [endpoint.path, input, revision],
		queryFn: ({ signal, pageParam }) =>
			call(endpoint, { ...input, query: { ...input.query, cursor: pageParam ?? undefined } }, { signal }),
		initialPageParam: null,
		getNextPageParam: (last) => (last as { cursor?: string | null }).cursor,
		refetchInterval: refetchInterval ?? false,
		...(revision === undefined ? {} : { placeholderData: keepPreviousData }),
	});
	return { read, rows: read.data?.pages.flatMap((page) => rowsIn<E>(page)) };
}
