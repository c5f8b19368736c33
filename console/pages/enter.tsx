/** Entry screen for an operator who has signed in at the provider. Their passkey opens the console. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { signOut } from '#contract/operator/operators/session.ts';
import { Logo } from '#ui/icons.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { FieldError } from '#ui/primitives/form-field.tsx';
import { call } from '../lib/api/call.ts';
import { useErrorText } from '../lib/api/error-text.ts';
import { confirmWithPasskey } from '../lib/step-up/passkey.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { BASE } from '../paths.ts';
import './sign-in.css';

export function EnterPage({ email, onEntered }: { email: string; onEntered: () => void }) {
	const { t } = useLingui();
	const textOf = useErrorText();
	usePageTitle(t`Confirm that it is you`);
	const enter = useMutation({ mutationFn: confirmWithPasskey, onSuccess: onEntered });
	const leave = useMutation({
		mutationFn: () => call(signOut, {}),
		onSuccess: () => window.location.assign(BASE),
	});
	const error = enter.error ?? leave.error;
	return (
		<main className="sign-in">
			<div className="card sign-in-card">
				<Logo />
				<h1>
					<Trans>Confirm that it is you</Trans>
				</h1>
				<p>
					<Trans>
						Signed in as <b>{email}</b>. Use your passkey to enter the console.
					</Trans>
				</p>
				{error ? <FieldError>{textOf(error)}</FieldError> : null}
				<Button block large busy={enter.isPending} onClick={() => enter.mutate()}>
					<Trans>Use passkey</Trans>
				</Button>
				<Button block variant="quiet" busy={leave.isPending} onClick={() => leave.mutate()}>
					<Trans>Log out</Trans>
				</Button>
				<p className="sign-in-hint">
					<Trans>Lost your passkey? Ask an owner to remove it. Then sign in again and make a new one.</Trans>
				</p>
			</div>
		</main>
	);
}
