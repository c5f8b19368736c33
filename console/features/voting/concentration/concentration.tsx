/** Shows where a ranking's votes come from, and which values are unusual. */
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { addressOf } from '#client/call.ts';
import { formatNumber } from '#client/numbers.ts';
import { presentSeconds } from '#client/server-clock.ts';
import {
	type Concentration,
	type ConcentrationKind,
	type ConcentrationRow,
	exportVoteDays,
	type VoteTimeline,
} from '#contract/operator/voting/concentration.ts';
import { localTimeOf } from '#contract/values/local-time.ts';
import { Empty } from '#ui/primitives/empty.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { Download, Facts } from '../../../lib/elements/elements.tsx';
import { counted, countryName, shortDay, shortNetwork } from '../../../lib/format/values.ts';
import { useDateTime, useSiteZone } from '../../../lib/session/operator.tsx';
import { Table } from '../../../lib/table/table.tsx';
import { type Hours, hoursOf } from './hours-plot.ts';
import { type HoursOf, ShareBars, Timeline } from './timeline.tsx';
import { ACCOUNTS_MAX, BEHIND_SECONDS } from './top-fans.tsx';
import { Card } from '../../../shell/page.tsx';
import './votes.css';

interface KindsProps {
	seen: Concentration;
	timeline: VoteTimeline;
	/** Renders the action for an unusual value. */
	stepOf: (kind: ConcentrationKind, row: ConcentrationRow) => ReactNode;
	/** Renders the action for some hours. */
	stepOfHours: (of: HoursOf, hours: Hours) => ReactNode;
}

const kinds: readonly [ConcentrationKind, title: string][] = [
	['hour', 'Hour by hour'],
	['age', 'Age of the account when it voted'],
	['country', 'Country'],
	['network', 'Network'],
];

export const VoteKinds = ({ seen, timeline, stepOf, stepOfHours }: KindsProps) =>
	kinds.map(([kind, title]) => (
		<div key={kind} className={`votes-${kind}`}>
			<Card title={title}>
				{seen[kind].length === 0 ? (
					<Empty lit={false} title="No data yet" />
				) : kind === 'hour' ? (
					<Timeline {...{ seen, timeline }} stepOf={stepOfHours} />
				) : (
					<ShareBars
						label={title}
						rows={seen[kind]}
						total={seen.tickets}
						nameOf={(row) => nameOf(kind, row)}
						stepOf={(row) => stepOf(kind, row)}
					/>
				)}
			</Card>
		</div>
	));

export function VoteFacts({ seen }: { seen: Concentration }) {
	const dateTime = useDateTime();
	const artist = seen.artists.find(({ artist_id }) => artist_id === seen.artist_id);
	const shown = artist ? [artist] : seen.artists;
	const voided = shown.reduce((sum, { voided_tickets }) => sum + voided_tickets, 0);
	const [now] = useState(presentSeconds);
	const { tickets, cast_tickets: cast, counted_through_time: through } = seen;
	const isBehind = through === null || tickets === 0 || now - through >= BEHIND_SECONDS;
	return (
		<>
			{isBehind && tickets < cast && (
				<output className="note block mb-4 rounded tone-2 note-warning semibold">
					Counting: {formatNumber(tickets)} of {formatNumber(cast)} votes so far.{' '}
					{through !== null && `The sources below include votes until ${dateTime(through)}.`} The chart itself counts
					every vote at once.
				</output>
			)}
			<Facts
				facts={[
					{ name: 'Artist', value: artist?.en_name ?? 'All artists' },
					{ name: 'Votes, as cast', value: <b>{formatNumber(cast)}</b> },
					{ name: 'Times voted', value: formatNumber(seen.votes) },
					{ name: 'Voided', value: formatNumber(voided) },
					{ name: 'Counted until', value: through === null ? 'Not counted yet' : dateTime(through) },
				]}
			/>
		</>
	);
}

/** Names the values by which votes are counted. */
function nameOf(kind: ConcentrationKind, row: ConcentrationRow): ReactNode {
	if (row.value === '') return 'Unknown';
	if (kind === 'age') return ages.get(row.value) ?? row.value;
	if (kind === 'country') return countryName(row.value);
	const accounts = row.accounts ?? 0;
	return (
		<>
			<code>{shortNetwork(row.value)}</code>{' '}
			<small className="nowrap">
				{accounts >= ACCOUNTS_MAX ? '≥ ' : ''}
				{counted(accounts, 'account')}
			</small>
		</>
	);
}

const ages = new Map([
	['hour', 'Less than an hour'],
	['day', 'An hour to a day'],
	['week', 'A day to a week'],
	['month', 'A week to a month'],
	['older', 'Older'],
]);

interface Props {
	artists: Concentration['artists'];
	openId: number | null;
	/** Returns the address of the page with one artist’s votes. */
	pathOf: (artistId: number) => string;
}

/** Lists votes by artist: cast, voided, and the artists with unusual values. */
export const ArtistVotes = ({ artists, openId, pathOf }: Props) => (
	<Table
		label="Votes by artist"
		rows={artists}
		rowKey={(row) => row.artist_id}
		isSelected={(row) => row.artist_id === openId}
		columns={[
			{
				key: 'name',
				header: 'Artist',
				strong: true,
				render: (row) => (
					<Link className="table-link" to={pathOf(row.artist_id)} aria-current={row.artist_id === openId || undefined}>
						{row.en_name}
						{row.unusual > 0 && (
							<span className="narrow-only">
								<UnusualTag count={row.unusual} />
							</span>
						)}
					</Link>
				),
			},
			{
				key: 'unusual',
				header: 'Stands out',
				room: 'some',
				render: (row) => (row.unusual > 0 ? <UnusualTag count={row.unusual} /> : 'Nothing'),
			},
			{ key: 'voided', header: 'Voided', room: 'some', count: 'voided_tickets' },
			{ key: 'votes', header: 'Votes, as cast', strong: true, count: 'cast_tickets' },
		]}
	/>
);

const UnusualTag = ({ count }: { count: number }) => <Tag tone="warning">{counted(count, 'unusual pattern')}</Tag>;

export function VoteDays({ seen }: { seen: Concentration }) {
	const { timezone } = useSiteZone();
	const days = new Map<string, number>();
	for (const { at, tickets } of hoursOf(seen.hour)) {
		const day = localTimeOf(at, timezone)?.slice(0, 10) ?? '';
		days.set(day, (days.get(day) ?? 0) + tickets);
	}
	return (
		<>
			<Table
				label="Votes per day"
				rows={[...days].map(([day, votes]) => ({ day, votes })).toReversed()}
				columns={[
					{ key: 'day', header: 'Day', strong: true, render: ({ day }) => shortDay(day) },
					{ key: 'votes', header: 'Votes', count: 'votes' },
				]}
			/>
			<Download href={addressOf(exportVoteDays, { params: { ranking_key: seen.ranking_key } })}>
				CSV by day and artist
			</Download>
		</>
	);
}
