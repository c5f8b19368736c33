/** Shows the actions on a case: drop it, void its votes, restore them. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIdempotencyKey } from '#client/idempotency-key.ts';
import { formatNumber } from '#client/numbers.ts';
import { dropCase, type VoteCase, restoreCase, voidCase } from '#contract/operator/voting/cases.ts';
import { Button } from '#ui/primitives/button.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { useDateTime } from '../../../lib/format/time.ts';
import { useMay } from '../../../lib/session/operator.tsx';
import { WaitingDialog } from '../../../lib/dialogs/waiting-dialog.tsx';
import { WhyDialog } from '../../../lib/dialogs/why-dialog.tsx';
import { useConsequence } from './case-words.tsx';
import { useDropCase, useVoidCase, voidPreviewQuery } from './get-cases.ts';
import { RankMoves } from './rank-moves.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import './cases.css';

export function CaseSteps({ one }: { one: VoteCase }) {
	const may = useMay();
	const dateTime = useDateTime();
	const [asked, setAsked] = useState<'drop' | 'void' | 'restore' | 'waiting' | null>(null);
	const close = () => setAsked(null);
	const wait = () => setAsked('waiting');
	const canDrop = may(dropCase) && (one.state === 'ready' || one.state === 'objections');
	return (
		<div className="case-steps">
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
			{asked === 'void' && <VoidDialog one={one} onClose={close} onWaiting={wait} />}
			{asked === 'restore' && <RestoreDialog one={one} fan={null} onClose={close} onWaiting={wait} />}
			{asked === 'waiting' && <WaitingDialog onClose={close} />}
		</div>
	);
}

interface Asking {
	one: VoteCase;
	onClose: () => void;
	/** Called when the void waits for approval. Nothing has changed yet. */
	onWaiting: () => void;
}

function VoidDialog({ one, onClose, onWaiting }: Asking) {
	const { t } = useLingui();
	const toast = useToast();
	const keyOf = useIdempotencyKey();
	const voiding = useVoidCase(one.case_id);
	const consequence = useConsequence()(one.reason);
	const { data: moves } = useQuery(voidPreviewQuery(one.case_id));
	return (
		<WhyDialog
			open
			title={<Trans>Void {formatNumber(one.tickets)} votes?</Trans>}
			action={<Trans>Void</Trans>}
			busy={voiding.isPending}
			error={voiding.error}
			onClose={onClose}
			onDo={(why) =>
				voiding.mutate(
					{ body: { why }, idempotencyKey: keyOf(why) },
					{
						onSuccess: ({ status }) => {
							if (status === 'waiting') return onWaiting();
							toast(t`The votes are being voided`, 'success');
							onClose();
						},
					},
				)
			}
		>
			<p>
				<Trans>They stop counting in charts and in the result. Each fan sees the reason at the vote.</Trans>{' '}
				{consequence}
			</p>
			{moves && <RankMoves moves={moves} />}
		</WhyDialog>
	);
}

function DropDialog({ one, onClose }: Omit<Asking, 'onWaiting'>) {
	const { t } = useLingui();
	const toast = useToast();
	const drop = useDropCase(one.case_id);
	return (
		<WhyDialog
			open
			title={<Trans>Drop case {one.case_id}?</Trans>}
			action={<Trans>Drop</Trans>}
			busy={drop.isPending}
			error={drop.error}
			onClose={onClose}
			onDo={(why) =>
				drop.mutate(why, {
					onSuccess: () => {
						toast(t`Dropped`, 'success');
						onClose();
					},
				})
			}
		>
			<p>
				<Trans>The votes keep counting. Another case may include them.</Trans>
			</p>
		</WhyDialog>
	);
}
