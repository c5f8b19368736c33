import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '#ui/primitives/button.tsx';
import { isLocalPath } from '#contract/pages.ts';
import { keptVoteIntent, type VoteIntent } from './vote-intent.ts';
import './back-to-vote.css';

export function BackToVote({ variant }: { variant?: 'line' }) {
	const intent = useVoteIntent();
	if (!intent) return null;
	return (
		<Link className={buttonClass({ variant, large: true }, 'back-to-vote')} to={intent.path}>
			<Trans>Back to your vote for {intent.artist}</Trans>
		</Link>
	);
}

export function useVoteIntent(): VoteIntent | null {
	const [intent] = useState(keptVoteIntent);
	return intent && isLocalPath(intent.path) ? intent : null;
}
