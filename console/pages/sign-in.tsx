/** For whoever is not signed in: one button, to the provider at which operators prove who they are. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { problems } from '#contract/problems.ts';
import { beginSignIn } from '#contract/operator/session.ts';
import { Logo } from '#ui/logo.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { FieldError } from '#ui/primitives/form-field.tsx';
import { call } from '../lib/call.ts';
import { useErrorText } from '../lib/error-text.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { BASE } from '../paths.ts';
import './sign-in.css';

export function SignInPage({ problem }: { problem: unknown }) {
	const { t } = useLingui();
	const textOf = useErrorText();
	usePageTitle(t`Sign in`);
	const begin = useMutation({
		mutationFn: () => call(beginSignIn, { query: { return_to: wayBack() } }),
		onSuccess: ({ login_url: address }) => window.location.assign(address),
	});
	const failure = begin.error ?? problem;
	return (
		<main className="sign-in">
			<div className="card sign-in-card">
				<Logo />
				<h1>
					<Trans>Console</Trans>
				</h1>
				<p>
					<Trans>For the operators of this site. You need an invitation.</Trans>
				</p>
				{failure ? <FieldError>{textOf(failure)}</FieldError> : <Refusal />}
				<Button block large busy={begin.isPending} onClick={() => begin.mutate()}>
					<Trans>Sign in</Trans>
				</Button>
			</div>
		</main>
	);
}

/** The provider's way back may end with a refusal in the address. */
function Refusal() {
	const slug = new URLSearchParams(window.location.search).get('error');
	const refusal = Object.entries(problems).find(([known]) => known === slug)?.[1];
	return refusal ? <FieldError>{refusal.message}</FieldError> : null;
}

/** The screen that was asked for; the address of the console where it cannot be taken along. */
function wayBack(): string {
	const { pathname } = window.location;
	return /^\/console(?:\/[A-Za-z0-9/._-]*)?$/.test(pathname) ? pathname : BASE;
}
