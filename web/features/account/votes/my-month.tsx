/** What the fan gave in the present monthly ranking, and to whom. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { getMyTotals } from '#contract/my-account.ts';
import { buttonClass } from '#ui/primitives/button.tsx';
import { reads } from '../../../lib/api/call.ts';
import { useSite } from '../../../lib/site/get-site.ts';
import { paths } from '../../../paths.ts';
import { MyTotals } from './my-totals.tsx';

export function MyMonth() {
	const { t } = useLingui();
	const site = useSite();
	const query = { ranking_key: site?.current_monthly_rank_key ?? '' };
	const { data } = useQuery({
		...reads(['me', 'given', query.ranking_key], getMyTotals, { query }),
		enabled: query.ranking_key !== '',
		staleTime: 0,
	});
	if (!data) return null;
	const total = { tickets: data.totals.reduce((sum, { tickets }) => sum + tickets, 0) };
	const month = site?.rank_entry_configs.find(({ rank_key }) => rank_key === query.ranking_key);
	return (
		<MyTotals
			title={t`My month`}
			totals={data.totals}
			lead={
				<>
					<p className="my-totals-sum">
						<Plural value={total.tickets} one="# vote" other="# votes" />
					</p>
					<p className="muted">{month?.title}</p>
					{total.tickets === 0 && (
						<Link className={buttonClass({ variant: 'quiet' }, 'mt-4')} to={paths.leaderboard()}>
							<Trans>See the chart</Trans>
						</Link>
					)}
				</>
			}
		/>
	);
}
