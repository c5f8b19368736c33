/** In place of what could not be loaded, inside a frame that stays. */
import { Trans } from '@lingui/react/macro';
import { Button } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';

export function NotLoaded({ onRetry }: { onRetry: () => void }) {
	return (
		<Empty
			title={<Trans>No Data</Trans>}
			action={
				<Button variant="quiet" onClick={onRetry}>
					<Trans>Try again</Trans>
				</Button>
			}
		>
			<Trans>This could not be loaded. We keep trying.</Trans>
		</Empty>
	);
}
