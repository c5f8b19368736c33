/** Creates the first passkey. If the session has been open for a while, asks for a fresh sign-in first. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { isProblem } from '#client/problem.ts';
import { makePasskey } from './passkey.ts';
import { PasskeyForm } from './passkey-form.tsx';
import { SignInFirst } from './sign-in-first.tsx';
import type { StepUpContent } from './use-passkey.tsx';

export function MakePasskey({ heading, onDone, onClose }: StepUpContent) {
	const { t } = useLingui();
	const make = useMutation({ mutationFn: makePasskey, onSuccess: onDone });
	if (isProblem(make.error, 'sign_in_again')) return <SignInFirst heading={heading} onClose={onClose} />;
	return (
		<PasskeyForm
			heading={heading}
			title={t`You need a passkey`}
			action={t`Create a passkey`}
			busy={make.isPending}
			error={make.error}
			onClose={onClose}
			onName={make.mutate}
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
