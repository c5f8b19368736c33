/** Dialogs for the actions on passkeys. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { isProblem } from '#client/problem.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { FieldError } from '#ui/primitives/form-field.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { useErrorText } from '../../lib/api/error-text.ts';
import { SignInFirst } from '../../lib/step-up/sign-in-first.tsx';
import { PasskeyForm } from '../../lib/step-up/passkey-form.tsx';
import { type Passkey, useAddPasskey, useRemovePasskey, useRenamePasskey } from './get-passkeys.ts';

interface Closable {
	onClose: () => void;
}

export function AddPasskey({ onClose }: Closable) {
	const { t } = useLingui();
	const heading = useId();
	const add = useAddPasskey();
	return (
		<Dialog open onClose={onClose} labelledBy={heading} shape="center">
			{isProblem(add.error, 'sign_in_again') ? (
				<SignInFirst heading={heading} onClose={onClose} />
			) : (
				<PasskeyForm
					heading={heading}
					title={t`Add a passkey`}
					action={t`Add`}
					busy={add.isPending}
					error={add.error}
					onClose={onClose}
					onName={(name) => add.mutate(name, { onSuccess: onClose })}
				/>
			)}
		</Dialog>
	);
}

export function RenamePasskey({ passkey, onClose }: Closable & { passkey: Passkey }) {
	const { t } = useLingui();
	const heading = useId();
	const rename = useRenamePasskey();
	return (
		<Dialog open onClose={onClose} labelledBy={heading} shape="center">
			<PasskeyForm
				heading={heading}
				title={t`Rename the passkey`}
				action={t`Rename`}
				name={passkey.name}
				busy={rename.isPending}
				error={rename.error}
				onClose={onClose}
				onName={(name) => rename.mutate({ id: passkey.passkey_id, name }, { onSuccess: onClose })}
			/>
		</Dialog>
	);
}

export function RemovePasskey({ passkey, onClose }: Closable & { passkey: Passkey }) {
	const { t } = useLingui();
	const heading = useId();
	const toast = useToast();
	const textOf = useErrorText();
	const remove = useRemovePasskey();
	function submit() {
		remove.mutate(passkey.passkey_id, {
			onSuccess: () => {
				toast(t`Removed`, 'success');
				onClose();
			},
		});
	}
	return (
		<Dialog open onClose={onClose} labelledBy={heading} shape="center">
			<div className="dialog-body">
				<h2 id={heading}>{t`Remove ${passkey.name}?`}</h2>
				<p>
					<Trans>The passkey no longer works here. Your device may still list it.</Trans>
				</p>
				{remove.error ? <FieldError>{textOf(remove.error)}</FieldError> : null}
				<div className="dialog-actions">
					<Button variant="quiet" onClick={onClose}>
						<Trans>Cancel</Trans>
					</Button>
					<Button busy={remove.isPending} onClick={submit}>
						<Trans>Remove</Trans>
					</Button>
				</div>
			</div>
		</Dialog>
	);
}
