/** Shows one approval request with its effect and, while it waits, the buttons to approve and reject it. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { approve, reject } from '#contract/operator/approvals.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { WhyDialog } from '../../lib/dialogs/why-dialog.tsx';
import { Facts } from '../../lib/elements/facts.tsx';
import { CellLink } from '../../lib/elements/links.tsx';
import { useDateTime, useMay, useSignedIn } from '../../lib/session/operator.tsx';
import { paths } from '../../paths.ts';
import { type Approval, useTold } from './kinds.tsx';
import './approvals.css';

type Decision = 'approve' | 'reject';

const tones = { waiting: 'warning', approved: 'good', rejected: 'neutral', expired: 'neutral' } as const;

interface Props {
	approval: Approval;
	/** Shows what a void would do to the ranks of a chart. */
	renderVoid: (caseId: number) => ReactNode;
}

export function ApprovalCard({ approval, renderVoid }: Props) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	const { title: name } = useTold(approval);
	const states = { waiting: t`Waiting`, approved: t`Approved`, rejected: t`Rejected`, expired: t`Expired` };
	const { status, asked_by: asker, decided_by: decider, decided_time: decided, why } = approval;
	return (
		<article className="card approval" aria-label={name}>
			<header className="card-head">
				<h2>{name}</h2>
				<Tag tone={tones[status]}>{states[status]}</Tag>
			</header>
			<p className="quiet">
				<Trans>
					Requested by <CellLink to={paths.auditBy(asker.operator_id)}>{asker.email}</CellLink> on{' '}
					{dateTime(approval.asked_time)}: <q>{why}</q>
				</Trans>
			</p>
			<ApprovalWords approval={approval} renderVoid={renderVoid} />
			{decider && decided !== null && (
				<p className="quiet">
					<Trans>
						Decided by <CellLink to={paths.auditBy(decider.operator_id)}>{decider.email}</CellLink> on{' '}
						{dateTime(decided)}
					</Trans>
					{approval.decided_why && (
						<>
							: <q>{approval.decided_why}</q>
						</>
					)}
				</p>
			)}
			{status === 'waiting' && <Answers approval={approval} renderVoid={renderVoid} />}
		</article>
	);
}

function Answers({ approval, renderVoid }: Props) {
	const may = useMay();
	const dateTime = useDateTime();
	const { operator } = useSignedIn();
	const [asked, setAsked] = useState<Decision | null>(null);
	const own = approval.asked_by.operator_id === operator.operator_id;
	return (
		<>
			<p className="quiet">
				<Trans>Expires on {dateTime(approval.expires_time)}.</Trans>{' '}
				{own && <Trans>You made this request. Another operator has to approve it.</Trans>}
			</p>
			{may(approve) && (
				<div className="actions">
					{!own && (
						<Button onClick={() => setAsked('approve')}>
							<Trans>Approve</Trans>
						</Button>
					)}
					<Button variant="line" onClick={() => setAsked('reject')}>
						{own ? <Trans>Withdraw request</Trans> : <Trans>Reject</Trans>}
					</Button>
				</div>
			)}
			{asked && (
				<DecideDialog
					key={asked}
					decision={asked}
					own={own}
					approval={approval}
					renderVoid={renderVoid}
					onClose={() => setAsked(null)}
				/>
			)}
		</>
	);
}

interface DecideProps extends Props {
	decision: Decision;
	/** The operator's own request. */
	own: boolean;
	onClose: () => void;
}

function DecideDialog({ decision, own, approval, renderVoid, onClose }: DecideProps) {
	const { t } = useLingui();
	const rejecting = own
		? { title: t`Withdraw this request?`, action: t`Withdraw`, done: t`Request withdrawn` }
		: { title: t`Reject this request?`, action: t`Reject`, done: t`Rejected` };
	const words =
		decision === 'approve'
			? { title: t`Approve this request?`, action: t`Approve`, done: t`Approved. The change has been made.` }
			: rejecting;
	// The hash is that of the payload shown: operators decide only on what they have seen.
	return (
		<WhyDialog
			{...words}
			call={decision === 'approve' ? approve : reject}
			params={{ approval_id: approval.approval_id }}
			body={(why) => ({ payload_hash: approval.payload_hash, why })}
			onClose={onClose}
		>
			<ApprovalWords approval={approval} renderVoid={renderVoid} />
		</WhyDialog>
	);
}

/** Describes exactly what will be done. */
function ApprovalWords({ approval, renderVoid }: Props) {
	const { facts } = useTold(approval);
	const { case_id: caseId } = Object(approval.payload) as { case_id?: unknown };
	return (
		<>
			<Facts facts={facts} />
			{approval.kind === 'vote_void' && approval.status === 'waiting' && renderVoid(Number(caseId))}
			<details className="exact">
				<summary>
					<Trans>Full request</Trans>
				</summary>
				<pre>{JSON.stringify(approval.payload, null, 2)}</pre>
				<p>SHA-256 {approval.payload_hash}</p>
			</details>
		</>
	);
}
