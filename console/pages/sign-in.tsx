/** Sign-in screen: one button, to the identity provider of operators. */
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { signOut } from '#contract/operator/operators/session.ts';
import { problems } from '#contract/problems.ts';
import { Logo } from '#ui/icons.tsx';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { FieldError } from '#ui/primitives/form-field.tsx';
import { call, ErrorText, errorText } from '../lib/api/calls.tsx';
import { DialogBox } from '../lib/dialogs/dialogs.tsx';
import { useSignIn } from '../lib/session/operator.tsx';
import { confirmWithPasskey } from '../lib/step-up/step-up.tsx';
import { BASE } from '../nouns.ts';
import { usePageTitle } from '../shell/page.tsx';
import './sign-in.css';

export function SignInPage({ problem }: { problem: unknown }) {
	usePageTitle('Sign in');
	const begin = useSignIn();
	const failure = begin.error ?? problem;
	return (
		<Frame>
			<h1>Console</h1>
			<p>For the operators of this site. You need an invitation.</p>
			{failure ? <FieldError>{errorText(failure)}</FieldError> : <Refusal />}
			<Button block large busy={begin.isPending} onClick={() => begin.mutate()}>
				Sign in
			</Button>
		</Frame>
	);
}

const Frame = ({ children }: { children: ReactNode }) => (
	<main className="sign-in">
		<div className="card sign-in-card">
			<Logo />
			{children}
		</div>
	</main>
);

/** The provider's redirect may carry a refusal in the URL. */
function Refusal() {
	const slug = new URLSearchParams(window.location.search).get('error');
	const refusal = Object.entries(problems).find(([known]) => known === slug)?.[1];
	return refusal ? <FieldError>{refusal.message}</FieldError> : null;
}

/** Stands above forms with unsaved changes when the session has ended. It goes when the operator has signed in again. */
export function SessionOver({ onClose }: { onClose: () => void }) {
	return (
		<DialogBox title="Your session has ended" onClose={onClose}>
			<p>Your unsaved changes are still here. Sign in again in a new tab, then come back to this one.</p>
			<div className="dialog-actions">
				<a className={buttonClass({})} href={BASE} target="_blank">
					Sign in
				</a>
			</div>
		</DialogBox>
	);
}

/** Entry screen for an operator who has signed in at the provider. Their passkey opens the console. */
export function EnterPage({ email, onEntered }: { email: string; onEntered: () => void }) {
	usePageTitle('Confirm that it is you');
	const enter = useMutation({ mutationFn: confirmWithPasskey, onSuccess: onEntered });
	const leave = useMutation({ mutationFn: () => call(signOut, {}), onSuccess: () => window.location.assign(BASE) });
	const error = enter.error ?? leave.error;
	return (
		<Frame>
			<h1>Confirm that it is you</h1>
			<p>
				Signed in as <b>{email}</b>. Use your passkey to enter the console.
			</p>
			<ErrorText error={error} />
			<Button block large busy={enter.isPending} onClick={() => enter.mutate()}>
				Use passkey
			</Button>
			<Button block variant="quiet" busy={leave.isPending} onClick={() => leave.mutate()}>
				Log out
			</Button>
			<p className="sign-in-hint">
				Lost your passkey? Ask an owner to delete it. Then sign in again and make a new one.
			</p>
		</Frame>
	);
}
