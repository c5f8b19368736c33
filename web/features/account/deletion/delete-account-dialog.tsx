/** Explains the consequences of a deletion before the fan confirms it. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { formatNumber } from '#client/numbers.ts';
import { Problem } from '#client/problem.ts';
import type { User } from '#contract/accounts.ts';
import { ACCOUNT_DELETION_DAYS } from '#contract/values/constants.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { CheckboxField } from '#ui/primitives/form-field.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { useProblemText } from '../../../lib/api/problem-text.ts';
import { useDeleteAccount } from './leave.ts';

interface DeleteAccountDialogProps {
	open: boolean;
	user: User;
	onClose: () => void;
	onDeleted: () => void;
	/** Opens the login, which returns to this dialog. */
	onSignInAgain: () => void;
}

export function DeleteAccountDialog({ open, user, onClose, onDeleted, onSignInAgain }: DeleteAccountDialogProps) {
	const { t } = useLingui();
	const toast = useToast();
	const textOf = useProblemText();
	const heading = useId();
	const [agreed, setAgreed] = useState(false);
	const { mutate, isPending, error } = useDeleteAccount();
	const tooOld = isTooOld(error);
	const gems = formatNumber(Math.max(0, user.gem_balance));

	function remove() {
		mutate(undefined, {
			onSuccess: () => {
				toast(t`Your account will be deleted`, 'success');
				onDeleted();
			},
			onError: (failure) => {
				if (!isTooOld(failure)) toast(failure instanceof Problem ? textOf(failure) : failure.message);
			},
		});
	}

	return (
		<Dialog open={open} onClose={onClose} labelledBy={heading} className="delete-account">
			<div className="dialog-body">
				<h2 id={heading}>
					<Trans>Delete my account</Trans>
				</h2>
				<ul>
					<li>
						<Trans>
							Your <b>{gems} gems</b> are given up, bought ones too. They cannot be paid out or given to another
							account.
						</Trans>
					</li>
					<li>
						<Trans>
							Your votes keep counting. They stay in the public list under a random code, and once you are erased nobody
							can tell whose they were. Only proofs that you saved or shared still can.
						</Trans>
					</li>
					<li>
						<Trans>
							You are logged out everywhere now, and erased after {ACCOUNT_DELETION_DAYS} days: name, email, picture and
							sign-in. Until then, logging in again keeps your account.
						</Trans>
					</li>
					<li>
						<Trans>Records of payments stay as long as the law demands.</Trans>
					</li>
				</ul>
				{tooOld ? (
					<output className="delete-account-again">
						<Trans>Please log in again to confirm that it is you. You come back to this page afterwards.</Trans>
					</output>
				) : (
					<CheckboxField
						label={<Trans>I give up my gems and want my account deleted</Trans>}
						checked={agreed}
						onChange={(event) => setAgreed(event.target.checked)}
					/>
				)}
				<div className="delete-account-ways">
					{tooOld ? (
						<Button large block onClick={onSignInAgain}>
							<Trans>Log in again</Trans>
						</Button>
					) : (
						<Button large block disabled={!agreed} busy={isPending} onClick={remove}>
							<Trans>Delete my account</Trans>
						</Button>
					)}
					<Button large block variant="quiet" onClick={onClose}>
						<Trans>Keep my account</Trans>
					</Button>
				</div>
			</div>
		</Dialog>
	);
}

/** True if the fan signed in too long ago. */
function isTooOld(error: Error | null): boolean {
	return error instanceof Problem && error.slug === 'sign_in_not_recent';
}
