/** How the site does at this moment. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Dashboard } from '#contract/operator/dashboard.ts';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { Table } from '#ui/primitives/table.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { dashboardQuery } from '../features/dashboard/get-dashboard.ts';
import { KeyNumbers } from '../features/dashboard/key-numbers.tsx';
import { RunningRankings } from '../features/dashboard/running-rankings.tsx';
import { VotesPerHour } from '../features/dashboard/votes-per-hour.tsx';
import { ReadFailed } from '../lib/list-state.tsx';
import { paths } from '../paths.ts';
import { Card, Page } from '../shell/page.tsx';

export default function DashboardPage() {
	const { t } = useLingui();
	const { data, isError, refetch } = useQuery(dashboardQuery);
	return (
		<Page title={t`Dashboard`}>
			{data ? <Everything dashboard={data} /> : null}
			{!data && isError ? <ReadFailed onRetry={() => void refetch()} /> : null}
			{!data && !isError ? <Skeleton className="screen-skeleton" /> : null}
		</Page>
	);
}

/** Where it can be seen to. */
function addressOf({ kind, target }: Dashboard['attention'][number]): string {
	if (kind === 'order_unfulfilled') return paths.one('orders', target);
	return kind === 'approval_waiting' ? paths.approvals : paths.one('rankings', target);
}

function Everything({ dashboard }: { dashboard: Dashboard }) {
	const { t } = useLingui();
	const reasons = {
		ranking_without_cover: t`No cover`,
		ranking_without_entries: t`Nobody is entered`,
		ranking_unpublished: t`Still a draft, and its start is near`,
		order_unfulfilled: t`Paid at the provider, gems not granted`,
		approval_waiting: t`Waits for a second operator`,
		case_ready: t`A case may be voided, or dropped`,
		votes_unusual: t`Unusual concentration of votes`,
		sign_ups_unusual: t`Unusual concentration of sign-ups`,
	};
	return (
		<>
			<KeyNumbers dashboard={dashboard} />
			<RunningRankings rankings={dashboard.rankings} />
			<Card title={<Trans>Votes per hour (dashed: yesterday)</Trans>}>
				<VotesPerHour hours={dashboard.votes_by_hour} />
			</Card>
			<Card title={<Trans>Needs attention</Trans>}>
				{dashboard.attention.length === 0 ? (
					<Tag tone="good">
						<Trans>Nothing at the moment</Trans>
					</Tag>
				) : (
					<Table
						label={t`Needs attention`}
						rows={dashboard.attention}
						rowKey={(row) => `${row.kind} ${row.target}`}
						columns={[
							{
								key: 'text',
								header: t`Item`,
								strong: true,
								render: (row) => (
									<Link className="table-link" to={addressOf(row)}>
										{row.text}
									</Link>
								),
							},
							{ key: 'kind', header: t`Why`, render: (row) => reasons[row.kind] },
							{ key: 'target', header: t`Key`, room: 'much', render: (row) => row.target },
						]}
					/>
				)}
			</Card>
		</>
	);
}
