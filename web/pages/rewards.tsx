/** Shows the rewards of the first ranks: one picture, which operators maintain as the view `rank-rewards`. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { isRefusal } from '#client/call.ts';
import { buttonClass } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { useView, ViewPicture, ViewPictureSkeleton } from '../features/site/view-picture.tsx';
import { NotLoaded } from '../lib/elements/elements.tsx';
import { usePageTitle } from '../lib/site/get-site.ts';
import { paths } from '../paths.ts';

const REWARDS_VIEW = 'rank-rewards';

export default function RankRewardsPage() {
	const { t } = useLingui();
	usePageTitle(t`Rank rewards`);
	const { data, isPending, error, refetch } = useView(REWARDS_VIEW);
	return (
		<div className="wrap">
			<h1 className="visually-hidden">{t`Rank rewards`}</h1>
			{isPending && <ViewPictureSkeleton />}
			{data && <ViewPicture view={data.view_detail} />}
			{error && !isRefusal(error) && !data && <NotLoaded onRetry={() => void refetch()} />}
			{isRefusal(error) && (
				<Empty
					title={<Trans>No rewards announced yet</Trans>}
					action={
						<Link className={buttonClass({ variant: 'quiet' })} to={paths.leaderboard()}>{t`See the charts`}</Link>
					}
				/>
			)}
		</div>
	);
}
