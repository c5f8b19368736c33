/** Shows the actions on a case: drop it, void its votes, restore them. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '#client/numbers.ts';
import { dropCase, type VoteCase, restoreCase, voidCase } from '#contract/operator/voting/cases.ts';
import { Button } from '#ui/primitives/button.tsx';
import { WhyDialog } from '../../../lib/dialogs/why-dialog.tsx';
import { useDateTime, useMay } from '../../../lib/session/operator.tsx';
import { useConsequence } from './case-facts.tsx';
import { useDropCase, useRestoreCase, useVoidCase, voidPreviewQuery } from './get-cases.ts';
import { RankMoves } from './rank-moves.tsx';
import './cases.css';

export function CaseSteps({ one }: { one: VoteCase }) {
	const may = useMay();
	const dateTime = useDateTime();
	const [asked, setAsked] = useState<'drop' | 'void' | 'restore' | null>(null);
	const close = () => setAsked(null);
	const canDrop = may(dropCase) && (one.state === 'ready' || one.state === 'objections');
	return (
		<div className="steps">
			{one.certified && (
				<p className="case-note">
					<Trans>The result is certified. This case can no longer change.</Trans>
				</p>
			)}
			{may(voidCase) && one.state === 'objections' && (
				<p className="case-note">
					<Trans>
						Open for objections until {dateTime(one.objections_until_time)}. These votes can be voided after that.
					</Trans>
				</p>
			)}
			{!one.certified && may(voidCase) && one.state === 'ready' && (
				<Button variant="line" onClick={() => setAsked('void')}>
					<Trans>Void these votes</Trans>
				</Button>
			)}
			{!one.certified && may(restoreCase) && one.state === 'voided' && (
				<Button variant="line" onClick={() => setAsked('restore')}>
					<Trans>Restore all votes</Trans>
				</Button>
			)}
			{canDrop && (
				<Button variant="quiet" onClick={() => setAsked('drop')}>
					<Trans>Drop the case</Trans>
				</Button>
			)}
			{asked === 'drop' && <DropDialog one={one} onClose={close} />}
			{asked === 'void' && <VoidDialog one={one} onClose={close} />}
			{asked === 'restore' && <RestoreDialog one={one} fan={null} onClose={close} />}
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
	const { data: moves } = useQuery(voidPreviewQuery(one.case_id));
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
			take={useVoidCase(one.case_id)}
			input={(why) => why}
			onClose={onClose}
		>
			{moves && <RankMoves moves={moves} />}
		</WhyDialog>
	);
}

function DropDialog({ one, onClose }: DialogProps) {
	const { t } = useLingui();
	return (
		<WhyDialog
			title={<Trans>Drop case {one.case_id}?</Trans>}
			text={<Trans>The votes keep counting. Another case may include them.</Trans>}
			action={<Trans>Drop</Trans>}
			done={t`Dropped`}
			take={useDropCase(one.case_id)}
			input={(why) => why}
			onClose={onClose}
		/>
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
					The votes count again. Gems that were returned for a vote are taken back if the fan still has all of them.
					Otherwise the vote counts without charge. A wallet is unlocked unless another case locks it.
				</Trans>
			}
			action={<Trans>Restore</Trans>}
			done={t`The votes are being restored`}
			take={useRestoreCase(one.case_id)}
			input={(why) => ({ fan_id: fan?.fan_id ?? null, why })}
			onClose={onClose}
		/>
	);
}
