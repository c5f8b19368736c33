import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { SsoType } from '#contract/values/shapes.ts';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { getLoginAddress } from '#contract/accounts.ts';
import { Icon } from '#ui/icons.tsx';
import { useOwnNetwork } from '../../lib/site/get-network.ts';
import { paths } from '../../paths.ts';
import { call } from '../../lib/api/call.ts';
import { useProblemText } from '../../lib/api/problem-text.ts';
import { callbackAddress } from './addresses.ts';
import { useToast } from '#ui/primitives/toast.tsx';
import { isInApp, wayOut } from './in-app-browser.ts';
import './sign-in.css';

interface LoginFormProps {
	from: string;
	artist?: string;
	ended: boolean;
	again: boolean;
}

export function LoginForm({ from, artist, ended, again }: LoginFormProps) {
	const { t } = useLingui();
	const { mutate, isPending, variables, error } = useMutation({
		mutationFn: (provider: SsoType) => leave(provider, from, again),
		onError: (failure) => console.warn('The login address could not be read:', failure),
	});
	const leavingTo = isPending ? variables : null;
	const textOf = useProblemText();
	const own = useOwnNetwork();
	const names: [SsoType, string][] = [
		['google', 'Google'],
		['line', 'LINE'],
	];
	if (own) names.push(['oidc', own.name]);
	return (
		<div className="login-form stack gap-3 one-column">
			<h1>{t`Find your seat`}</h1>
			{ended && <output>{t`Your session has ended. Please log in again.`}</output>}
			<p className="login-form-lead mb-4 muted">
				{artist === undefined
					? t`Log in to vote, check in every day and keep your gems.`
					: t`Log in, and your vote for ${artist} goes on where you left it.`}
			</p>
			<InAppNotice from={from} />
			{names.map(([provider, name]) => (
				<Button
					key={provider}
					className={`login-form-provider login-form-${provider}`}
					block
					busy={leavingTo === provider}
					disabled={leavingTo !== null && leavingTo !== provider}
					icon={<ProviderIcon provider={provider} logoUrl={own?.logo_url ?? null} />}
					onClick={() => mutate(provider)}
				>
					{/* The words that each provider asks for on its button. */}
					{provider === 'line' ? <Trans>Log in with {name}</Trans> : <Trans>Continue with {name}</Trans>}
				</Button>
			))}
			<output className="bad">{error && textOf(error)}</output>
			<p className="login-form-legal faint text-s mt-3">
				<Trans>
					New here? When you register we ask you to accept the{' '}
					<Link className="muted underlined" to={paths.terms}>
						Terms of Service
					</Link>{' '}
					and the{' '}
					<Link className="muted underlined" to={paths.privacy}>
						Privacy Policy
					</Link>
					.
				</Trans>
			</p>
		</div>
	);
}

/** After that, the fan is still here: by Stop or Back, or because the network's own app has taken the link. */
const STAYED_MS = 3_000;

async function leave(provider: SsoType, from: string, again: boolean): Promise<void> {
	const callback_url = callbackAddress(window.location.origin, from, provider);
	const query = { sso_type: provider, callback_url, again: again ? ('1' as const) : undefined };
	const { login_url } = await call(getLoginAddress, { query });
	window.location.assign(login_url);
	await new Promise((stay) => setTimeout(stay, STAYED_MS));
}

/** The providers' own marks, in their own colors. Decorative: the button carries the name. */
function ProviderIcon({ provider, logoUrl }: { provider: SsoType; logoUrl: string | null }) {
	if (provider === 'oidc') {
		return logoUrl === null ? <Icon name="person" /> : <img className="provider-icon no-shrink" src={logoUrl} alt="" />;
	}
	return (
		<svg className="provider-icon no-shrink" viewBox="0 0 24 24" aria-hidden="true">
			{MARKS[provider].map(([fill, path]) => (
				<path key={fill} fill={fill} d={path} />
			))}
		</svg>
	);
}

const MARKS: Record<'google' | 'line', [fill: string, path: string][]> = {
	google: [
		['#4285f4', 'M21.6 12.2c0-.7-.1-1.3-.2-1.9H12v3.7h5.4a4.6 4.6 0 0 1-2 3v2.5h3.2c1.9-1.7 3-4.3 3-7.3z'],
		['#34a853', 'M12 22c2.7 0 5-.9 6.6-2.4l-3.2-2.5c-.9.6-2 1-3.4 1a6 6 0 0 1-5.6-4.1H3.1v2.6A10 10 0 0 0 12 22z'],
		['#fbbc05', 'M6.4 14a6 6 0 0 1 0-3.9V7.5H3.1a10 10 0 0 0 0 9z'],
		['#ea4335', 'M12 6c1.5 0 2.8.5 3.8 1.5l2.9-2.9A10 10 0 0 0 3.1 7.5l3.3 2.6A6 6 0 0 1 12 6z'],
	],
	line: [
		[
			'#06130b',
			'M12 3C6.5 3 2 6.6 2 11c0 4 3.5 7.3 8.3 7.9.8.1.7.5.6 1.3l-.2 1.2c0 .4.1.9 1 .5 3.5-1.6 10.3-5.8 10.3-10.9C22 6.6 17.5 3 12 3z',
		],
	],
};

/** Inside another app: says so before a sign-in begins that cannot end, and leads out with the way back. */
function InAppNotice({ from }: { from: string }) {
	const { t } = useLingui();
	const { userAgent } = navigator;
	const onHomeScreen = window.matchMedia('(display-mode: standalone)').matches;
	if (!isInApp(userAgent, { onHomeScreen })) return null;
	const page = new URL(from, window.location.origin);
	const out = wayOut(userAgent, page);
	return (
		<div className="in-app-notice stack gap-3">
			<p>{t`You are inside another app. Logging in may not work here. Open this page in your browser.`}</p>
			{out === null ? (
				<CopyLink address={page.href} />
			) : (
				<a className={buttonClass({ variant: 'raised', block: true })} href={out}>{t`Open in your browser`}</a>
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
			<p ref={shown} className="muted text-s breaks" style={{ userSelect: 'all' }} translate="no">
				{address}
			</p>
			<Button variant="raised" block onClick={() => void copy()}>{t`Copy link`}</Button>
		</>
	);
}
