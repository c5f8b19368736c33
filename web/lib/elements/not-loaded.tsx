/** In place of what could not be loaded, inside a frame that stays. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';

export interface NotLoadedProps {
	onRetry: () => void;
	/** True where nothing else names the page. */
	heading?: boolean;
}

export function NotLoaded({ onRetry, heading }: NotLoadedProps) {
	return (
		<Empty heading={heading} title={<Trans>No Data</Trans>} action={<TryAgain onRetry={onRetry} />}>
			<Trans>This could not be loaded.</Trans>
		</Empty>
	);
}

export function TryAgain({ onRetry }: Pick<NotLoadedProps, 'onRetry'>) {
	const { t } = useLingui();
	return <Button variant="quiet" onClick={onRetry}>{t`Try again`}</Button>;
}
