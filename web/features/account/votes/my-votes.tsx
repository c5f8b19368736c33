/** Every vote of the fan, voided ones too, with its place in the public list; checked on request. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useQuery, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { formatNumber } from '#client/numbers.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getMyVotes, type OwnTotal, getVoteProof } from '#contract/my-account.ts';
import { nameOf } from '../../../lib/artist-names.ts';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import type { Voided } from '#contract/voting.ts';
import type { VoteCheck } from '../../../lib/votes/check-vote.ts';
import { paths } from '../../../paths.ts';
import { myTotalsQuery } from '../../../lib/votes/get-totals.ts';
import { MyTotals, VotedArtist, VotedPicture } from './my-totals.tsx';
import { RecordLine, RecordList, RecordListSkeleton } from '../records/record-list.tsx';
import { useVoteChecks } from './use-vote-checks.ts';
import { VoteDetails, VoteStatus } from './vote-status.tsx';
import { call } from '../../../lib/api/call.ts';
import { VoidReasonText, RestoredText } from '../../../lib/votes/vote-texts.tsx';
import { NotLoaded, NoData } from '../../../lib/elements/elements.tsx';
import { ContactMail } from '../../../lib/elements/contact-mail.tsx';
import { useTimezone } from '../../../lib/site/get-site.ts';
import { formatDayOf, formatTime } from '../../../lib/time.ts';
import { isProblem } from '#client/call.ts';
import { isLost, type Restore } from '#public-log/browser/logs.ts';
import { useRestores } from '../../../lib/votes/get-vote-logs.ts';
import { type Ballot, deviceMemory } from '../../../lib/votes/vote-memory.ts';
import './my-votes.css';

type OwnVote = ReplyOf<typeof getMyVotes>['votes'][number];

/** The same array each time. */
const NONE: OwnVote[] = [];

