/** Shares a page: the system's own sheet where there is one, else the link is copied. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Icon } from '#ui/icons.tsx';
import { Button, type ButtonProps, IconButton } from '#ui/primitives/button.tsx';
import { useToast } from '#ui/primitives/toast.tsx';

export interface ShareButtonProps extends Pick<ButtonProps, 'variant' | 'className' | 'children'> {
	/** Path and query on our own site. */
	path: string;
	/** What is shared, in a few words. They are written before the link. */
	title: string;
	iconOnly?: boolean;
}

export function ShareButton({ path, title, iconOnly, variant = 'quiet', className, children }: ShareButtonProps) {
	const { t } = useLingui();
	const toast = useToast();
	async function share() {
		// Loaded with the first press: most visitors share nothing.
		const outcome = await import('./share-link.ts').then(
			({ shareLink }) => shareLink({ path, title }),
			() => 'failed' as const,
		);
		if (outcome === 'copied') toast(t`Link copied`, 'success');
		if (outcome === 'failed') toast(t`The link could not be copied. Copy it from the address bar.`);
	}
	if (iconOnly) {
		return (
			<IconButton label={t`Share ${title}`} className={className} onClick={() => void share()}>
				<Icon name="share" />
			</IconButton>
		);
	}
	return (
		<Button variant={variant} className={className} icon={<Icon name="share" />} onClick={() => void share()}>
			{children ?? <Trans>Share</Trans>}
		</Button>
	);
}

export function ShareVote({ path, artist }: { path: string; artist: string }) {
	const { t } = useLingui();
	return <ShareButton path={path} title={t`I voted for ${artist}`}>{t`Share your vote`}</ShareButton>;
}
