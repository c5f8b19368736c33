/** Votes: the choice of a ranking, and the sources of its votes. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { type CaseFilter, openCase } from '#contract/operator/voting/cases.ts';
import { localTimeOf } from '#contract/values/local-time.ts';
import type {
	Concentration,
	ConcentrationKind,
	ConcentrationRow,
	VoteTimeline,
} from '#contract/operator/voting/concentration.ts';
import { Button } from '#ui/primitives/button.tsx';
import { SearchField } from '#ui/primitives/search-field.tsx';
import { useLatestRankings } from '../features/rankings/latest-rankings.ts';
import { RankingStatusTag } from '../features/rankings/ranking-status.tsx';
import { OpenCaseDialog } from '../features/voting/cases/open-case-dialog.tsx';
import { ArtistVotes, useConcentration } from '../features/voting/concentration/concentration.tsx';
import { votesQueries } from '../features/voting/concentration/get-votes.ts';
import type { Hours } from '../features/voting/concentration/hours-plot.ts';
import type { HoursOf } from '../features/voting/concentration/timeline.tsx';
import { TopFans } from '../features/voting/concentration/top-fans.tsx';
import { VoteDays } from '../features/voting/concentration/vote-days.tsx';
import { ConsoleIcon } from '../lib/elements/console-icon.tsx';
import { TrailLink } from '../lib/elements/links.tsx';
import { lastDayBefore, shortDay } from '../lib/format/time.ts';
import { useAddressSearch } from '../lib/lists/address-state.ts';
import { NoResults } from '../lib/lists/list-state.tsx';
import { useMay, useSiteZone } from '../lib/session/operator.tsx';
import { ReadRows } from '../lib/table/table.tsx';
import { paths } from '../paths.ts';
import { Card, OneCard, Page } from '../shell/page.tsx';

export default function VotesPage() {
	const { id } = useParams();
	return id === undefined ? <Choice /> : <OneRanking key={id} rankingKey={id} />;
}

function Choice() {
	const { t } = useLingui();
	const { words, setWords, search } = useAddressSearch();
	const { zoneName } = useSiteZone();
	return (
		<Page title={t`Votes`} actions={<SearchField label={t`Search rankings`} value={words} onChange={setWords} />}>
			<Card tight>
				<ReadRows
					{...useLatestRankings(search || undefined)}
					nothing={
						<NoResults words={words} onClear={() => setWords('')} none={<Trans>No rankings yet</Trans>}>
							<Trans>Here you see where the votes of a ranking come from.</Trans>
						</NoResults>
					}
					label={t`Votes by ranking`}
					rowKey={(row) => row.ranking_key}
					columns={[
						{
							key: 'title',
							header: t`Ranking`,
							strong: true,
							opens: (row) => ['votes', row.ranking_key],
							render: (row) => row.title,
						},
						{ key: 'status', header: t`Status`, render: (row) => <RankingStatusTag ranking={row} /> },
						{
							key: 'period',
							header: t`Period (${zoneName})`,
							room: 'some',
							render: (row) => t`${shortDay(row.starts_local)} to ${lastDayBefore(row.ends_local)}`,
						},
						{ key: 'votes', header: t`Votes`, strong: true, count: (row) => row.total_tickets },
					]}
				/>
			</Card>
		</Page>
	);
}

function OneRanking({ rankingKey }: { rankingKey: string }) {
	const { t } = useLingui();
	const [address] = useSearchParams();
	const artistId = Number(address.get('artist') ?? '') || null;
	const queries = votesQueries(rankingKey, artistId);
	const read = useQuery(queries.concentration);
	const timeline = useQuery(queries.timeline);
	return read.data && timeline.data ? (
		<Seen seen={read.data} timeline={timeline.data} />
	) : (
		<Page title={t`Votes`}>
			<OneCard read={read.error ? read : timeline} />
		</Page>
	);
}

function Seen({ seen, timeline }: { seen: Concentration; timeline: VoteTimeline }) {
	const { t } = useLingui();
	const may = useMay();
	const navigate = useNavigate();
	const [chosen, setChosen] = useState<CaseFilter | null>(null);
	const ofArtist = seen.artist_id === null ? {} : { artist_id: seen.artist_id };
	const address = paths.one('votes', seen.ranking_key);
	const { timezone } = useSiteZone();
	function stepFor(filter: CaseFilter, text: ReactNode = <Trans>Open a case on it</Trans>) {
		return (
			<Button variant="quiet" onClick={() => setChosen({ ...ofArtist, ...filter })}>
				{text}
			</Button>
		);
	}
	function stepOfFans(fanIds: number[]) {
		return stepFor({ fan_ids: fanIds }, <Trans>Open a case on these</Trans>);
	}
	function stepOf(kind: ConcentrationKind, { value }: ConcentrationRow) {
		if (!may(openCase) || value === '') return null;
		return stepFor(kind === 'network' ? { network: value } : kind === 'country' ? { country: value } : {});
	}
	function stepOfHours(of: HoursOf, hours: Hours) {
		if (!may(openCase)) return null;
		const [from, to] = [localTimeOf(hours.from, timezone), localTimeOf(hours.to, timezone)];
		if (from === null || to === null) return null;
		return stepFor(
			of === 'cast' ? { cast_from_local: from, cast_to_local: to } : { joined_from_local: from, joined_to_local: to },
		);
	}
	const { facts, kinds } = useConcentration(seen, timeline, { stepOf, stepOfHours });
	return (
		<Page
			title={t`Votes of ${seen.title}`}
			actions={
				<>
					<TrailLink to={seen.artist_id === null ? paths.votes : address}>
						{seen.artist_id === null ? <Trans>All rankings</Trans> : <Trans>All artists</Trans>}
					</TrailLink>
					{may(openCase) && (
						<Button icon={<ConsoleIcon name="plus" />} onClick={() => setChosen(ofArtist)}>
							<Trans>Open a case</Trans>
						</Button>
					)}
				</>
			}
		>
			<div className="stack">
				<Card>{facts}</Card>
				<Card tight title={<Trans>Top fans</Trans>}>
					<TopFans
						key={seen.artist_id}
						rankingKey={seen.ranking_key}
						artistId={seen.artist_id}
						stepOf={may(openCase) ? stepOfFans : null}
					/>
				</Card>
				<div className="votes-kinds">
					{kinds.map(({ kind, title, content }) => (
						<div key={kind} className={`votes-${kind}`}>
							<Card title={title}>{content}</Card>
						</div>
					))}
				</div>
				<Card tight title={<Trans>Votes per day</Trans>}>
					<VoteDays seen={seen} />
				</Card>
				<Card tight title={<Trans>By artist</Trans>}>
					<ArtistVotes
						artists={seen.artists}
						openId={seen.artist_id}
						addressOf={(artistId) => `${address}?${new URLSearchParams({ artist: String(artistId) }).toString()}`}
					/>
				</Card>
			</div>
			{chosen && (
				<OpenCaseDialog
					ranking={seen}
					artists={seen.artists}
					filter={chosen}
					onClose={() => setChosen(null)}
					onOpened={(opened) => void navigate(paths.one('cases', opened.case_id))}
				/>
			)}
		</Page>
	);
}
