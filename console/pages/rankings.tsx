/** Rankings: the list, and the one that is open: a new one, or a stored one with its steps, fields and artists. */
import { useNavigate, useParams } from 'react-router';
import { listEntries } from '#contract/operator/rankings/entries.ts';
import {
	type BirthdayProposal,
	cloneLastMonth,
	type ConsoleRanking,
	createRanking,
	listBirthdayProposals,
	listRankings,
	makeBirthdayRanking,
	readRanking,
} from '#contract/operator/rankings/rankings.ts';
import { readEntryCards, setEntryCards } from '#contract/operator/site/content.ts';
import { readSettings } from '#contract/operator/site/settings.ts';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { Entries } from '../features/entries/entries.tsx';
import { cardOf, type NewCard } from '../features/rankings/publish-ranking.tsx';
import { EditRanking, NewRanking } from '../features/rankings/ranking-editor.tsx';
import {
	RankingStatusTag,
	RankingSteps,
	STANDING_MS,
	StandingNow,
	useLatestRankings,
} from '../features/rankings/standing-now.tsx';
import { useRead, useSend } from '../lib/api/calls.tsx';
import { EditorPanel, NewLink, WaitingCard, WaitsNotice } from '../shell/page.tsx';
import { SendButton } from '../lib/dialogs/dialogs.tsx';
import { ConsoleIcon, OnSite, siteAddress, TrailLink } from '../lib/elements/elements.tsx';
import { counted, periodOf } from '../lib/format/values.ts';
import { useSiteZone } from '../lib/session/operator.tsx';
import { NEW, paths } from '../nouns.ts';
import { ListPage } from '../shell/list-page.tsx';
import '../features/rankings/rankings.css';

export default function RankingsPage() {
	const { id } = useParams();
	const toast = useToast();
	const navigate = useNavigate();
	const { zoneName } = useSiteZone();
	const types = { monthly: 'Monthly', birthday: 'Birthday', theme: 'Theme' };
	return (
		<ListPage
			of={{ noun: 'ranking', list: listRankings }}
			sorts={{ start: 'desc', title: 'asc' }}
			search="Search rankings"
			filters={[{ name: 'type', as: 'ranking_type', label: 'Type', options: Object.entries(types) }]}
			actions={
				<>
					<SendButton
						call={cloneLastMonth}
						input={{}}
						icon={<ConsoleIcon name="copy" />}
						onSent={({ ranking }) => {
							toast(`${ranking.title} has been created as a draft`, 'success');
							void navigate(paths.one('rankings', ranking.ranking_key));
						}}
					>
						Create next month
					</SendButton>
					<NewLink list="rankings" call={createRanking}>
						New ranking
					</NewLink>
				</>
			}
			renderAbove={() => <BirthdayProposals />}
			nameOf={(row) => row.title}
			none="No rankings yet"
			hint="A ranking lists artists for fans to vote for. Create the first one with “New ranking”."
			columns={[
				{ key: 'title', header: 'Ranking', sortAs: 'title' },
				{ key: 'type', header: 'Type', room: 'much', render: (row) => types[row.ranking_type] },
				{ key: 'status', header: 'Status', render: (row) => <RankingStatusTag ranking={row} /> },
				{ key: 'period', header: `Period (${zoneName})`, room: 'some', sortAs: 'start', render: periodOf },
				{ key: 'artists', header: 'Artists', room: 'much', count: 'artist_count' },
				{ key: 'votes', header: 'Votes', room: 'some', strong: true, count: 'total_tickets' },
			]}
			wide
			editor={id === undefined ? null : <RankingEditor key={id} id={id} />}
		/>
	);
}

/** Proposes birthday rankings from the artists' birthdays. One click creates a draft with its entries. */
function BirthdayProposals() {
	const { data } = useRead(listBirthdayProposals, {});
	const open = (data?.proposals ?? []).filter(({ made }) => !made);
	if (open.length === 0) return null;
	return (
		<section className="card" aria-labelledby="birthday-proposals">
			<h2 className="card-title" id="birthday-proposals">
				Birthday rankings to create
			</h2>
			<ul className="stack gap-3 birthday-proposals">
				{open.map((proposal) => (
					<Proposal key={proposal.month} proposal={proposal} />
				))}
			</ul>
		</section>
	);
}

const NAMES_SHOWN = 4;

function Proposal({ proposal }: { proposal: BirthdayProposal }) {
	const navigate = useNavigate();
	const { month, title, artists } = proposal;
	const names = artists.slice(0, NAMES_SHOWN).map(({ en_name: name }) => name);
	const more = artists.length - names.length;
	return (
		<li className="card-head row wraps between">
			<div className="stack min-0 breaks">
				<b>{title}</b>
				<small className="muted text-s">
					{periodOf(proposal)}
					{' · '}
					{counted(artists.length, 'artist')}
				</small>
				<small className="muted text-s">
					{names.join(', ')}
					{more > 0 ? ` and ${more} more` : null}
				</small>
			</div>
			<SendButton
				call={makeBirthdayRanking}
				input={{ params: { month } }}
				aria-label={`Create draft of ${title}`}
				onSent={({ ranking }) => void navigate(paths.one('rankings', ranking.ranking_key))}
			>
				Create draft
			</SendButton>
		</li>
	);
}

const RankingEditor = ({ id }: { id: string }) => (id === NEW ? <New /> : <Stored id={id} />);

function New() {
	const siteGems = useRead(readSettings, {}).data?.settings.ticket2gem_ratio;
	const { rows: latest } = useLatestRankings();
	return (
		<EditorPanel title="New ranking">
			{latest ? (
				<NewRanking keys={latest.map(({ ranking_key: key }) => key)} siteGems={siteGems} />
			) : (
				<Skeleton className="screen-skeleton" />
			)}
		</EditorPanel>
	);
}

/** The clock, a job and other operators take it from its opening to its certificate. */
const againAfter = (ranking: ConsoleRanking | undefined) =>
	ranking?.frozen && ranking.stage !== 'certified' ? STANDING_MS : false;

function Stored({ id }: { id: string }) {
	const params = { ranking_key: id };
	const read = useRead(readRanking, { params }, { refetchInterval: ({ state }) => againAfter(state.data?.ranking) });
	const ranking = read.data?.ranking;
	const { entries = [] } = useRead(listEntries, { params }, { refetchInterval: againAfter(ranking) }).data ?? {};
	const entryCards = useRead(readEntryCards, {}).data;
	const { mutateAsync: setCards } = useSend(setEntryCards);
	const siteGems = useRead(readSettings, {}).data?.settings.ticket2gem_ratio;
	if (!ranking) return <WaitingCard read={read} />;
	const { cards = [], version = 0 } = entryCards ?? {};
	const tab = cardOf(ranking, cards)?.main_tab;
	const addCard = (card: NewCard) =>
		setCards({ body: { version, cards: [...cards, { ...card, background_media_id: null }] } });
	return (
		<EditorPanel title={ranking.title}>
			<WaitsNotice name="ranking_key" value={id} />
			{ranking.frozen && <StandingNow ranking={ranking} entries={entries} />}
			<RankingSteps ranking={ranking} entries={entries} />
			<EditRanking ranking={ranking} facts={{ artists: entries, siteGems, cards, addCard: entryCards && addCard }} />
			<Entries ranking={ranking} />
			<div className="row wraps gap-2">
				{!ranking.draft && tab !== undefined && <OnSite to={siteAddress.chart(tab)} />}
				<TrailLink to={paths.auditOf(`ranking:${id}`)}>Audit trail of this ranking</TrailLink>
			</div>
		</EditorPanel>
	);
}
