/** States that a detail page shows without data: loading, not found, or failed to read. */
import { Trans } from '@lingui/react/macro';
import { isProblem } from '#client/problem.ts';
import { Empty } from '#ui/primitives/empty.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { ReadFailed } from './list-state.tsx';

export function OneState({ read }: { read: { error: unknown; refetch: () => unknown } }) {
	if (!read.error) return <Skeleton className="screen-skeleton" />;
	if (isProblem(read.error) && [400, 404].includes(read.error.code)) {
		return <Empty lit={false} title={<Trans>No entry with this number</Trans>} />;
	}
	return <ReadFailed onRetry={() => void read.refetch()} />;
}
