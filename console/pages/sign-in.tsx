/** Sign-in screen: one button, to the identity provider of operators. */
import { Trans, useLingui } from '@lingui/react/macro';
import { problems } from '#contract/problems.ts';
import { Logo } from '#ui/icons.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { FieldError } from '#ui/primitives/form-field.tsx';
import { useErrorText } from '../lib/api/error-text.ts';
import { useSignIn } from '../lib/session/sign-in.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import './sign-in.css';

export function SignInPage({ problem }: { problem: unknown }) {
	const { t } = useLingui();
	const textOf = useErrorText();
	usePageTitle(t`Sign in`);
	const begin = useSignIn();
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

/** The provider's redirect may carry a refusal in the URL. */
function Refusal() {
	const slug = new URLSearchParams(window.location.search).get('error');
	const refusal = Object.entries(problems).find(([known]) => known === slug)?.[1];
	return refusal ? <FieldError>{refusal.message}</FieldError> : null;
}
