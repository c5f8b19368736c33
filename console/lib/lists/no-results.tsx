/** An empty list: what would be here and how to begin, or a search that found nothing. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';

interface Props {
	/** The search that found nothing. Empty: there is nothing to find. */
	words?: string;
	onClear?: () => void;
	/** Title without a search. */
	none: ReactNode;
	/** What the list is for, and the next step. */
	children: ReactNode;
}

export function NoResults({ words = '', onClear, none, children }: Props) {
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
			title={<Trans>No results for “{searched}”</Trans>}
			action={
				<Button variant="quiet" onClick={onClear}>
					<Trans>Clear the search</Trans>
				</Button>
			}
		/>
	);
}
