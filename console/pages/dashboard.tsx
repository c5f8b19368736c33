/** Shows the site's current state. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { Link } from 'react-router';
import type { Dashboard } from '#contract/operator/dashboard.ts';
import { OptionalPart } from '#ui/optional-part.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { useApprovalName } from '../features/approvals/approval-name.ts';
import { RecentChanges } from '../features/audit-trail/recent-changes.tsx';
import { Attention } from '../features/dashboard/attention/attention.tsx';
import { Countries } from '../features/dashboard/countries.tsx';
import { GemSupply } from '../features/dashboard/gem-supply.tsx';
import { dashboardQuery } from '../features/dashboard/get-dashboard.ts';
import { KeyNumbers } from '../features/dashboard/key-numbers.tsx';
import { RunningRanking } from '../features/dashboard/running-rankings.tsx';
import { SetupChecklist } from '../features/setup/setup-checklist.tsx';
import { LogHealth } from '../features/vote-log/log-health.tsx';
import { LostPart } from '../lib/elements/lost-part.tsx';
import { ReadFailed } from '../lib/lists/list-state.tsx';
import { paths } from '../paths.ts';
import { Card, Page } from '../shell/page.tsx';
import './dashboard.css';

// The plot's library is larger than the screen around it.
const VotesPerHour = lazy(async () => ({
	default: (await import('../features/dashboard/votes-per-hour.tsx')).VotesPerHour,
}));

export default function DashboardPage() {
	const { t } = useLingui();
	const { data, isError, refetch } = useQuery(dashboardQuery);
	return (
		<Page title={t`Dashboard`} actions={data ? <Health count={data.attention.length} /> : null}>
			{data ? <Everything dashboard={data} /> : null}
			{!data && isError ? <ReadFailed onRetry={() => void refetch()} /> : null}
			{!data && !isError ? <Skeleton className="screen-skeleton" /> : null}
		</Page>
	);
}

function Everything({ dashboard }: { dashboard: Dashboard }) {
	const [first, ...others] = dashboard.rankings;
	const approvalName = useApprovalName();
	return (
		<div className="dashboard">
			<SetupChecklist place="first" running={first !== undefined} />
			<section className="card" id="attention">
				<h2 className="card-title">
					<Trans>Needs attention</Trans>
				</h2>
				<Attention items={dashboard.attention} approvalName={approvalName} />
			</section>
			<KeyNumbers dashboard={dashboard} />
			<div className="dashboard-wide">
				<Card title={<Trans>Votes per hour</Trans>}>
					<OptionalPart waiting={<Skeleton className="votes-waiting" />} instead={<LostPart />}>
						<VotesPerHour hours={dashboard.votes_by_hour} color={first?.top5[0]?.fan_color ?? null} />
					</OptionalPart>
				</Card>
				{first ? <RunningRanking ranking={first} /> : null}
			</div>
			<Card title={<Trans>Public vote log</Trans>}>
				<LogHealth health={dashboard.vote_log} now={dashboard.time}>
					<Link className="trail-link" to={paths.voteLog}>
						<Trans>All logs</Trans>
					</Link>
				</LogHealth>
			</Card>
			{others.length > 0 ? (
				<div className="dashboard-row">
					{others.map((ranking) => (
						<RunningRanking key={ranking.ranking_key} ranking={ranking} />
					))}
				</div>
			) : null}
			<Card title={<Trans>What changed</Trans>}>
				<RecentChanges />
				<Link className="trail-link" to={paths.audit}>
					<Trans>All changes</Trans>
				</Link>
			</Card>
			<div className="dashboard-row">
				<Card title={<Trans>Gem supply</Trans>}>
					<GemSupply supply={dashboard.supply} />
				</Card>
				<Card title={<Trans>Sign-ups by country, last seven days</Trans>}>
					<Countries countries={dashboard.sign_ups_by_country} />
				</Card>
			</div>
			<SetupChecklist place="last" running={first !== undefined} />
		</div>
	);
}

/** Shows that all is well, or links to the items that need attention. */
function Health({ count }: { count: number }) {
	if (count === 0) {
		return (
			<Tag tone="good">
				<Trans>No problems</Trans>
			</Tag>
		);
	}
	return (
		<a href="#attention">
			<Tag tone="warning">
				<Plural value={count} one="# thing needs attention" other="# things need attention" />
			</Tag>
		</a>
	);
}
