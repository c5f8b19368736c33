/** Shares a page: the system's own sheet where there is one, else the link is copied. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Icon } from '#ui/icons.tsx';
import { Button, type ButtonProps, IconButton } from '#ui/primitives/button.tsx';
import { useToast } from '#ui/primitives/toast.tsx';

export interface ShareButtonProps extends Pick<ButtonProps, 'className' | 'children'> {
	path: string;
	/** What is shared, in a few words. They are written before the link. */
	title: string;
	iconOnly?: boolean;
}

export function useShare(): (link: Pick<ShareButtonProps, 'path' | 'title'>) => Promise<void> {
	const { t } = useLingui();
	const toast = useToast();
	return async (link) => {
		// Loaded with the first press: most visitors share nothing.
		const outcome = await import('./share-link.ts').then(
			({ shareLink }) => shareLink(link),
			() => 'failed' as const,
		);
		if (outcome === 'copied') toast(t`Link copied`, 'success');
		if (outcome === 'failed') toast(t`The link could not be copied. Copy it from the address bar.`);
	};
}

export function ShareButton({ path, title, iconOnly, className, children }: ShareButtonProps) {
	const { t } = useLingui();
	const shareLink = useShare();
	const share = () => shareLink({ path, title });
	if (iconOnly)
		return (
			<IconButton label={t`Share ${title}`} className={className} onClick={() => void share()}>
				<Icon name="share" />
			</IconButton>
		);
	return (
		<Button variant="quiet" className={className} icon={<Icon name="share" />} onClick={() => void share()}>
			{children ?? <Trans>Share</Trans>}
		</Button>
	);
}
