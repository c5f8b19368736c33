/** Removes the passkeys of an operator who has lost them. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useToast } from '#ui/primitives/toast.tsx';
import { WhyDialog } from '../../lib/dialogs/why-dialog.tsx';
import { type ListedOperator, useRemovePasskeysOf } from './get-operators.ts';

export function RemovePasskeysOf({ operator, onClose }: { operator: ListedOperator; onClose: () => void }) {
	const { t } = useLingui();
	const toast = useToast();
	const remove = useRemovePasskeysOf();
	function submit(why: string) {
		remove.mutate(
			{ id: operator.operator_id, why },
			{
				onSuccess: () => {
					toast(t`Removed. They can create a new passkey after signing in again.`, 'success');
					onClose();
				},
			},
		);
	}
	return (
		<WhyDialog
			open
			title={t`Remove the passkeys of ${operator.email}?`}
			action={<Trans>Remove</Trans>}
			busy={remove.isPending}
			error={remove.error}
			onClose={onClose}
			onDo={submit}
		>
			<p>
				<Trans>
					All their passkeys are removed and their sessions end. Make sure that the request really comes from them.
				</Trans>
			</p>
		</WhyDialog>
	);
}
