/** Lists the approval requests that wait for a second operator, then the decided ones. */
import { approve, listApprovals, reject } from '#contract/operator/approvals.ts';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { type Approval, useTold } from '../features/approvals/kinds.tsx';
import { VoidEffect } from '../features/voting/cases/case.tsx';
import { ListState, MoreRows, NoResults, useList } from '../lib/lists/list-state.tsx';
import { Steps } from '../lib/dialogs/dialogs.tsx';
import { CellLink, Facts, type Looks, StateTag } from '../lib/elements/elements.tsx';
import { useDateTime, useSignedIn } from '../lib/session/operator.tsx';
import { paths } from '../nouns.ts';
import { Page } from '../shell/page.tsx';

export default function ApprovalsPage() {
	const { read, rows: approvals } = useList(listApprovals, { query: {} });
	return (
		<Page>
			<ListState
				read={read}
				count={approvals?.length}
				empty={
					<NoResults none="No approvals waiting">
						A change beyond an operator’s limit waits here for a second operator.
					</NoResults>
				}
			>
				{approvals ? (
					approvals.map((approval) => <ApprovalCard key={approval.approval_id} approval={approval} />)
				) : (
					<Skeleton className="screen-skeleton" />
				)}
			</ListState>
			<MoreRows read={read} />
		</Page>
	);
}

const states: Looks<Approval['status']> = {
	waiting: ['warning', 'Waiting'],
	approved: ['good', 'Approved'],
	rejected: ['neutral', 'Rejected'],
	expired: ['neutral', 'Expired'],
};

interface Props {
	approval: Approval;
}

function ApprovalCard({ approval }: Props) {
	const dateTime = useDateTime();
	const { title: name } = useTold(approval);
	const { status, asked_by: asker, decided_by: decider, decided_time: decided, why } = approval;
	return (
		<article className="card approval stack one-column gap-4" aria-label={name}>
			<header className="card-head row wraps between">
				<h2>{name}</h2>
				<StateTag looks={states} state={status} />
			</header>
			<p className="muted">
				Requested by <CellLink to={paths.auditBy(asker.operator_id)}>{asker.email}</CellLink> on{' '}
				{dateTime(approval.asked_time)}: <q>{why}</q>
			</p>
			<ApprovalWords approval={approval} />
			{decider && decided !== null && (
				<p className="muted">
					Decided by <CellLink to={paths.auditBy(decider.operator_id)}>{decider.email}</CellLink> on {dateTime(decided)}
					{approval.decided_why && (
						<>
							: <q>{approval.decided_why}</q>
						</>
					)}
				</p>
			)}
			{status === 'waiting' && <Answers approval={approval} />}
		</article>
	);
}

function Answers({ approval }: Props) {
	const dateTime = useDateTime();
	const { operator } = useSignedIn();
	const own = approval.asked_by.operator_id === operator.operator_id;
	// The hash is that of the payload shown: operators decide only on what they have seen.
	const body = (why: string) => ({ payload_hash: approval.payload_hash, why });
	const children = <ApprovalWords approval={approval} />;
	const rejecting = own
		? { label: 'Withdraw request', title: 'Withdraw this request?', action: 'Withdraw', done: 'Request withdrawn' }
		: { label: 'Reject', title: 'Reject this request?', done: 'Rejected' };
	return (
		<>
			<p className="muted">
				Expires on {dateTime(approval.expires_time)}.{' '}
				{own && 'You made this request. Another operator has to approve it.'}
			</p>
			<div className="row wraps gap-2">
				<Steps
					params={{ approval_id: approval.approval_id }}
					steps={{
						approve: {
							call: approve,
							when: !own,
							label: 'Approve',
							variant: 'primary',
							title: 'Approve this request?',
							done: 'Approved. The change has been made.',
							body,
							children,
						},
						reject: { call: reject, when: true, ...rejecting, body, children },
					}}
				/>
			</div>
		</>
	);
}

/** Describes exactly what will be done. */
function ApprovalWords({ approval }: Props) {
	const { facts } = useTold(approval);
	const { case_id: caseId } = Object(approval.payload) as { case_id?: unknown };
	return (
		<>
			<Facts facts={facts} />
			{approval.kind === 'vote_void' && approval.status === 'waiting' && <VoidEffect caseId={Number(caseId)} />}
			<details className="exact">
				<summary>Full request</summary>
				<pre>{JSON.stringify(approval.payload, null, 2)}</pre>
				<p>SHA-256 {approval.payload_hash}</p>
			</details>
		</>
	);
}
