import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { RANKING_STATUS_ONGOING } from '#contract/values/constants.ts';
import type { RankEntryConfig } from '#contract/site.ts';
import { BY_LIVE_LEADER, BY_PAGE, useHall } from '#ui/hall.ts';
import { SearchField } from '#ui/primitives/search-field.tsx';
import { Tabs } from '#ui/primitives/tabs.tsx';
import { ToTop } from '#ui/primitives/to-top.tsx';
import {
	ChampionCard,
	ChampionsSkeleton,
	NoChampions,
	useEndedRankings,
} from '../../features/rankings/ended/champions.tsx';
import { ChartHead } from '../../features/rankings/chart/chart-head.tsx';
import { ChartHeadSkeleton, ChartSkeleton } from '../../features/rankings/chart/chart-skeleton.tsx';
import { chartQuery, useChart } from '../../features/rankings/live/get-chart.ts';
import { ShareButton } from '../../features/share/share-button.tsx';
import { NotLoaded } from '../../lib/elements/not-loaded.tsx';
import { useKeyword } from '../../lib/use-keyword.ts';
import { paths } from '../../paths.ts';
import { OngoingChart } from './ongoing-chart.tsx';

export interface ChartPanelProps {
	entry: RankEntryConfig;
	/** The current monthly ranking. Its leader's color colors the hall. */
	paintsHall: boolean;
}

const LIST_ID = 'chart-list';

export function ChartPanel({ entry, paintsHall }: ChartPanelProps) {
	const { t } = useLingui();
	const { data: chart, isPending } = useChart(entry.rank_key);
	const reload = useReload(entry.rank_key);
	const [subTab, setSubTab] = useSubTab();
	const [keyword, setKeyword] = useKeyword();
	const ongoing = (chart?.ranking_config.status ?? entry.status) === RANKING_STATUS_ONGOING;
	const bar = useRef<HTMLDivElement>(null);
	useHall(BY_LIVE_LEADER, paintsHall && chart ? (chart.artist_list[0]?.fan_color ?? null) : undefined);
	return (
		<>
			<div className="wrap">
				{chart && (
					<ChartHead
						ranking={chart.ranking_config}
						receivedAtMs={chart.received_at ?? 0}
						asOf={chart.as_of}
						onEnd={reload}
					/>
				)}
				{isPending && <ChartHeadSkeleton />}
				{!isPending && !chart && (
					<div className="chart-head">
						<h1>{entry.title}</h1>
					</div>
				)}
			</div>
			<div className="wrap">
				<div className="leaderboard-bar" ref={bar}>
					<Tabs<SubTab>
						look="segmented"
						label={t`Ongoing or ended`}
						items={[
							{ value: 'ongoing', label: ongoing ? <Trans>Ongoing</Trans> : <Trans>Break Stage</Trans> },
							{ value: 'champion', label: <Trans>Champion</Trans> },
						]}
						value={subTab}
						onChange={(value) => {
							setSubTab(value);
							if (value === 'ongoing') reload();
						}}
						panelId={LIST_ID}
					/>
					{subTab === 'ongoing' && <SearchField label={t`Search for artists`} value={keyword} onChange={setKeyword} />}
				</div>
				<div id={LIST_ID} role="tabpanel" aria-label={subTab === 'ongoing' ? t`Ongoing` : t`Champion`}>
					{subTab === 'champion' && (
						<>
							<Champions entry={entry} />
							<ToTop />
						</>
					)}
					{subTab === 'ongoing' && (
						<h2 className="visually-hidden">{ongoing ? <Trans>Ongoing</Trans> : <Trans>Break Stage</Trans>}</h2>
					)}
					{subTab === 'ongoing' && isPending && <ChartSkeleton />}
					{subTab === 'ongoing' && !isPending && !chart && <NotLoaded onRetry={reload} />}
					{subTab === 'ongoing' && chart && (
						<OngoingChart
							chart={chart}
							mainTab={entry.main_tab}
							votableElsewhere={paintsHall && ongoing}
							keyword={keyword}
							onClearKeyword={() => setKeyword('')}
							onSearch={() => bar.current?.querySelector('input')?.focus()}
							onReload={reload}
						/>
					)}
				</div>
			</div>
		</>
	);
}

/** The latest champion's color colors the hall while the Champion tab is open. */
function Champions({ entry }: { entry: RankEntryConfig }) {
	const { data, isPending } = useEndedRankings(entry.ranking_type);
	const champion = data?.list[0]?.top_artists[0];
	useHall(BY_PAGE, champion ? champion.fan_color : undefined);
	if (isPending) return <ChampionsSkeleton />;
	if (!data?.list.length) return <NoChampions />;
	return data.list.map((ranking) => (
		<ChampionCard
			key={ranking.ranking_key}
			ranking={ranking}
			share={
				<ShareButton iconOnly path={paths.sharedResult(entry.main_tab, ranking.ranking_key)} title={ranking.title} />
			}
		/>
	));
}

function useReload(rankingKey: string): () => void {
	const client = useQueryClient();
	return useCallback(() => {
		void client.invalidateQueries({ queryKey: chartQuery(rankingKey).queryKey });
	}, [client, rankingKey]);
}

type SubTab = 'ongoing' | 'champion';

const SUB_TAB = 'sub_tab';

/** Part of the URL, so that Back from an artist returns to the champions. */
function useSubTab(): [SubTab, (subTab: SubTab) => void] {
	const [search, setSearch] = useSearchParams();
	const choose = (subTab: SubTab) => {
		const next = new URLSearchParams(search);
		if (subTab === 'champion') next.set(SUB_TAB, subTab);
		else next.delete(SUB_TAB);
		setSearch(next, { replace: true, preventScrollReset: true });
	};
	return [search.get(SUB_TAB) === 'champion' ? 'champion' : 'ongoing', choose];
}
