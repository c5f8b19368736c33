/** Shares a vote that was just cast. */
import { Trans, useLingui } from '@lingui/react/macro';
import { ShareButton } from './share-button.tsx';

export function ShareVote({ path, artist }: { path: string; artist: string }) {
	const { t } = useLingui();
	return (
		<ShareButton path={path} title={t`I voted for ${artist}`}>
			<Trans>Share your vote</Trans>
		</ShareButton>
	);
}
