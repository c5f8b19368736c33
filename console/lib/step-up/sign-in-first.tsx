/** Asks for a fresh sign-in before the first passkey is created in a session that has been open for a while. */
import { Trans } from '@lingui/react/macro';
import { Button } from '#ui/primitives/button.tsx';
import { FieldError } from '#ui/primitives/form-field.tsx';
import { useErrorText } from '../api/error-text.ts';
import { useSignIn } from '../session/sign-in.ts';
import type { StepUpContent } from './use-passkey.tsx';

export function SignInFirst({ heading, onClose }: Pick<StepUpContent, 'heading' | 'onClose'>) {
	const textOf = useErrorText();
	const signIn = useSignIn({ anew: true });
	return (
		<div className="dialog-body">
			<h2 id={heading}>
				<Trans>Please sign in again first</Trans>
			</h2>
			<p>
				<Trans>
					Before you make your first passkey, you have to sign in again, so that nobody else can make one on a computer
					that you left. You return to this screen afterwards. Unsaved changes are lost.
				</Trans>
			</p>
			{signIn.error ? <FieldError>{textOf(signIn.error)}</FieldError> : null}
			<div className="dialog-actions">
				<Button variant="quiet" onClick={onClose}>
					<Trans>Cancel</Trans>
				</Button>
				<Button busy={signIn.isPending} onClick={() => signIn.mutate()}>
					<Trans>Sign in again</Trans>
				</Button>
			</div>
		</div>
	);
}
