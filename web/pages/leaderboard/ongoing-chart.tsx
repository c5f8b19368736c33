import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient, useQuery } from '@tanstack/react-query';
import { memo, Suspense, useCallback, useDeferredValue, useState } from 'react';
import { formatNumber } from '#client/numbers.ts';
import { RANKING_STATUS_ONGOING } from '#contract/values/constants.ts';
import type { ListedArtist, Chart } from '#contract/rankings.ts';
import { fold } from '#contract/values/text.ts';
import { filterArtists } from '../../features/rankings/chart/filter-artists.ts';
import { OptionalPart } from '#ui/optional-part.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { BirthdayNote } from '../../features/rankings/artist/birthday-note.tsx';
import { ChartList, type ChartListProps } from '../../features/rankings/chart/chart-list.tsx';
import { CountedEntries } from '../../features/rankings/count/counted-entries.tsx';
import { PinnedRow, useMine } from '../../features/rankings/chart/pinned-row.tsx';
import { type LiveChart, rememberOwnVote } from '../../features/rankings/live/get-chart.ts';
import { nameOf } from '../../lib/artist-names.ts';
import { RaceFold } from '../../features/rankings/race/race-fold.tsx';
import { ShareVote } from '../../features/share/poster/poster-button.tsx';
import { ShareButton } from '../../features/share/share-button.tsx';
import { SharesLegend, SharesOcean } from '../../features/rankings/shares/shares.tsx';
import { VoteFlow } from '../../features/voting/vote-flow.tsx';
import { ResultCount, NeedsScript, NoData } from '../../lib/elements/elements.tsx';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { useAdmission } from '../../lib/session/session.tsx';
import { useAskedVote } from '../../lib/votes/use-asked-vote.ts';
import { artistPath, LEADERBOARD_ORIGIN, paths } from '../../paths.ts';
import type { VoteTarget } from '../../features/voting/vote-target.ts';
import { getMovement } from '#contract/race.ts';
import { reads } from '../../lib/api/call.ts';

const ChartDock = lazyPage(() => import('../../features/rankings/chart/chart-dock.tsx'));

export interface OngoingChartProps {
	chart: LiveChart;
	mainTab: string;
	votableElsewhere: boolean;
	keyword: string;
	onClearKeyword: () => void;
	onSearch: () => void;
	onReload: () => void;
}

export function OngoingChart({
	chart,
	mainTab,
	votableElsewhere,
	keyword,
	onClearKeyword,
	onSearch,
	onReload,
}: OngoingChartProps) {
	const { t } = useLingui();
	const admit = useAdmission();
	const client = useQueryClient();
	const [votingFor, setVotingFor] = useState<number | null>(null);
	const [typed, setTyped] = useState('');
	// What arrives is drawn in pieces, between which a tap is answered.
	const drawn = useDeferredValue(chart);
	const { artist_list: list, ranking_config: ranking } = drawn;
	const votable = useDeferredValue(votableElsewhere);
	const movement = useDeferredValue(useMovement(ranking.ranking_key));
	const mine = useMine(list);
	const [head, isPast] = useScrolledPast();
	const searching = fold(keyword) !== '';
	const found = filterArtists(list, keyword);
	const target = voteTargetIn(chart, votingFor);
	const wayBack = useCallback(
		(artistId: number) => paths.leaderboard({ mainTab, keyword, vote: artistId }),
		[mainTab, keyword],
	);
	useAskedVote(ranking.status === RANKING_STATUS_ONGOING, (artistId, votes) => {
		setTyped(votes);
		document.querySelector(`[data-flip='${artistId}']`)?.scrollIntoView({ block: 'center' });
		setVotingFor(artistId);
	});
	// Stable, so that only entries that have changed are drawn again.
	const vote = useCallback(
		(artist: ListedArtist) => {
			if (!admit(wayBack(artist.artist_id), nameOf(artist))) return;
			setVotingFor(artist.artist_id);
		},
		[admit, wayBack],
	);
	const pathOf = useCallback(
		(artist: ListedArtist) => artistPath(artist, { type: ranking.ranking_type, from: LEADERBOARD_ORIGIN, votable }),
		[ranking.ranking_type, votable],
	);
	if (list.length === 0) return <NoData />;

	const standings = { list, noteOf, onVote: ranking.status === RANKING_STATUS_ONGOING ? vote : undefined, pathOf };
	return (
		<>
			<NeedsScript>{t`Voting, searching and live numbers need JavaScript.`}</NeedsScript>
			<ResultCount count={searching ? found.length : null} />
			{found.length === 0 && <NothingFound keyword={keyword} onClear={onClearKeyword} />}
			{!searching && <PinnedRow {...standings} />}
			<span ref={head} />
			{isPast && (
				<OptionalPart>
					<ChartDock chart={chart} mine={mine} onVote={standings.onVote} onSearch={onSearch} />
				</OptionalPart>
			)}
			<Listed
				chart={drawn}
				mainTab={mainTab}
				movement={movement}
				shown={searching ? found : undefined}
				asRows={searching}
				{...standings}
			/>
			{found.length > 0 && <CountedEntries chart={chart} />}
			<VoteFlow
				target={target}
				returnTo={wayBack(votingFor ?? 0)}
				typed={typed}
				renderShare={({ artist, rankingKey }) => (
					<ShareVote
						link={paths.sharedChart(mainTab, artist.artist_id)}
						poster={{
							artist,
							rankingKey,
							path:
								ranking.ranking_type === 'theme' ? paths.sharedChart(mainTab) : paths.sharedArtist(artist.artist_id),
						}}
					/>
				)}
				onCast={(receipt, { rankingKey, artist }) =>
					rememberOwnVote(client, rankingKey, { ...receipt, artist_id: artist.artist_id })
				}
				onClose={(next, read) => {
					setTyped('');
					setVotingFor(next?.artist.artist_id ?? null);
					onReload();
					if (read && !next) land(read.target.artist.artist_id, read.cast.ticket_number);
				}}
			/>
		</>
	);
}

