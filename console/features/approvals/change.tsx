/** A value that a request sets, with the one that it replaces. */
import { Trans } from '@lingui/react/macro';

export function Change({ before, after }: { before: string | null; after: string }) {
	if (before === null) return <b>{after}</b>;
	if (before === after) {
		return (
			<>
				{after}{' '}
				<small>
					<Trans>(unchanged)</Trans>
				</small>
			</>
		);
	}
	return (
		<>
			<del>{before}</del> → <b>{after}</b>
		</>
	);
}
