/** Site settings: the site's name and the price of a vote. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { EconomyForm } from '../features/site/economy-form.tsx';
import { settingsQuery } from '../features/site/get-site.ts';
import { SettingsForm } from '../features/site/settings-form.tsx';
import { WaitsNotice } from '../lib/approvals/waits-notice.tsx';
import { ReadFailed } from '../lib/lists/list-state.tsx';
import { Card, Page } from '../shell/page.tsx';

export default function SettingsPage() {
	const { t } = useLingui();
	const { data, isError, refetch } = useQuery(settingsQuery);
	return (
		<Page title={t`Site settings`}>
			{data ? (
				<div className="two-cards">
					<Card title={<Trans>The site</Trans>}>
						<SettingsForm stored={data.settings} />
					</Card>
					<Card title={<Trans>Votes and money</Trans>}>
						<WaitsNotice kind="economy_change" />
						<EconomyForm stored={data.settings} />
					</Card>
				</div>
			) : (
				<Card>
					{isError ? <ReadFailed onRetry={() => void refetch()} /> : <Skeleton className="screen-skeleton" />}
				</Card>
			)}
		</Page>
	);
}
