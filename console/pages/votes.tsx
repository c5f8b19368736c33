/** Votes: the choice of a ranking, and the sources of its votes. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type CaseFilter, openCase } from '#contract/operator/voting/cases.ts';
import type {
	Concentration,
	ConcentrationKind,
	ConcentrationRow,
	VoteTimeline,
} from '#contract/operator/voting/concentration.ts';
import { localTimeOf } from '#contract/values/local-time.ts';
import { Button } from '#ui/primitives/button.tsx';
import { SearchField } from '#ui/primitives/search-field.tsx';
import { RankingStatusTag, useLatestRankings } from '../features/rankings/standing-now.tsx';
import { OpenCaseDialog } from '../features/voting/cases/open-case-dialog.tsx';
import { ArtistVotes, VoteDays, VoteFacts, VoteKinds } from '../features/voting/concentration/concentration.tsx';
import type { Hours } from '../features/voting/concentration/hours-plot.ts';
import type { HoursOf } from '../features/voting/concentration/timeline.tsx';
import { TopFans, votesQueries } from '../features/voting/concentration/top-fans.tsx';
import { ConsoleIcon, TrailLink } from '../lib/elements/elements.tsx';
import { periodOf } from '../lib/format/values.ts';
import { NoResults, useAddressSearch } from '../lib/lists/list-state.tsx';
import { useMay, useSiteZone } from '../lib/session/operator.tsx';
import { ReadRows } from '../lib/table/table.tsx';
import { paths } from '../nouns.ts';
import { Card, listOrOne, Page, WaitingCard } from '../shell/page.tsx';

export default listOrOne(Choice, OneRanking);

function Choice() {
	const { words, setWords, search } = useAddressSearch();
	const { zoneName } = useSiteZone();
	return (
		<Page actions={<SearchField label="Search rankings" value={words} onChange={setWords} />}>
			<Card tight>
				<ReadRows
					{...useLatestRankings(search || undefined)}
					empty={
						<NoResults words={words} onClear={() => setWords('')} none="No rankings yet">
							Here you see where the votes of a ranking come from.
						</NoResults>
					}
					label="Votes by ranking"
					rowKey={(row) => row.ranking_key}
					columns={[
						{ key: 'title', header: 'Ranking', strong: true, opens: ['votes', 'ranking_key'], render: 'title' },
						{ key: 'status', header: 'Status', render: (row) => <RankingStatusTag ranking={row} /> },
						{ key: 'period', header: `Period (${zoneName})`, room: 'some', render: periodOf },
						{ key: 'votes', header: 'Votes', strong: true, count: 'total_tickets' },
					]}
				/>
			</Card>
		</Page>
	);
}

function OneRanking({ id: rankingKey }: { id: string }) {
	const [address] = useSearchParams();
	const artistId = Number(address.get('artist') ?? '') || null;
	const queries = votesQueries(rankingKey, artistId);
	const read = useQuery(queries.concentration);
	const timeline = useQuery(queries.timeline);
	return read.data && timeline.data ? (
		<Seen seen={read.data} timeline={timeline.data} />
	) : (
		<Page>
			<WaitingCard read={read.error ? read : timeline} />
		</Page>
	);
}

function Seen({ seen, timeline }: { seen: Concentration; timeline: VoteTimeline }) {
	const may = useMay();
	const navigate = useNavigate();
	const [chosen, setChosen] = useState<CaseFilter | null>(null);
	const ofArtist = seen.artist_id === null ? {} : { artist_id: seen.artist_id };
	const address = paths.one('votes', seen.ranking_key);
	const { timezone } = useSiteZone();
	const stepFor = (filter: CaseFilter, text: ReactNode = 'Open a case on it') => (
		<Button variant="quiet" onClick={() => setChosen({ ...ofArtist, ...filter })}>
			{text}
		</Button>
	);
	const stepOfFans = (fanIds: number[]) => stepFor({ fan_ids: fanIds }, 'Open a case on these');
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
	return (
		<Page
			title={`Votes of ${seen.title}`}
			actions={
				<>
					<TrailLink to={seen.artist_id === null ? paths.votes : address}>
						{seen.artist_id === null ? 'All rankings' : 'All artists'}
					</TrailLink>
					{may(openCase) && (
						<Button icon={<ConsoleIcon name="plus" />} onClick={() => setChosen(ofArtist)}>
							Open a case
						</Button>
					)}
				</>
			}
		>
			<div className="cards stack one-column gap-4">
				<Card>
					<VoteFacts seen={seen} />
				</Card>
				<Card tight title="Top fans">
					<TopFans
						key={seen.artist_id}
						rankingKey={seen.ranking_key}
						artistId={seen.artist_id}
						stepOf={may(openCase) ? stepOfFans : null}
					/>
				</Card>
				<div className="votes-kinds stack align-start gap-4">
					<VoteKinds {...{ seen, timeline, stepOf, stepOfHours }} />
				</div>
				<Card tight title="Votes per day">
					<VoteDays seen={seen} />
				</Card>
				<Card tight title="By artist">
					<ArtistVotes
						artists={seen.artists}
						openId={seen.artist_id}
						pathOf={(artistId) => `${address}?${new URLSearchParams({ artist: String(artistId) }).toString()}`}
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
