/** Daily check-in: the rewards of the seven days, and the rule that fans read. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { checkInQuery } from '../features/check-in/get-check-in.ts';
import { RewardsForm } from '../features/check-in/rewards-form.tsx';
import { RuleForm } from '../features/check-in/rule-form.tsx';
import { WaitsNotice } from '../lib/approvals/waits-notice.tsx';
import { OnSite, siteAddress } from '../lib/elements/on-site.tsx';
import { ReadFailed } from '../lib/lists/list-state.tsx';
import { paths } from '../paths.ts';
import { Card, Page } from '../shell/page.tsx';

export default function CheckInPage() {
	const { t } = useLingui();
	const { data, isError, refetch } = useQuery(checkInQuery);
	return (
		<Page title={t`Check-in`}>
			{data ? (
				<>
					<div className="two-cards">
						<Card title={<Trans>Rewards</Trans>}>
							<WaitsNotice kind="reward_change" />
							<RewardsForm stored={data.check_in} />
						</Card>
						<Card title={<Trans>The rule, as fans read it</Trans>}>
							<RuleForm stored={data.check_in} />
						</Card>
					</div>
					<OnSite to={siteAddress.store} />
					<Link className="trail-link" to={paths.auditOf('check_in')}>
						<Trans>Audit trail of the check-in</Trans>
					</Link>
				</>
			) : (
				<Card>
					{isError ? <ReadFailed onRetry={() => void refetch()} /> : <Skeleton className="screen-skeleton" />}
				</Card>
			)}
		</Page>
	);
}
