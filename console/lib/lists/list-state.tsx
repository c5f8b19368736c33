/** States of lists: what stands for rows that are not there, and what stands in the address, so that Back, a reload and a shared link restore it. */
import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { isProblem, isRefusal } from '#client/call.ts';
import { useSettled } from '#client/use-settled.ts';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { type Asked, call } from '../api/calls.tsx';

export interface Read {
	error: unknown;
	refetch: () => unknown;
}

export interface ListStateProps {
	read: Read;
	/** Undefined while the list is loading. */
	count: number | undefined;
	/** What an empty list says: a title, or more. */
	empty: string | ReactElement;
	children: ReactNode;
}

/** `children` are the rows. */
export function ListState({ read, count, empty, children }: ListStateProps) {
	if (read.error && count === undefined) return <ReadFailed read={read} />;
	if (count === 0) return typeof empty === 'string' ? <Empty lit={false} title={empty} /> : empty;
	return children;
}

export const ReadFailed = ({ read }: { read: Read }) => (
	<div role="alert">
		<Empty
			lit={false}
			title="This could not be loaded"
			action={
				<Button variant="quiet" onClick={() => void read.refetch()}>
					Try again
				</Button>
			}
		>
			{isProblem(read.error, 'network') ? 'Check your connection, then try again.' : 'Nothing was changed.'}
		</Empty>
	</div>
);

/** Stands for what is still loading, does not exist, or could not be read. */
export function Waiting({ read }: { read: Read }) {
	if (!read.error) return <Skeleton className="screen-skeleton" />;
	if (isRefusal(read.error) && [400, 404].includes(read.error.code))
		return <Empty lit={false} title="No entry with this number" />;
	return <ReadFailed read={read} />;
}

interface NoResultsProps {
	/** The search that found nothing. Empty: there is nothing to find. */
	words?: string;
	onClear?: () => void;
	/** Title without a search. */
	none: ReactNode;
	/** What the list is for, and the next step. */
	children: ReactNode;
}

/** An empty list: what would be here and how to begin, or a search that found nothing. */
export function NoResults({ words = '', onClear, none, children }: NoResultsProps) {
	const searched = words.trim();
	const clear = (
		<Button variant="quiet" onClick={onClear}>
			Clear the search
		</Button>
	);
	if (searched !== '') return <Empty lit={false} title={`No results for “${searched}”`} action={clear} />;
	return (
		<Empty lit={false} title={none}>
			{children}
		</Empty>
	);
}

/** The read of a list; without a next page if it is read whole. */
export interface Paged {
	hasNextPage?: boolean;
	isFetchingNextPage?: boolean;
	fetchNextPage?: () => unknown;
}

/** Button below a list that loads the next page. */
export function MoreRows({ read }: { read: Paged }) {
	if (!read.hasNextPage) return null;
	return (
		<div className="more-rows stack">
			<Button variant="quiet" busy={read.isFetchingNextPage ?? false} onClick={() => void read.fetchNextPage?.()}>
				Show more
			</Button>
		</div>
	);
}

/** Returns a value of the address and a setter. The fallback is left out of the address. */
export function useAddressState<Value extends string>(
	name: string,
	allowed: readonly Value[],
): [Value, (value: Value) => void] {
	const [text, set] = useAddressText(name);
	const [fallback] = allowed;
	const value = allowed.find((one) => one === text) ?? fallback;
	if (value === undefined) throw new Error(`${name} has no values`);
	return [value, (next) => set(next === fallback ? '' : next)];
}

/** The same for a value of any text. */
export function useAddressText(name: string): [string, (text: string) => void] {
	const [address, setAddress] = useSearchParams();
	const set = useCallback(
		(text: string) => setAddress(withParams({ [name]: text }), { replace: true }),
		[name, setAddress],
	);
	return [address.get(name) ?? '', set];
}

/**
 * State of a search field. `search` follows `words` once the operator stops typing, and the address follows `search`:
 * a field that were bound to the address itself would lose letters while the router renders.
 */
export function useAddressSearch(): { words: string; setWords: (words: string) => void; search: string } {
	const [inAddress, setInAddress] = useAddressText('search');
	const [words, setWords] = useState(inAddress);
	const search = useSettled(words.trim());
	const { pathname } = useLocation();
	const known = useRef({ inAddress, pathname });
	useEffect(() => {
		if (search === known.current.inAddress) return;
		known.current.inAddress = search;
		setInAddress(search);
	}, [search, setInAddress]);
	useEffect(() => {
		const before = known.current;
		known.current = { inAddress, pathname };
		// An item that is opened beside its list has an address without the search, and the list stays as it is.
		const opened = inAddress === '' && pathname !== before.pathname;
		// Another link to the same screen, or Back, brought another search.
		if (inAddress !== before.inAddress && !opened) setWords(inAddress);
	}, [inAddress, pathname]);
	return { words, setWords, search };
}

/** Sets these parameters, and removes those that are empty. */
export const withParams = (params: Record<string, string>) => (before: URLSearchParams) => {
	const after = new URLSearchParams(before);
	for (const [name, value] of Object.entries(params)) {
		if (value === '') after.delete(name);
		else after.set(name, value);
	}
	return after;
};

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
