/** Says why nothing could be checked. */
import { Trans } from '@lingui/react/macro';
import type { Hindrance } from './check-vote.ts';

export function HindranceText({ why }: { why: Hindrance }) {
	if (why === 'offline') return <Trans>Not checked: there is no connection. Try again when you are online.</Trans>;
	if (why === 'server') return <Trans>Not checked: the proof could not be loaded. Try again later.</Trans>;
	return <Trans>Not checked: this browser cannot check signatures. Update it, or open this page in another one.</Trans>;
}
