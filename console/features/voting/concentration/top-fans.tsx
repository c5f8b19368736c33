/** Lists the fans who gave most. Some can be chosen for a case. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { presentSeconds } from '#client/server-clock.ts';
import { formatNumber, formatShare } from '#client/numbers.ts';
import type { TopFan } from '#contract/operator/voting/concentration.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import type { DataColumn as Column } from '../../../lib/table/column.ts';
import { Table } from '../../../lib/table/table.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { shortNetwork } from '../../../lib/format/values.ts';
import { ReadFailed } from '../../../lib/lists/list-state.tsx';
import { useDateTime } from '../../../lib/session/operator.tsx';
import { paths } from '../../../paths.ts';
import { ACCOUNTS_MAX, BEHIND_SECONDS, votesQueries } from './get-votes.ts';
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
	const { t } = useLingui();
	const read = useQuery(votesQueries(rankingKey, artistId).topFans);
	const [all, setAll] = useState(false);
	const [chosen, setChosen] = useState<readonly number[]>([]);
	const choose = (fanId: number, on: boolean) =>
		setChosen((present) => (on ? [...present, fanId] : present.filter((other) => other !== fanId)));
	const columns = useTopFanColumns({ ofAll: artistId === null, choice: stepOf && { chosen, choose } });
	if (read.isError) return <ReadFailed read={read} />;
	const { list: fans, counted_through_time: through } = read.data ?? {};
	if (fans?.length === 0) {
		return (
			<Empty lit={false} title={<Trans>No votes counted yet</Trans>}>
				<Trans>The fans with most votes appear here about a minute after they vote.</Trans>
			</Empty>
		);
	}
	return (
		<>
			{read.data && <FansBehind through={through ?? null} />}
			<Table
				label={t`Top fans`}
				rows={all ? fans : fans?.slice(0, FEW)}
				rowKey={(fan) => fan.fan_id}
				isSelected={(fan) => chosen.includes(fan.fan_id)}
				columns={columns}
			/>
			{!all && fans && fans.length > FEW && (
				<p className="top-fans-more">
					<Button variant="quiet" onClick={() => setAll(true)}>
						<Trans>Show all {fans.length}</Trans>
					</Button>
				</p>
			)}
			{stepOf && chosen.length > 0 && (
				<p className="cluster top-fans-chosen">
					<Plural value={chosen.length} one="# fan selected" other="# fans selected" />
					{stepOf([...chosen])}
				</p>
			)}
		</>
	);
}

/** Says that later votes are missing, while the counting of fans is behind. */
function FansBehind({ through }: { through: number | null }) {
	const dateTime = useDateTime();
	const [now] = useState(presentSeconds);
	if (through === null || now - through < BEHIND_SECONDS) return null;
	return (
		<output className="note note-warning">
			<Trans>Counting: fans include votes until {dateTime(through)}.</Trans>
		</output>
	);
}

interface Shown {
	/** True if the fans of all artists are listed. */
	ofAll: boolean;
	choice: { chosen: readonly number[]; choose: (fanId: number, on: boolean) => void } | null;
}

/** Columns of the table of top fans. */
function useTopFanColumns({ ofAll, choice }: Shown): Column<TopFan>[] {
	const { t } = useLingui();
	const dateTime = useDateTime();
	const nameOf = ({ name, fan_id: id }: TopFan) => name ?? t`Fan ${id}`;
	const columns: (Column<TopFan> | false)[] = [
		choice !== null && {
			key: 'choice',
			header: t`Select`,
			fixed: true,
			render: (fan) => (
				<input
					type="checkbox"
					className="top-fan-choice"
					aria-label={t`Select ${nameOf(fan)}`}
					checked={choice.chosen.includes(fan.fan_id)}
					onChange={({ target }) => choice.choose(fan.fan_id, target.checked)}
				/>
			),
		},
		{ key: 'fan', header: t`Fan`, strong: true, render: (fan) => <FanCell fan={fan} name={nameOf(fan)} /> },
		ofAll && { key: 'artist', header: t`Mostly for`, room: 'much', render: (fan) => fan.en_name },
		{
			key: 'votes',
			header: t`Votes`,
			align: 'end',
			strong: true,
			render: (fan) => (
				<>
					{fan.missed > 0 && '≥ '}
					{formatNumber(fan.tickets)}
					<small className="cell-detail top-fan-detail">
						<Plural value={fan.votes} one="# ballot" other={`${formatNumber(fan.votes)} ballots`} />
					</small>
				</>
			),
		},
		{
			key: 'share',
			header: t`Artist’s share`,
			align: 'end',
			room: 'some',
			render: (fan) => formatShare(fan.artist_tickets, fan.artist_tickets_all),
		},
		{
			key: 'gems',
			header: t`Gems`,
			align: 'end',
			room: 'much',
			render: (fan) => (
				<>
					{t`${formatNumber(fan.purchased)} bought`}
					<small className="cell-detail top-fan-detail">{t`${formatNumber(fan.earned)} earned`}</small>
				</>
			),
		},
		{
			key: 'when',
			header: t`First and last vote`,
			room: 'much',
			render: (fan) => (
				<>
					<span className="top-fan-when">{dateTime(fan.first_time)}</span>
					<small className="cell-detail top-fan-detail">{dateTime(fan.last_time)}</small>
				</>
			),
		},
		{
			key: 'age',
			header: t`Account age`,
			room: 'some',
			render: ({ joined_time: joined, first_time: first }) =>
				joined === null ? t`Deleted` : <Age seconds={first - joined} />,
		},
		{ key: 'network', header: t`Network`, room: 'much', render: (fan) => <NetworkCell fan={fan} /> },
	];
	return columns.filter((column) => column !== false);
}

function FanCell({ fan, name }: { fan: TopFan; name: string }) {
	return (
		<>
			<Link className="cell-link top-fan-name" to={paths.one('fans', fan.fan_id)}>
				{name}
			</Link>
			{fan.unusual !== null && (
				<span className="cell-detail top-fan-detail">
					<Tag tone={fan.case_ids.length > 0 ? 'neutral' : 'warning'}>{fan.unusual}</Tag>
				</span>
			)}
			{fan.case_ids.map((id) => (
				<Link key={id} className="cell-link cell-detail top-fan-detail" to={paths.one('cases', id)}>
					<Trans>Case {id}</Trans>
				</Link>
			))}
		</>
	);
}

/** The network, and how many other accounts use it. */
function NetworkCell({ fan }: { fan: TopFan }) {
	if (fan.network === null) return <>–</>;
	const others = (fan.network_accounts ?? 1) - 1;
	return (
		<>
			<code>{shortNetwork(fan.network)}</code>
			<small className="cell-detail top-fan-detail">
				{others >= ACCOUNTS_MAX - 1 && '≥ '}
				{others === 0 ? (
					<Trans>No other account</Trans>
				) : (
					<Plural value={others} one="# other account" other={`${formatNumber(others)} other accounts`} />
				)}
			</small>
		</>
	);
}

/** Age of the account when it first voted for the artist. */
function Age({ seconds }: { seconds: number }) {
	const hours = Math.floor(seconds / 3_600);
	const days = Math.floor(hours / 24);
	if (hours < 1) return <Trans>Under an hour</Trans>;
	if (days < 1) return <Plural value={hours} one="# hour" other="# hours" />;
	return <Plural value={days} one="# day" other={`${formatNumber(days)} days`} />;
}
