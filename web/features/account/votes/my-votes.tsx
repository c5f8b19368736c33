/** Lists every vote of the fan, including voided ones, each with its place in the public list. */
import { Plural, Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getMyVotes, OwnTotal } from '#contract/my-account.ts';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import type { VoteCheck } from '../../../lib/votes/check-vote.ts';
import { paths } from '../../../paths.ts';
import { CheckBar } from './check-bar.tsx';
import { useMyTotals } from './totals/get-my-totals.ts';
import { useMyVotes } from './get-my-votes.ts';
import { MyTotals } from './totals/my-totals.tsx';
import { VotedArtist, VotedPicture } from './totals/voted-artist.tsx';
import { RecordLine, RecordList, RecordListSkeleton } from '../records/record-list.tsx';
import { useVoteChecks } from './use-vote-checks.ts';
import { VoidNote } from './void-note.tsx';
import { VoteDetails } from './vote-details.tsx';
import { VoteStatus } from './vote-status.tsx';
import './my-votes.css';

type OwnVote = ReplyOf<typeof getMyVotes>['votes'][number];

/** The same array each time. */
const NONE: OwnVote[] = [];
const NO_TOTALS: OwnTotal[] = [];

export function MyVotes() {
	const { data, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useMyVotes();
	const votes = data?.pages.flatMap((page) => page.votes) ?? [];
	const { data: totals = NO_TOTALS, isPending: isAdding } = useMyTotals();
	const checks = useVoteChecks(votes, data?.pages[0]?.votes ?? NONE);
	if (isPending || isAdding) return <RecordListSkeleton />;
	if (votes.length === 0) return <NoVotes />;
	return (
		<>
			<MyTotals totals={totals} />
			<CheckBar checks={checks} />
			<RecordList>
				{votes.map((vote) => (
					<Line
						key={vote.tag}
						vote={vote}
						total={totals.find(({ artist_id }) => artist_id === vote.artist_id)}
						check={checks.results.get(vote.tag)}
						onCheck={() => void checks.check(vote)}
					/>
				))}
			</RecordList>
			{hasNextPage && (
				<p className="my-votes-more">
					<Button variant="quiet" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
						<Trans>Show More</Trans>
					</Button>
				</p>
			)}
		</>
	);
}

function NoVotes() {
	return (
		<Empty
			title={<Trans>No Data</Trans>}
			action={
				<Link className={buttonClass({ variant: 'quiet' })} to={paths.leaderboard()}>
					<Trans>See the chart</Trans>
				</Link>
			}
		>
			<Trans>No votes yet. Give your first.</Trans>
		</Empty>
	);
}

interface LineProps {
	vote: OwnVote;
	total: OwnTotal | undefined;
	check: VoteCheck | undefined;
	onCheck: () => void;
}

function Line({ vote, total, check, onCheck }: LineProps) {
	const { artist_id, artist_name, ranking_title, ticket_number, gem_cost, cast_time, voided, restored } = vote;
	const gems = formatNumber(gem_cost);
	return (
		<RecordLine
			title={<VotedArtist id={artist_id} name={artist_name} total={total} />}
			picture={<VotedPicture total={total} />}
			time={cast_time}
			struck={voided !== null}
			amount={<Plural value={ticket_number} one="# vote" other="# votes" />}
			after={<VoteDetails vote={vote} check={check} onCheck={onCheck} />}
		>
			<span className="my-votes-note">
				<Trans>
					{ranking_title} · {gems} gems
				</Trans>
			</span>
			<VoidNote voided={voided} restored={restored} />
			<VoteStatus check={check} />
		</RecordLine>
	);
}
