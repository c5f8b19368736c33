import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { RANKING_STATUS_ONGOING } from '#contract/values/constants.ts';
import type { RankEntryConfig } from '#contract/site.ts';
import { BY_LIVE_LEADER, BY_PAGE, useHall } from '#ui/hall.ts';
import { OptionalPart } from '#ui/optional-part.tsx';
import { SearchField } from '#ui/primitives/search-field.tsx';
import { Tabs } from '#ui/primitives/tabs.tsx';
import { ToTop } from '#ui/primitives/to-top.tsx';
import { ChampionCard, ChampionsSkeleton, useEndedRankings } from '../../features/rankings/ended/champions.tsx';
import { ChartHead } from '../../features/rankings/chart/chart-head.tsx';
import { ChartHeadSkeleton, ChartSkeleton } from '../../features/rankings/chart/chart-skeleton.tsx';
import { secondsLeft } from '../../features/rankings/chart/countdown.ts';
import { chartQuery, type LiveChart, useChart } from '../../features/rankings/live/get-chart.ts';
import { useKeptChart } from '../../features/rankings/live/kept-chart.ts';
import { ShareButton } from '../../features/share/share-button.tsx';
import { otherLanguage } from '../../i18n.ts';
import { useMoment, NotLoaded, TryAgain, NoData } from '../../lib/elements/elements.tsx';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { useKeyword } from '../../lib/use-keyword.ts';
import { paths } from '../../paths.ts';
import { OngoingChart } from './ongoing-chart.tsx';
import '../../features/rankings/chart/night.css';

const Night = lazyPage(() => import('../../features/rankings/chart/night.tsx'));

const LIST_ID = 'chart-list';

export function ChartPanel({ entry, paintsHall }: { entry: RankEntryConfig; paintsHall: boolean }) {
	const { t } = useLingui();
	const { data, isPending: isAsked, failureCount, errorUpdateCount } = useChart(entry.rank_key);
	const kept = useKeptChart(entry.main_tab, entry.rank_key, data);
	// From the first attempt that fails, as the last one takes seconds; and while the next ones begin anew.
	const [isLost, setLost] = useState(false);
	if (failureCount > 0 && !isLost) setLost(true);
	const isOld = isLost && !data && kept !== null;
	const chart = isOld ? kept.chart : data;
	const isPending = isAsked && !isOld && errorUpdateCount === 0;
	const client = useQueryClient();
	const reload = useCallback(
		() => void client.invalidateQueries({ queryKey: chartQuery(entry.rank_key).queryKey }),
		[client, entry.rank_key],
	);
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
						entry={entry}
						receivedAtMs={chart.received_at ?? 0}
						asOf={chart.as_of}
						onEnd={reload}
					/>
				)}
				{chart && <LastHour chart={chart} />}
				{isPending && <ChartHeadSkeleton />}
				{!isPending && !chart && (
					<div className="chart-head stack">
						<h1 lang={otherLanguage(entry.title_lang)}>{entry.title}</h1>
					</div>
				)}
			</div>
			<div className="wrap">
				<div className="leaderboard-bar flex between" ref={bar}>
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
					{subTab === 'ongoing' && isOld && <KeptNote seenAt={kept.seenAt} onRetry={reload} />}
					{subTab === 'ongoing' && chart?.ranking_config.stage === 'certified' && (
						<div className="champion-alone">
							<ChampionCard ranking={resultOf(chart, entry)} latest />
						</div>
					)}
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

function KeptNote({ seenAt, onRetry }: { seenAt: number; onRetry: () => void }) {
	const { t } = useLingui();
	const moment = useMoment()(seenAt);
	return (
		<div className="spread muted mt-4">
			<output>{t`This could not be loaded. You see the chart of ${moment}.`}</output>
			<TryAgain onRetry={onRetry} />
		</div>
	);
}

const resultOf = ({ artist_list, ranking_config }: LiveChart, { title, title_lang: lang }: RankEntryConfig) => ({
	...ranking_config,
	title,
	lang,
	top_artists: artist_list.slice(0, 3),
	// The chart below lists the others.
	artist_count: 0,
});

const HOUR_S = 3_600;

/** Its place is there from the start, or comes with a press: by itself it would move the rows under a finger. */
function LastHour({ chart }: { chart: LiveChart }) {
	const { status, end_countdown } = chart.ranking_config;
	const isOngoing = status === RANKING_STATUS_ONGOING;
	const [isShown, show] = useState(isOngoing && end_countdown <= HOUR_S);
	useEffect(() => {
		if (isShown || !isOngoing) return undefined;
		const look = () => {
			if (secondsLeft(end_countdown, chart.received_at ?? 0, performance.now()) <= HOUR_S) show(true);
		};
		addEventListener('click', look);
		return () => removeEventListener('click', look);
	}, [isShown, isOngoing, end_countdown, chart.received_at]);
	const place = <div className="night stack mt-4" />;
	return isShown ? (
		<OptionalPart waiting={place} instead={place}>
			<Night chart={chart} />
		</OptionalPart>
	) : null;
}

function Champions({ entry }: { entry: RankEntryConfig }) {
	const { data, isPending, isError, refetch } = useEndedRankings(entry.ranking_type);
	const champion = data?.list[0]?.top_artists[0];
	useHall(BY_PAGE, champion ? champion.fan_color : undefined);
	if (isPending) return <ChampionsSkeleton />;
	if (isError && !data) return <NotLoaded onRetry={() => void refetch()} />;
	if (!data.list.length)
		return (
			<NoData>
				<Trans>The first champions appear here when a chart ends.</Trans>
			</NoData>
		);
	const latest = data.list.find(({ stage }) => stage === 'certified');
	return data.list.map((ranking) => (
		<ChampionCard
			key={ranking.ranking_key}
			ranking={ranking}
			latest={ranking === latest}
			share={
				<ShareButton iconOnly path={paths.sharedResult(entry.main_tab, ranking.ranking_key)} title={ranking.title} />
			}
		/>
	));
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
