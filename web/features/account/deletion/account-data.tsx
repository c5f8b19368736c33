/** Exports the data, logs out on all devices, and deletes the account. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Problem } from '#client/problem.ts';
import type { User } from '#contract/accounts.ts';
import { Button } from '#ui/primitives/button.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { useProblemText } from '../../../lib/api/problem-text.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { useDownloadMyData, useLogOutEverywhere } from './leave.ts';
import '../../../lib/elements/panel.css';
import './account-data.css';

interface AccountDataProps {
	user: User;
	/** Called when the session has ended on the server. */
	onLeft: () => void;
	/** True while the deletion dialog is open. */
	deleting: boolean;
	onDeleting: (deleting: boolean) => void;
	/** Signs the fan in again, because a deletion needs a recent sign-in. */
	onSignInAgain: () => void;
}

export function AccountData({ user, onLeft, deleting, onDeleting, onSignInAgain }: AccountDataProps) {
	const { t } = useLingui();
	const toast = useToast();
	const textOf = useProblemText();
	const download = useDownloadMyData();
	const leave = useLogOutEverywhere();
	const onError = (error: Error) => toast(error instanceof Problem ? textOf(error) : error.message);

	return (
		<section className="panel account-data" aria-label={t`Your account`}>
			<h2>
				<Trans>Your account</Trans>
			</h2>
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
				>
					<Trans>Log out everywhere</Trans>
				</Button>
			</Choice>
			<Choice text={<Trans>Erases who you are. Your gems are given up.</Trans>}>
				<Button variant="line" onClick={() => onDeleting(true)}>
					<Trans>Delete my account</Trans>
				</Button>
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
		<div className="account-data-choice">
			<p>{text}</p>
			{children}
		</div>
	);
}
