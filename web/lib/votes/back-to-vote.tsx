/** Leads back to the vote that was interrupted. Nothing if there was none. */
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '#ui/primitives/button.tsx';
import { isLocalPath } from '#contract/pages.ts';
import { keptVoteIntent } from './vote-intent.ts';

export function BackToVote({ className = '' }: { className?: string }) {
	const [intent] = useState(keptVoteIntent);
	if (!intent || !isLocalPath(intent.path)) return null;
	return (
		<Link className={buttonClass({ large: true }, className)} to={intent.path}>
			<Trans>Back to your vote for {intent.artist}</Trans>
		</Link>
	);
}