/** Taken over after the rest. Drawn again only when it differs: React takes over at once what is drawn before its turn. */
const Listed = memo(function Listed({
	chart,
	mainTab,
	...list
}: ChartListProps & Pick<OngoingChartProps, 'chart' | 'mainTab'>) {
	const between = list.asRows ? undefined : <Hall chart={chart} mainTab={mainTab} />;
	return (
		<Suspense>
			<ChartList main between={between} {...list} />
		</Suspense>
	);
});

/** The vote is counted and told: this may as well not arrive. */
function land(artistId: number, votes: number): void {
	import('../../features/voting/land-votes.ts').then(
		({ landVotes }) => landVotes(artistId, formatNumber(votes)),
		(error: unknown) => console.warn('The votes are not shown as they land:', error),
	);
}

const noteOf = ({ birthday }: ListedArtist) => birthday && <BirthdayNote birthday={birthday} />;

function useScrolledPast(): [(element: Element | null) => void, boolean] {
	const [isPast, setPast] = useState(false);
	const watch = useCallback((element: Element | null) => {
		if (!element) return undefined;
		const observer = new IntersectionObserver(([entry]) => {
			if (entry) setPast(!entry.isIntersecting && entry.boundingClientRect.top < 0);
		});
		observer.observe(element);
		return () => observer.disconnect();
	}, []);
	return [watch, isPast];
}

function Hall({ chart, mainTab }: { chart: LiveChart; mainTab: string }) {
	const { t } = useLingui();
	return (
		<section className="chart-ocean">
			<h2 className="visually-hidden">{t`Shares of the votes`}</h2>
			<SharesOcean chart={chart} />
			<SharesLegend list={chart.artist_list} />
			<div className="chart-actions stack mt-3">
				<RaceFold rankingKey={chart.ranking_config.ranking_key} live={chart} />
				<ShareButton path={paths.sharedChart(mainTab)} title={chart.ranking_config.title} />
			</div>
		</section>
	);
}

function NothingFound({ keyword, onClear }: { keyword: string; onClear: () => void }) {
	const { t } = useLingui();
	return (
		<NoData action={<Button variant="quiet" onClick={onClear}>{t`Clear search`}</Button>}>
			<Trans>No artist matches “{keyword}”. Check the spelling, or search by native name.</Trans>
		</NoData>
	);
}

function voteTargetIn(
	{ artist_list: list, ranking_config: ranking }: Chart,
	artistId: number | null,
): VoteTarget | null {
	const artist = list.find(({ artist_id }) => artist_id === artistId);
	if (!artist) return null;
	return {
		rankingKey: ranking.ranking_key,
		ratio: ranking.ticket2gem_ratio,
		artist,
		above: list.slice(0, artist.rank - 1),
		below: list[artist.rank] ?? null,
	};
}

/** A page that stays open past midnight compares with the new day soon after. */
const READ_AGAIN_MS = 10 * 60_000;

export const useMovement = (rankingKey: string) =>
	useQuery({
		...reads(['movement', rankingKey], getMovement, { query: { ranking_key: rankingKey } }),
		staleTime: READ_AGAIN_MS,
		refetchInterval: READ_AGAIN_MS,
	}).data;
