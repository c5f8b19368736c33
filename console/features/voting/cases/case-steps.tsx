/** Shows the actions on a case: drop it, void its votes, restore them. */
import { Trans, useLingui } from '@lingui/react/macro';
import { formatNumber } from '#client/numbers.ts';
import { dropCase, type VoteCase, restoreCase, voidCase } from '#contract/operator/voting/cases.ts';
import { Steps } from '../../../lib/dialogs/steps.tsx';
import { WhyDialog } from '../../../lib/dialogs/why-dialog.tsx';
import { useDateTime, useMay } from '../../../lib/session/operator.tsx';
import { useConsequence } from './case-facts.tsx';
import { VoidEffect } from './rank-moves.tsx';
import './cases.css';

export function CaseSteps({ one }: { one: VoteCase }) {
	const { t } = useLingui();
	const may = useMay();
	const dateTime = useDateTime();
	return (
		<div className="steps">
			{one.certified && (
				<p className="quiet">
					<Trans>The result is certified. This case can no longer change.</Trans>
				</p>
			)}
			{may(voidCase) && one.state === 'objections' && (
				<p className="quiet">
					<Trans>
						Open for objections until {dateTime(one.objections_until_time)}. These votes can be voided after that.
					</Trans>
				</p>
			)}
			<Steps
				params={{ case_id: one.case_id }}
				steps={{
					void: {
						call: voidCase,
						when: !one.certified && one.state === 'ready',
						label: t`Void these votes`,
						renderDialog: (close) => <VoidDialog one={one} onClose={close} />,
					},
					restore: {
						call: restoreCase,
						when: !one.certified && one.state === 'voided',
						label: t`Restore all votes`,
						renderDialog: (close) => <RestoreDialog one={one} fan={null} onClose={close} />,
					},
					drop: {
						call: dropCase,
						when: one.state === 'ready' || one.state === 'objections',
						label: t`Drop the case`,
						variant: 'quiet',
						title: t`Drop case ${one.case_id}?`,
						text: t`The votes keep counting. Another case may include them.`,
						action: t`Drop`,
						done: t`Dropped`,
					},
				}}
			/>
		</div>
	);
}

interface DialogProps {
	one: VoteCase;
	onClose: () => void;
}

function VoidDialog({ one, onClose }: DialogProps) {
	const { t } = useLingui();
	const consequence = useConsequence()(one.reason);

	return (
		<WhyDialog
			title={<Trans>Void {formatNumber(one.tickets)} votes?</Trans>}
			text={
				<>
					<Trans>They stop counting in charts and in the result. Each fan sees the reason at the vote.</Trans>{' '}
					{consequence}
				</>
			}
			action={<Trans>Void</Trans>}
			done={t`The votes are being voided`}
			call={voidCase}
			params={{ case_id: one.case_id }}
			onClose={onClose}
		>
			<VoidEffect caseId={one.case_id} />
		</WhyDialog>
	);
}

interface RestoreDialogProps extends DialogProps {
	/** Null for all fans of the case. */
	fan: { fan_id: number; name: string } | null;
}

/** Makes voided votes count again: all of a case, or those of one fan. */
export function RestoreDialog({ one, fan, onClose }: RestoreDialogProps) {
	const { t } = useLingui();
	return (
		<WhyDialog
			title={fan ? t`Restore the votes of ${fan.name}?` : t`Restore all votes of case ${one.case_id}?`}
			text={
				<Trans>
					The votes count again, and the gems that were returned for them are taken back. Gems that the fan has spent
					since become a debt. A wallet is unlocked unless another case locks it.
				</Trans>
			}
			action={<Trans>Restore</Trans>}
			done={t`The votes are being restored`}
			call={restoreCase}
			params={{ case_id: one.case_id }}
			body={(why) => ({ fan_id: fan?.fan_id ?? null, why })}
			onClose={onClose}
		/>
	);
}
