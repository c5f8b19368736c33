/** States that a list shows instead of rows: it is empty, or reading it failed. */
import type { ReactNode } from 'react';
import { isRefusal } from '#client/call.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';

export interface Read {
	isError: boolean;
	refetch: () => unknown;
}

interface ListStateProps {
	read: Read;
	/** Undefined while the list is loading. */
	count: number | undefined;
	empty?: ReactNode;
	nothing?: ReactNode;
	children: ReactNode;
}

/** `children` are the rows. If there are none, `nothing` is shown, or else the title `empty`. */
export function ListState({ read, count, empty, nothing, children }: ListStateProps) {
	if (read.isError && count === undefined) return <ReadFailed read={read} />;
	if (count === 0) return nothing ?? <Empty lit={false} title={empty} />;
	return children;
}

export function ReadFailed({ read }: { read: Pick<Read, 'refetch'> }) {
	return (
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
				Nothing was changed. Check your connection, then try again.
			</Empty>
		</div>
	);
}

/** Stands for what is still loading, does not exist, or could not be read. */
export function Waiting({ read }: { read: { error: unknown; refetch: () => unknown } }) {
	if (!read.error) return <Skeleton className="screen-skeleton" />;
	if (isRefusal(read.error) && [400, 404].includes(read.error.code)) {
		return <Empty lit={false} title="No entry with this number" />;
	}
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
	if (searched === '') {
		return (
			<Empty lit={false} title={none}>
				{children}
			</Empty>
		);
	}
	return (
		<Empty
			lit={false}
			title={`No results for “${searched}”`}
			action={
				<Button variant="quiet" onClick={onClear}>
					Clear the search
				</Button>
			}
		/>
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
		<div className="more-rows">
			<Button variant="quiet" busy={read.isFetchingNextPage ?? false} onClick={() => void read.fetchNextPage?.()}>
				Show more
			</Button>
		</div>
	);
}
