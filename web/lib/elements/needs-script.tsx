/** Says to a reader without script, in its place, what is not there for them. Browsers with script do not show it. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

export function NeedsScript({ children = <Trans>This part needs JavaScript.</Trans> }: { children?: ReactNode }) {
	return (
		<noscript>
			<p className="subtext mt-3">{children}</p>
		</noscript>
	);
}
