/** Lists the fans who gave most. Some can be chosen for a case. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { formatNumber, formatShare } from '#client/numbers.ts';
import { presentSeconds } from '#client/server-clock.ts';
import type { TopFan } from '#contract/operator/voting/concentration.ts';
import { listTopFans, readConcentration, readVoteTimeline } from '#contract/operator/voting/concentration.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { readOf } from '../../../lib/api/calls.tsx';
import { counted, shortNetwork } from '../../../lib/format/values.ts';
import { ReadFailed } from '../../../lib/lists/list-state.tsx';
import { useDateTime } from '../../../lib/session/operator.tsx';
import { type DataColumn as Column, Table } from '../../../lib/table/table.tsx';
import { paths } from '../../../nouns.ts';
import './top-fans.css';

/** Shown at first. */
const FEW = 10;

interface Props {
	rankingKey: string;
	/** Null: all artists. */
	artistId: number | null;
	/** Renders the action for chosen fans. Null if the operator has none. */
	stepOf: ((fanIds: number[]) => ReactNode) | null;
}

export function TopFans({ rankingKey, artistId, stepOf }: Props) {
	const read = useQuery(votesQueries(rankingKey, artistId).topFans);
	const dateTime = useDateTime();
	const [now] = useState(presentSeconds);
	const [all, setAll] = useState(false);
	const [chosen, setChosen] = useState<readonly number[]>([]);
	const choose = (fanId: number, on: boolean) =>
		setChosen((present) => (on ? [...present, fanId] : present.filter((other) => other !== fanId)));
	const columns = useTopFanColumns(artistId === null, stepOf && { chosen, choose });
	if (read.isError) return <ReadFailed read={read} />;
	const { list: fans, counted_through_time: through } = read.data ?? {};
	if (fans?.length === 0) {
		return (
			<Empty lit={false} title="No votes counted yet">
				The fans with most votes appear here about a minute after they vote.
			</Empty>
		);
	}
	return (
		<>
			{through && now - through >= BEHIND_SECONDS && (
				<output className="note block mb-4 rounded tone-2 note-warning semibold">
					Counting: fans include votes until {dateTime(through)}.
				</output>
			)}
			<Table
				label="Top fans"
				rows={all ? fans : fans?.slice(0, FEW)}
				rowKey={(fan) => fan.fan_id}
				isSelected={(fan) => chosen.includes(fan.fan_id)}
				columns={columns}
			/>
			{!all && fans && fans.length > FEW && (
				<p className="top-fans-more">
					<Button variant="quiet" onClick={() => setAll(true)}>
						Show all {fans.length}
					</Button>
				</p>
			)}
			{stepOf && chosen.length > 0 && (
				<p className="row wraps gap-2 top-fans-chosen semibold">
					{counted(chosen.length, 'fan selected', 'fans selected')}
					{stepOf([...chosen])}
				</p>
			)}
		</>
	);
}

type Choice = { chosen: readonly number[]; choose: (fanId: number, on: boolean) => void };

