/** States that a list shows instead of rows: it is empty, or reading it failed. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';

interface Read {
	isError: boolean;
	refetch: () => unknown;
}

/** `children` are the rows. If there are none, `nothing` is shown, or else the title `empty`. */
export function ListState({
	read,
	count,
	empty,
	nothing,
	children,
}: {
	read: Read;
	/** Undefined while the list is loading. */
	count: number | undefined;
	empty?: ReactNode;
	nothing?: ReactNode;
	children: ReactNode;
}) {
	if (read.isError && count === undefined) return <ReadFailed onRetry={() => void read.refetch()} />;
	if (count === 0) return nothing ?? <Empty lit={false} title={empty} />;
	return children;
}

export function ReadFailed({ onRetry }: { onRetry: () => void }) {
	return (
		<div role="alert">
			<Empty
				lit={false}
				title={<Trans>This could not be loaded</Trans>}
				action={
					<Button variant="quiet" onClick={onRetry}>
						<Trans>Try again</Trans>
					</Button>
				}
			>
				<Trans>Nothing was changed. Check your connection, then try again.</Trans>
			</Empty>
		</div>
	);
}
