/** Button below a list that loads the next page. */
import { Trans } from '@lingui/react/macro';
import { Button } from '#ui/primitives/button.tsx';
import './more-rows.css';

interface Paged {
	hasNextPage: boolean;
	isFetchingNextPage: boolean;
	fetchNextPage: () => unknown;
}

export function MoreRows({ read }: { read: Paged }) {
	if (!read.hasNextPage) return null;
	return (
		<div className="more-rows">
			<Button variant="quiet" busy={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
				<Trans>Show more</Trans>
			</Button>
		</div>
	);
}
