/** Lists the approval requests that wait for a second operator, then the decided ones. */
import { Trans, useLingui } from '@lingui/react/macro';
import { listApprovals } from '#contract/operator/approvals.ts';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { ApprovalCard } from '../features/approvals/approval-card.tsx';
import { VoidEffect } from '../features/voting/cases/case.tsx';
import { useList } from '../lib/api/lists.ts';
import { ListState, MoreRows, NoResults } from '../lib/lists/list-state.tsx';
import { Page } from '../shell/page.tsx';

export default function ApprovalsPage() {
	const { t } = useLingui();
	const { read, rows: approvals } = useList(listApprovals, { query: {} });
	return (
		<Page title={t`Approvals`}>
			<ListState
				read={read}
				count={approvals?.length}
				nothing={
					<NoResults none={<Trans>No approvals waiting</Trans>}>
						<Trans>A change beyond an operator’s limit waits here for a second operator.</Trans>
					</NoResults>
				}
			>
				{approvals ? (
					approvals.map((approval) => (
						<ApprovalCard
							key={approval.approval_id}
							approval={approval}
							renderVoid={(caseId) => <VoidEffect caseId={caseId} />}
						/>
					))
				) : (
					<Skeleton className="screen-skeleton" />
				)}
			</ListState>
			<MoreRows read={read} />
		</Page>
	);
}
