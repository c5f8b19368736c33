import { Trans } from '@lingui/react/macro';
import { isRefusal } from '#client/call.ts';
import { Empty } from '#ui/primitives/empty.tsx';
import { NotLoaded, type NotLoadedProps } from './not-loaded.tsx';

/** In place of what could not be loaded, or of what the server says is not there. */
export function NotThere({ error, heading, onRetry }: NotLoadedProps & { error: unknown }) {
	if (isRefusal(error)) return <Empty heading={heading} title={<Trans>No Data</Trans>} />;
	return <NotLoaded heading={heading} onRetry={onRetry} />;
}
