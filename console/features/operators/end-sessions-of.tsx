/** Ends all sessions of a colleague, whose account may be in other hands. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useToast } from '#ui/primitives/toast.tsx';
import { WhyDialog } from '../../lib/dialogs/why-dialog.tsx';
import { type ListedOperator, useEndSessionsOf } from './get-operators.ts';

export function EndSessionsOf({ operator, onClose }: { operator: ListedOperator; onClose: () => void }) {
	const { t } = useLingui();
	const toast = useToast();
	const end = useEndSessionsOf();
	function submit(why: string) {
		end.mutate(
			{ id: operator.operator_id, why },
			{
				onSuccess: () => {
					toast(t`Ended. They have been signed out.`, 'success');
					onClose();
				},
			},
		);
	}
	return (
		<WhyDialog
			open
			title={t`End the sessions of ${operator.email}?`}
			action={<Trans>End sessions</Trans>}
			busy={end.isPending}
			error={end.error}
			onClose={onClose}
			onDo={submit}
		>
			<p>
				<Trans>They are signed out at once and may sign in again. To keep them out, set their role to “Removed”.</Trans>
			</p>
		</WhyDialog>
	);
}
