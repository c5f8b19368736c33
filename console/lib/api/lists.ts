/** Reads of lists that are paged. Kept apart from the other reads: the first screen needs none of them. */
import { infiniteQueryOptions, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import type { Reading } from './queries.ts';

/** A list that is read page by page. */
export const listQuery = <Page extends { cursor: string | null }>(
	queryKey: QueryKey,
	read: (page: { cursor: string | undefined }, reading: Reading) => Promise<Page>,
) =>
	infiniteQueryOptions({
		queryKey,
		queryFn: ({ signal, pageParam }) => read({ cursor: pageParam ?? undefined }, { signal }),
		initialPageParam: null as string | null,
		getNextPageParam: (last) => last.cursor,
	});

/** Returns the rows of all pages that were read. They are undefined while the first one is loading. */
export function useList<Row, Page extends { list: Row[]; cursor: string | null }>(
	query: ReturnType<typeof listQuery<Page & { list: Row[] }>>,
) {
	const read = useInfiniteQuery(query);
	return { read, rows: read.data?.pages.flatMap(({ list }) => list) };
}
