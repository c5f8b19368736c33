/** Asks for the passkey whenever the server requires one. An operator without a passkey is asked to create one. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isProblem } from '#client/call.ts';
import { TextField } from '#ui/primitives/form-field.tsx';
import { type StepUpAsked, whenStepUpIsAsked } from '../api/call.ts';
import { Confirm } from '../dialogs/confirm.tsx';
import { TextDialog, type TextDialogProps } from '../dialogs/why-dialog.tsx';
import { useReadAgain, useSignIn } from '../session/operator.tsx';
import { confirmWithPasskey, makePasskey } from './passkey.ts';

export function StepUp({ children }: { children: ReactNode }) {
	const [asked, setAsked] = useState<StepUpAsked | null>(null);
	// All calls refused in the meantime continue, or fail, together.
	const waiting = useRef<((used: boolean) => void)[]>([]);
	useEffect(() => {
		whenStepUpIsAsked((what) => {
			setAsked(what);
			return new Promise((resolve) => waiting.current.push(resolve));
		});
	}, []);
	const readAgain = useReadAgain();
	function end(used: boolean) {
		setAsked(null);
		if (used) readAgain();
		for (const resolve of waiting.current.splice(0)) resolve(used);
	}
	const Asking = asked === 'passkey_missing' ? MakePasskey : UsePasskey;
	return (
		<>
			{children}
			{asked && <Asking onDone={() => end(true)} onClose={() => end(false)} />}
		</>
	);
}

interface StepUpContent {
	onDone: () => void;
	onClose: () => void;
}

/** Asks the operator to confirm with their passkey. */
function UsePasskey({ onDone, onClose }: StepUpContent) {
	const confirm = useMutation({ mutationFn: confirmWithPasskey, onSuccess: onDone });
	return (
		<Confirm
			title={<Trans>Confirm that it is you</Trans>}
			text={<Trans>Confirm this step with your passkey. The confirmation counts for five minutes.</Trans>}
			action={<Trans>Use passkey</Trans>}
			busy={confirm.isPending}
			error={confirm.error}
			onClose={onClose}
			onDo={() => confirm.mutate()}
		/>
	);
}

/** Creates the first passkey. If the session has been open for a while, asks for a fresh sign-in first. */
function MakePasskey({ onDone, onClose }: StepUpContent) {
	const { t } = useLingui();
	const make = useMutation({ mutationFn: makePasskey, onSuccess: onDone });
	if (isProblem(make.error, 'sign_in_again')) return <SignInFirst onClose={onClose} />;
	return (
		<PasskeyForm
			title={t`You need a passkey`}
			action={t`Create a passkey`}
			busy={make.isPending}
			error={make.error}
			onClose={onClose}
			onText={make.mutate}
		>
			<p>
				<Trans>
					You need a passkey to see personal data and to make changes. A passkey is a fingerprint, a face or a code on
					one of your devices. You make it once and then use it to enter the console.
				</Trans>
			</p>
		</PasskeyForm>
	);
}

/** Asks for a fresh sign-in before the first passkey is created in a session that has been open for a while. */
export function SignInFirst({ onClose }: Pick<StepUpContent, 'onClose'>) {
	const signIn = useSignIn({ anew: true });
	return (
		<Confirm
			title={<Trans>Please sign in again first</Trans>}
			text={
				<Trans>
					Before you make your first passkey, you have to sign in again, so that nobody else can make one on a computer
					that you left. You return to this screen afterwards, and find unsaved changes of its form again.
				</Trans>
			}
			action={<Trans>Sign in again</Trans>}
			busy={signIn.isPending}
			error={signIn.error}
			onClose={onClose}
			onDo={() => signIn.mutate()}
		/>
	);
}

/** Asks for a passkey's name. */
export function PasskeyForm(dialog: Omit<TextDialogProps, 'renderField'>) {
	const { t } = useLingui();
	return (
		<TextDialog
			{...dialog}
			renderField={({ value, onChange, missing }) => (
				<TextField
					label={t`Name of the passkey`}
					hint={t`For example “Work laptop”, so that you recognize it.`}
					error={missing ? t`Please give it a name` : null}
					maxLength={60}
					value={value}
					onChange={(event) => onChange(event.target.value)}
				/>
			)}
		/>
	);
}
