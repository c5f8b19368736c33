import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { SiteConfiguration } from '#contract/site.ts';
import { Tabs } from '#ui/primitives/tabs.tsx';
import { ChartHeadSkeleton, ChartSkeleton } from '../features/rankings/chart/chart-skeleton.tsx';
import { useTabTitle } from '../features/rankings/chart/use-tab-title.ts';
import { siteQuery, usePageTitle } from '../lib/site/get-site.ts';
import { NotLoaded, NeedsScript, NoData } from '../lib/elements/elements.tsx';
import { paths } from '../paths.ts';
import { ChartPanel } from './leaderboard/chart-panel.tsx';
import './leaderboard/leaderboard.css';

export default function LeaderboardPage() {
	const { t } = useLingui();
	const { data: site, isPending, isError, refetch } = useQuery(siteQuery);
	if (site && site.rank_entry_configs.length > 0) return <Charts site={site} />;
	return (
		<>
			<h1 className={isError ? 'wrap page-title' : 'visually-hidden'}>{t`LeaderBoard`}</h1>
			{isPending && (
				<>
					<div className="wrap leaderboard-tabs">
						<div className="leaderboard-tabs-skeleton" />
						<ChartHeadSkeleton />
					</div>
					<div className="wrap">
						<div className="leaderboard-bar flex between leaderboard-bar-skeleton" />
						<ChartSkeleton />
					</div>
				</>
			)}
			{isError && !site && <NotLoaded onRetry={() => void refetch()} />}
			{site && <NoData />}
		</>
	);
}

const PANEL_ID = 'chart-panel';

function Charts({ site }: { site: SiteConfiguration }) {
	const { t } = useLingui();
	const titleOf = useTabTitle();
	const [search, setSearch] = useSearchParams();
	const entries = site.rank_entry_configs;
	const entry = entries.find(({ main_tab }) => main_tab === search.get('main_tab')) ?? entries[0];
	// Two tabs of one type go by the names that operators gave them.
	const labelOf = ({ ranking_type: type, rank_name: name }: (typeof entries)[number]) =>
		entries.filter(({ ranking_type }) => ranking_type === type).length > 1 ? name : titleOf(type);
	usePageTitle(entry && t`${titleOf(entry.ranking_type)} Chart`);
	if (!entry) return null;
	return (
		<>
			<div className="wrap leaderboard-tabs">
				<Tabs
					label={t`Charts`}
					items={entries.map((one) => ({ value: one.main_tab, label: labelOf(one) }))}
					value={entry.main_tab}
					onChange={(main_tab) => setSearch({ main_tab }, { replace: true })}
					panelId={PANEL_ID}
				/>
			</div>
			<div className="wrap">
				<NeedsScript>
					{entries.map((one) => (
						<Fragment key={one.main_tab}>
							<Link to={paths.leaderboard({ mainTab: one.main_tab })}>{labelOf(one)}</Link>{' '}
							<Link to={paths.champions(one.main_tab)}>
								(<Trans>Champion</Trans>)
							</Link>{' '}
						</Fragment>
					))}
				</NeedsScript>
			</div>
			<div id={PANEL_ID} role="tabpanel" aria-label={labelOf(entry)}>
				<ChartPanel key={entry.rank_key} entry={entry} paintsHall={entry.rank_key === site.current_monthly_rank_key} />
			</div>
		</>
	);
}