export function MyVotes() {
	const { t } = useLingui();
	const { data, isPending, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
		useInfiniteQuery(myVotesQuery);
	const votes = data?.pages.flatMap((page) => page.votes) ?? [];
	const { data: totals = [], isPending: isAdding } = useQuery(myTotalsQuery);
	const { timeZone } = useTimezone();
	const checks = useVoteChecks(votes, data?.pages[0]?.votes ?? NONE);
	if (isPending || isAdding) return <RecordListSkeleton />;
	if (isError && !data) return <NotLoaded onRetry={() => void refetch()} />;
	if (votes.length === 0) return <NoVotes />;
	return (
		<>
			<div className="mt-5">
				<MyTotals title={t`Your artists`} totals={totals} />
			</div>
			<CheckBar checks={checks} />
			{byDay(votes, timeZone).map(([day, ofDay]) => (
				<section key={day} className="record-day mt-6">
					<h2>{day}</h2>
					<RecordList>
						{ofDay.map((vote) => (
							<Line
								key={vote.tag}
								vote={vote}
								total={totals.find(({ artist_id }) => artist_id === vote.artist_id)}
								check={checks.results.get(vote.tag)}
								onCheck={() => void checks.check(vote)}
							/>
						))}
					</RecordList>
				</section>
			))}
			{hasNextPage && (
				<p className="middle mt-6">
					<Button variant="quiet" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
						<Trans>Show More</Trans>
					</Button>
				</p>
			)}
		</>
	);
}

function NoVotes() {
	const { t } = useLingui();
	return (
		<NoData
			action={<Link className={buttonClass({ variant: 'quiet' })} to={paths.leaderboard()}>{t`See the chart`}</Link>}
		>
			<Trans>No votes yet. Give your first.</Trans>
		</NoData>
	);
}

function byDay(votes: readonly OwnVote[], timeZone: string): [day: string, votes: OwnVote[]][] {
	const days = new Map<string, OwnVote[]>();
	for (const vote of votes) {
		const day = formatDayOf(vote.cast_time, timeZone);
		days.set(day, [...(days.get(day) ?? []), vote]);
	}
	return [...days];
}

interface LineProps {
	vote: OwnVote;
	total: OwnTotal | undefined;
	check: VoteCheck | undefined;
	onCheck: () => void;
}

function Line({ vote, total, check, onCheck }: LineProps) {
	const { t } = useLingui();
	const { artist_name, ranking_title, ticket_number, gem_cost, cast_time, voided, restored } = vote;
	const gems = formatNumber(gem_cost);
	const { timeZone, name: zone } = useTimezone();
	const time = formatTime(cast_time, timeZone);
	return (
		<RecordLine
			title={<VotedArtist name={total ? nameOf(total) : artist_name} total={total} />}
			picture={<VotedPicture total={total} />}
			struck={voided !== null}
			amount={<Plural value={ticket_number} one="# vote" other="# votes" />}
			after={<VoteDetails vote={vote} check={check} onCheck={onCheck} />}
		>
			<span className="block muted text-s breaks">{t`${time} ${zone} · ${ranking_title} · ${gems} gems`}</span>
			<VoidNote voided={voided} restored={restored} />
			<VoteStatus check={check} />
		</RecordLine>
	);
}

const myVotesQuery = infiniteQueryOptions({
	queryKey: ['me', 'votes'],
	queryFn: ({ pageParam, signal }) => call(getMyVotes, { query: { cursor: pageParam } }, { signal }),
	initialPageParam: undefined as string | undefined,
	getNextPageParam: ({ cursor }) => cursor,
	// Always read again: fans come to see the votes that they have just cast.
	staleTime: 0,
});

function VoidNote({ voided, restored }: { voided: Voided; restored: Voided }) {
	if (voided)
		return (
			<>
				<span className="block bad text-s semibold breaks">
					<Trans>
						Voided: <VoidReasonText reason={voided.reason} />, case {voided.case_id}
					</Trans>
				</span>
				<span className="block muted text-s breaks">
					<Trans>
						Wrong? Write to <ContactMail /> and name case {voided.case_id}. Votes that were voided by mistake count
						again.
					</Trans>
				</span>
			</>
		);
	if (!restored) return null;
	return (
		<span className="block muted text-s breaks">
			<Trans>
				Counts again: case {restored.case_id} was taken back for this vote, and gems that it had returned were taken
				again.
			</Trans>
		</span>
	);
}

function CheckBar({ checks }: { checks: ReturnType<typeof useVoteChecks> }) {
	const { t } = useLingui();
	const { progress, checkAll } = checks;
	return (
		<section className="check-bar stack panel">
			<p className="muted">
				<Trans>
					Every vote is a line in a public list that cannot be changed afterwards. This page checks on your device that
					your votes are in it.
				</Trans>
			</p>
			<Button variant="quiet" busy={progress !== null} onClick={() => void checkAll()}>{t`Check all now`}</Button>
			<output className="check-bar-result muted text-s">
				<Result checks={checks} />
			</output>
		</section>
	);
}

function Result({ checks: { progress, checkedAt, results } }: { checks: ReturnType<typeof useVoteChecks> }) {
	const { t } = useLingui();
	const { timeZone, name: zone } = useTimezone();
	if (progress) return <>{t`${formatNumber(progress.done)} of ${formatNumber(progress.total)} checked`}</>;
	if (checkedAt === null) return null;
	const all = [...results.values()];
	const failed = all.filter(({ state }) => state === 'failed').length;
	const listed = all.filter(({ state }) => state === 'listed').length;
	const time = formatTime(checkedAt, timeZone);
	return (
		<>
			<Trans>
				Checked on this device at {time} {zone}:
			</Trans>{' '}
			<Plural value={listed} one="# vote is in the list." other="# votes are in the list." />
			{failed > 0 && (
				<b className="bad">
					{' '}
					<Plural value={failed} one="# check failed." other="# checks failed." />
				</b>
			)}
		</>
	);
}

export function LostVotes() {
	const { t } = useLingui();
	const restores = useRestores() ?? [];
	const { data: lost = [] } = useQuery({
		queryKey: ['lost-votes', restores],
		queryFn: ({ signal }) => findLostVotes(restores, signal),
		enabled: restores.length > 0,
		staleTime: Infinity,
	});
	return lost.map(({ restoredTo, votes }) => (
		<aside key={restoredTo} className="panel lost-votes">
			<b>
				<Plural value={votes} one="# vote from this device was lost" other="# votes from this device were lost" />
			</b>
			<p className="muted mt-1">
				<RestoredText restoredTo={restoredTo} />{' '}
				<Link className="underlined" to={paths.transparency}>{t`What happened`}</Link>
			</p>
		</aside>
	));
}

const ASKED_MAX = 100;

/** How many votes they gave, by the time to which the site was set back, the latest first. */
async function findLostVotes(
	restores: readonly Restore[],
	signal: AbortSignal,
): Promise<{ restoredTo: number; votes: number }[]> {
	const ballots = await deviceMemory().all();
	const lost = restores.map((restore) => ({ restoredTo: restore.restored_to, votes: 0 }));
	let asked = 0;
	for (const ballot of ballots.toReversed()) {
		const castAt = castAtOf(ballot);
		const at = castAt === null ? -1 : restores.findIndex((restore) => isLost(castAt, restore));
		const sum = lost[at];
		if (!sum || asked === ASKED_MAX) continue;
		asked += 1;
		if (await isGone(ballot.key, signal)) sum.votes += ballot.receipt?.ticket_number ?? 0;
	}
	return lost.filter(({ votes }) => votes > 0);
}

function castAtOf({ receipt }: Ballot): number | null {
	const castAt = Number(receipt?.receipt?.leaf.split(' ')[7]);
	return Number.isInteger(castAt) ? castAt : null;
}

/** The device may have sent the vote again under its key, or it may be of the second in which the site was set back. */
async function isGone(tag: string, signal: AbortSignal): Promise<boolean> {
	try {
		await call(getVoteProof, { params: { tag } }, { signal });
		return false;
	} catch (error) {
		if (isProblem(error, 'vote_not_found')) return true;
		throw error;
	}
}
