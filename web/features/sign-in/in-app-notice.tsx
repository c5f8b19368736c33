/** Inside another app: says so before a sign-in begins that cannot end, and leads out with the way back. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { isInApp, wayOut } from './in-app-browser.ts';

export function InAppNotice({ from }: { from: string }) {
	const { userAgent } = navigator;
	const onHomeScreen = window.matchMedia('(display-mode: standalone)').matches;
	if (!isInApp(userAgent, { onHomeScreen })) return null;
	const page = new URL(from, window.location.origin);
	const out = wayOut(userAgent, page);
	return (
		<div className="in-app-notice stack gap-3">
			<p>
				<Trans>You are inside another app. Logging in may not work here. Open this page in your browser.</Trans>
			</p>
			{out === null ? (
				<CopyLink address={page.href} />
			) : (
				<a className={buttonClass({ variant: 'raised', block: true })} href={out}>
					<Trans>Open in your browser</Trans>
				</a>
			)}
		</div>
	);
}

/** Where the app refuses the clipboard, the link is selected, to be copied by hand. */
function CopyLink({ address }: { address: string }) {
	const { t } = useLingui();
	const toast = useToast();
	const shown = useRef<HTMLParagraphElement>(null);
	async function copy() {
		try {
			await navigator.clipboard.writeText(address);
			toast(t`Link copied`, 'success');
		} catch {
			if (shown.current) getSelection()?.selectAllChildren(shown.current);
		}
	}
	return (
		<>
			<p ref={shown} className="in-app-notice-link muted text-s breaks" translate="no">
				{address}
			</p>
			<Button variant="raised" block onClick={() => void copy()}>
				<Trans>Copy link</Trans>
			</Button>
		</>
	);
}
