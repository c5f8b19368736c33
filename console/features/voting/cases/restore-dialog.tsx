/** Makes voided votes count again: all of a case, or those of one fan. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useIdempotencyKey } from '#client/idempotency-key.ts';
import type { VoteCase } from '#contract/operator/voting/cases.ts';
import { useToast } from '#ui/primitives/toast.tsx';
import { WhyDialog } from '../../../lib/dialogs/why-dialog.tsx';
import { useRestoreCase } from './get-cases.ts';

interface Props {
	one: VoteCase;
	/** Null for all fans of the case. */
	fan: { fan_id: number; name: string } | null;
	onClose: () => void;
	/** Called when the restore waits for approval. Nothing has changed yet. */
	onWaiting: () => void;
}

export function RestoreDialog({ one, fan, onClose, onWaiting }: Props) {
	const { t } = useLingui();
	const toast = useToast();
	const keyOf = useIdempotencyKey();
	const restore = useRestoreCase(one.case_id);
	return (
		<WhyDialog
			open
			title={fan ? t`Restore the votes of ${fan.name}?` : t`Restore all votes of case ${one.case_id}?`}
			action={<Trans>Restore</Trans>}
			busy={restore.isPending}
			error={restore.error}
			onClose={onClose}
			onDo={(why) => {
				const body = { fan_id: fan?.fan_id ?? null, why };
				restore.mutate(
					{ body, idempotencyKey: keyOf(body) },
					{
						onSuccess: ({ status }) => {
							if (status === 'waiting') return onWaiting();
							toast(t`The votes are being restored`, 'success');
							onClose();
						},
					},
				);
			}}
		>
			<p>
				<Trans>
					The votes count again. Gems that were returned for a vote are taken back if the fan still has all of them.
					Otherwise the vote counts without charge. A wallet is unlocked unless another case locks it.
				</Trans>
			</p>
		</WhyDialog>
	);
}
