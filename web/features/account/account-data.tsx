import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { isProblem } from '#client/call.ts';
import { Button } from '#ui/primitives/button.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { formatNumber } from '#client/numbers.ts';
import { ACCOUNT_DELETION_DAYS } from '#contract/values/constants.ts';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { CheckboxField } from '#ui/primitives/form-field.tsx';
import { deleteAccount, getMyData, logOutEverywhere } from '#contract/my-account.ts';
import { useProblemText } from '../../lib/api/problem-text.ts';
import { call } from '../../lib/api/call.ts';
import type { SignedInUser } from '../../lib/session/session.tsx';
import { saveAsFile } from '../../lib/save-as-file.ts';
import './account.css';

interface AccountDataProps {
	user: SignedInUser;
	onLeft: () => void;
	deleting: boolean;
	onDeleting: (deleting: boolean) => void;
	onSignInAgain: () => void;
}

export function AccountData({ user, onLeft, deleting, onDeleting, onSignInAgain }: AccountDataProps) {
	const { t } = useLingui();
	const toast = useToast();
	const textOf = useProblemText();
	const onError = (error: Error) => toast(textOf(error));
	const { token } = user;
	const download = useMutation({
		mutationFn: async () =>
			saveAsFile(
				'lightstick-my-data.json',
				JSON.stringify(await call(getMyData, {}, { token }), null, '\t'),
				'application/json',
			),
	});
	const leave = useMutation({ mutationFn: () => call(logOutEverywhere, {}, { token }) });

	return (
		<section className="panel mt-6" aria-label={t`Your account`}>
			<h2>{t`Your account`}</h2>
			<Choice text={<Trans>Everything we keep about you, as a file.</Trans>}>
				<Button variant="quiet" busy={download.isPending} onClick={() => download.mutate(undefined, { onError })}>
					<Trans>Download my data</Trans>
				</Button>
			</Choice>
			<Choice text={<Trans>Ends your sessions on all devices, this one too.</Trans>}>
				<Button
					variant="quiet"
					busy={leave.isPending}
					onClick={() => leave.mutate(undefined, { onSuccess: onLeft, onError })}
				>{t`Log out everywhere`}</Button>
			</Choice>
			<Choice text={<Trans>Delete account. Your gems are lost.</Trans>}>
				<Button variant="line" onClick={() => onDeleting(true)}>{t`Delete my account`}</Button>
			</Choice>
			<DeleteAccountDialog
				open={deleting}
				user={user}
				onClose={() => onDeleting(false)}
				onDeleted={onLeft}
				onSignInAgain={onSignInAgain}
			/>
		</section>
	);
}

function Choice({ text, children }: { text: ReactNode; children: ReactNode }) {
	return (
		<div className="spread account-data-choice">
			<p className="muted text-m">{text}</p>
			{children}
		</div>
	);
}

interface DeleteAccountDialogProps {
	open: boolean;
	user: SignedInUser;
	onClose: () => void;
	onDeleted: () => void;
	onSignInAgain: () => void;
}

function DeleteAccountDialog({ open, user, onClose, onDeleted, onSignInAgain }: DeleteAccountDialogProps) {
	const { t } = useLingui();
	const toast = useToast();
	const textOf = useProblemText();
	const heading = useId();
	const [agreed, setAgreed] = useState(false);
	const { mutate, isPending, error } = useMutation({
		mutationFn: () => call(deleteAccount, { body: { gems_are_given_up: true } }, { token: user.token }),
	});
	const tooOld = isTooOld(error);
	const gems = formatNumber(Math.max(0, user.gem_balance));

	function remove() {
		mutate(undefined, {
			onSuccess: () => {
				toast(t`Your account will be deleted`, 'success');
				onDeleted();
			},
			onError: (failure) => {
				if (!isTooOld(failure)) toast(textOf(failure));
			},
		});
	}

	return (
		<Dialog open={open} onClose={onClose} labelledBy={heading} className="delete-account">
			<div className="dialog-body">
				<h2 id={heading}>{t`Delete my account`}</h2>
				<ul className="stack gap-2 vivid muted">
					<li>
						<Trans>
							Your <b>{gems} gems</b> are given up, bought ones too. They cannot be paid out or given to another
							account.
						</Trans>
					</li>
					<li>
						<Trans>
							Your votes keep counting. They stay in the public list under a random code, which does not tell whose they
							were. Only proofs that you saved or shared still can.
						</Trans>
					</li>
					<li>
						<Trans>
							You are logged out everywhere now, and erased after {ACCOUNT_DELETION_DAYS} days: name, email, picture and
							sign-in. Until then, logging in again keeps your account.
						</Trans>
					</li>
					<li>{t`If you have paid, records of payments stay as long as the law demands. Until then they link your votes to the payer.`}</li>
				</ul>
				{tooOld ? (
					<output className="block semibold">
						<Trans>Please log in again to confirm that it is you. You come back to this page afterwards.</Trans>
					</output>
				) : (
					<CheckboxField
						label={<Trans>I give up my gems and want my account deleted</Trans>}
						checked={agreed}
						onChange={(event) => setAgreed(event.target.checked)}
					/>
				)}
				<div className="stack gap-2 mt-5">
					{tooOld ? (
						<Button large block onClick={onSignInAgain}>{t`Log in again`}</Button>
					) : (
						<Button large block disabled={!agreed} busy={isPending} onClick={remove}>{t`Delete my account`}</Button>
					)}
					<Button large block variant="quiet" onClick={onClose}>{t`Keep my account`}</Button>
				</div>
			</div>
		</Dialog>
	);
}

const isTooOld = (error: Error | null): boolean => isProblem(error, 'sign_in_not_recent');
