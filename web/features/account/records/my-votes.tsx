/** Lists every vote of the fan, including voided ones. */
import { Plural, Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getMyVotes } from '#contract/my-account.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { LEADERBOARD_ORIGIN, paths } from '../../../paths.ts';
import { useMyVotes } from './get-my-votes.ts';
import { RecordLine, RecordList, RecordListSkeleton } from './record-list.tsx';
import './my-votes.css';

type OwnVote = ReplyOf<typeof getMyVotes>['votes'][number];

export function MyVotes() {
	const { data, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useMyVotes();
	if (isPending) return <RecordListSkeleton />;
	const votes = data?.pages.flatMap((page) => page.votes) ?? [];
	if (votes.length === 0) return <Empty title={<Trans>No Data</Trans>} />;
	return (
		<>
			<RecordList>
				{votes.map((vote, index) => (
					// Older votes are only ever added below.
					<Line key={index} vote={vote} />
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

function Line({ vote }: { vote: OwnVote }) {
	const { artist_id, artist_name, ranking_title, ticket_number, gem_cost, cast_time, voided } = vote;
	const gems = formatNumber(gem_cost);
	return (
		<RecordLine
			title={
				<Link className="my-votes-artist" to={paths.artist(artist_id, LEADERBOARD_ORIGIN, false)}>
					{artist_name}
				</Link>
			}
			time={cast_time}
			struck={voided !== null}
			amount={<Plural value={ticket_number} one="# vote" other="# votes" />}
		>
			<span className="my-votes-note">
				<Trans>
					{ranking_title} · {gems} gems
				</Trans>
			</span>
			{voided && (
				<span className="my-votes-voided">
					<Trans>
						Voided: {voided.reason}, case {voided.case_id}
					</Trans>
				</span>
			)}
		</RecordLine>
	);
}
