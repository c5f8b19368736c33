/** Asks for the passkey whenever the server requires one. An operator without a passkey is asked to create one. */
import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Problem, isProblem } from '#client/call.ts';
import { type StepUpAsked, call, listeners, readAgain } from '../api/calls.tsx';
import { DialogBox, type DialogBoxProps, TextDialog } from '../dialogs/dialogs.tsx';
import { addPasskey, beginPasskey, beginStepUp, stepUp } from '#contract/operator/operators/passkeys.ts';
import { useSignedIn, useSignIn } from '../session/operator.tsx';

export function StepUp({ children }: { children: ReactNode }) {
	const [asked, setAsked] = useState<StepUpAsked | null>(null);
	// All calls refused in the meantime continue, or fail, together.
	const waiting = useRef<((used: boolean) => void)[]>([]);
	useEffect(() => {
		listeners.stepUp = (what) => {
			setAsked(what);
			return new Promise((resolve) => waiting.current.push(resolve));
		};
	}, []);
	const client = useQueryClient();
	const { entered } = useSignedIn();
	function end(used: boolean) {
		setAsked(null);
		// With a passkey, the operator may read more.
		if (used && !entered) void readAgain(client);
		for (const resolve of waiting.current.splice(0)) resolve(used);
	}
	const Asking = asked === 'passkey_missing' ? FirstPasskey : UsePasskey;
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
		<DialogBox
			title="Confirm that it is you"
			text="Confirm this step with your passkey. The confirmation counts for five minutes."
			action="Use passkey"
			busy={confirm.isPending}
			error={confirm.error}
			onClose={onClose}
			onDo={() => confirm.mutate()}
		/>
	);
}

const FirstPasskey = (props: StepUpContent) => (
	<MakePasskey title="You need a passkey" action="Create a passkey" {...props}>
		<p>
			You need a passkey to see personal data and to make changes. A passkey is a fingerprint, a face or a code on one
			of your devices. You make it once and then use it to enter the console.
		</p>
	</MakePasskey>
);

export function MakePasskey({
	onDone,
	...dialog
}: StepUpContent & Pick<DialogBoxProps, 'title' | 'action' | 'children'>) {
	const make = useMutation({ mutationFn: makePasskey, onSuccess: onDone });
	if (isProblem(make.error, 'sign_in_again')) return <SignInFirst onClose={dialog.onClose} />;
	return <TextDialog {...dialog} field={passkeyName} busy={make.isPending} error={make.error} onText={make.mutate} />;
}

/** Asks for a fresh sign-in before the first passkey is created in a session that has been open for a while. */
function SignInFirst({ onClose }: Pick<StepUpContent, 'onClose'>) {
	const signIn = useSignIn({ anew: true });
	return (
		<DialogBox
			title="Please sign in again first"
			text="Before you make your first passkey, you have to sign in again, so that nobody else can make one on a computer that you left. You return to this screen afterwards, and find unsaved changes of its form again."
			action="Sign in again"
			busy={signIn.isPending}
			error={signIn.error}
			onClose={onClose}
			onDo={() => signIn.mutate()}
		/>
	);
}

/** What a passkey is called. */
export const passkeyName = {
	label: 'Name of the passkey',
	hint: 'For example “Work laptop”, so that you recognize it.',
	missing: 'Please give it a name',
};

async function makePasskey(name: string): Promise<void> {
	const { options } = await call(beginPasskey, {});
	const credential = await askFor(() => startRegistration({ optionsJSON: options }));
	await call(addPasskey, { body: { name, credential } });
}

export async function confirmWithPasskey(): Promise<void> {
	const { options } = await call(beginStepUp, {});
	const credential = await askFor(() => startAuthentication({ optionsJSON: options }));
	await call(stepUp, { body: { credential } });
}

/** Runs a passkey request of the browser and converts its errors to our own. */
async function askFor<Credential>(ask: () => Promise<Credential>): Promise<Credential> {
	try {
		return await ask();
	} catch (error) {
		const code = error instanceof WebAuthnError ? error.code : '';
		if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') throw failure('passkey_known', error);
		// The person declined, or the request timed out.
		if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name))
			throw failure('passkey_not_used', error);
		throw failure('passkey_unsupported', error);
	}
}

const failure = (slug: Problem['slug'], cause: unknown): Problem =>
	Object.assign(new Problem(0, slug, cause instanceof Error ? cause.message : String(cause)), { cause });