/** Columns of the table of top fans, of all artists or of one. */
function useTopFanColumns(ofAll: boolean, choice: Choice | null): Column<TopFan>[] {
	const dateTime = useDateTime();
	const nameOf = ({ name, fan_id: id }: TopFan) => name ?? `Fan ${id}`;
	const columns: (Column<TopFan> | false)[] = [
		choice !== null && {
			key: 'choice',
			header: 'Select',
			fixed: true,
			render: (fan) => (
				<input
					type="checkbox"
					className="top-fan-choice"
					aria-label={`Select ${nameOf(fan)}`}
					checked={choice.chosen.includes(fan.fan_id)}
					onChange={({ target }) => choice.choose(fan.fan_id, target.checked)}
				/>
			),
		},
		{ key: 'fan', header: 'Fan', strong: true, render: (fan) => <FanCell fan={fan} name={nameOf(fan)} /> },
		ofAll && { key: 'artist', header: 'Mostly for', room: 'much', render: 'en_name' },
		{
			key: 'votes',
			header: 'Votes',
			align: 'end',
			strong: true,
			render: (fan) => `${fan.missed > 0 ? '≥ ' : ''}${formatNumber(fan.tickets)}`,
			renderDetail: (fan) => counted(fan.votes, 'ballot'),
		},
		{
			key: 'share',
			header: 'Artist’s share',
			align: 'end',
			room: 'some',
			render: (fan) => formatShare(fan.artist_tickets, fan.artist_tickets_all),
		},
		{
			key: 'gems',
			header: 'Gems',
			align: 'end',
			room: 'much',
			render: (fan) => `${formatNumber(fan.purchased)} bought`,
			renderDetail: (fan) => `${formatNumber(fan.earned)} earned`,
		},
		{
			key: 'when',
			header: 'First and last vote',
			room: 'much',
			time: 'first_time',
			renderDetail: (fan) => dateTime(fan.last_time),
		},
		{
			key: 'age',
			header: 'Account age',
			room: 'some',
			render: ({ joined_time: joined, first_time: first }) => (joined === null ? 'Deleted' : ageOf(first - joined)),
		},
		{
			key: 'network',
			header: 'Network',
			room: 'much',
			render: ({ network }) => (network === null ? '–' : <code>{shortNetwork(network)}</code>),
			renderDetail: ({ network, network_accounts: accounts }) => network !== null && othersOf(accounts),
		},
	];
	return columns.filter((column) => column !== false);
}

const FanCell = ({ fan, name }: { fan: TopFan; name: string }) => (
	<>
		<Link className="cell-link top-fan-name" to={paths.one('fans', fan.fan_id)}>
			{name}
		</Link>
		{fan.unusual !== null && (
			<span className="cell-detail block faint regular text-xs top-fan-detail nowrap">
				<Tag tone={fan.case_ids.length > 0 ? 'neutral' : 'warning'}>{fan.unusual}</Tag>
			</span>
		)}
		{fan.case_ids.map((id) => (
			<Link
				key={id}
				className="cell-link cell-detail block faint regular text-xs top-fan-detail nowrap"
				to={paths.one('cases', id)}
			>
				Case {id}
			</Link>
		))}
	</>
);

/** How many other accounts use the network. */
function othersOf(accounts: number | null): string {
	const others = (accounts ?? 1) - 1;
	if (others === 0) return 'No other account';
	return `${others >= ACCOUNTS_MAX - 1 ? '≥ ' : ''}${counted(others, 'other account')}`;
}

/** Age of the account when it first voted for the artist. */
function ageOf(seconds: number): string {
	const hours = Math.floor(seconds / 3_600);
	const days = Math.floor(hours / 24);
	if (hours < 1) return 'Under an hour';
	return days < 1 ? counted(hours, 'hour') : counted(days, 'day');
}

/** The counts are updated every minute. Names of fans are read less often: each read of others is on record. */
const ASK_AGAIN_MS = 60_000;
const ASK_FANS_AGAIN_MS = 5 * ASK_AGAIN_MS;

/** `artistId` null: votes for all artists. */
export function votesQueries(rankingKey: string, artistId: number | null) {
	const input = { params: { ranking_key: rankingKey }, query: { artist_id: artistId ?? undefined } };
	return {
		concentration: readOf(readConcentration, input, { refetchInterval: ASK_AGAIN_MS }),
		timeline: readOf(readVoteTimeline, input, { refetchInterval: ASK_AGAIN_MS }),
		topFans: readOf(listTopFans, input, { refetchInterval: ASK_FANS_AGAIN_MS }),
	};
}

/** Counting is about a minute behind in any case. */
export const BEHIND_SECONDS = 300;
/** Accounts are counted up to this number. */
export const ACCOUNTS_MAX = 1_000;
