/** Shows where a ranking's votes come from, and which values are unusual. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import { presentSeconds } from '#client/server-clock.ts';
import type {
	Concentration,
	ConcentrationKind,
	ConcentrationRow,
	VoteTimeline,
} from '#contract/operator/voting/concentration.ts';
import { Empty } from '#ui/primitives/empty.tsx';
import { Table } from '../../../lib/table/table.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { Facts } from '../../../lib/elements/facts.tsx';
import { countryName, shortNetwork } from '../../../lib/format/values.ts';
import { useDateTime } from '../../../lib/session/operator.tsx';
import { ACCOUNTS_MAX, BEHIND_SECONDS } from './get-votes.ts';
import type { Hours } from './hours-plot.ts';
import { ShareBars } from './share-bars.tsx';
import { type HoursOf, Timeline } from './timeline.tsx';
import './votes.css';

interface Parts {
	facts: ReactNode;
	/** A heading with its content. The page puts each part on a surface. */
	kinds: { kind: ConcentrationKind; title: ReactNode; content: ReactNode }[];
}

interface Ways {
	/** Renders the action for an unusual value. */
	stepOf: (kind: ConcentrationKind, row: ConcentrationRow) => ReactNode;
	/** Renders the action for some hours. */
	stepOfHours: (of: HoursOf, hours: Hours) => ReactNode;
}

export function useConcentration(seen: Concentration, timeline: VoteTimeline, { stepOf, stepOfHours }: Ways): Parts {
	const { t } = useLingui();
	const nameOf = useValueName();
	const titles: Record<ConcentrationKind, string> = {
		age: t`Age of the account when it voted`,
		country: t`Country`,
		network: t`Network`,
		hour: t`Hour by hour`,
	};
	const bars = (kind: ConcentrationKind) => (
		<ShareBars
			label={titles[kind]}
			rows={seen[kind]}
			total={seen.tickets}
			nameOf={(row) => nameOf(kind, row)}
			stepOf={(row) => stepOf(kind, row)}
		/>
	);
	const contents: Record<ConcentrationKind, ReactNode> = {
		age: bars('age'),
		country: bars('country'),
		network: bars('network'),
		hour: <Timeline seen={seen} timeline={timeline} stepOf={stepOfHours} />,
	};
	const kinds = (['hour', 'age', 'country', 'network'] as const).map((kind) => ({
		kind,
		title: titles[kind],
		content: seen[kind].length > 0 ? contents[kind] : <Empty lit={false} title={<Trans>No data yet</Trans>} />,
	}));
	return {
		facts: (
			<>
				<StillCounting seen={seen} />
				<Counted seen={seen} />
			</>
		),
		kinds,
	};
}

function Counted({ seen }: { seen: Concentration }) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	const artist = seen.artists.find(({ artist_id }) => artist_id === seen.artist_id);
	const shown = artist ? [artist] : seen.artists;
	const voided = shown.reduce((sum, { voided_tickets }) => sum + voided_tickets, 0);
	const through = seen.counted_through_time;
	return (
		<Facts
			facts={[
				{ name: t`Artist`, value: artist?.en_name ?? t`All artists` },
				{ name: t`Votes, as cast`, value: <b>{formatNumber(seen.cast_tickets)}</b> },
				{ name: t`Ballots`, value: formatNumber(seen.votes) },
				{ name: t`Voided`, value: formatNumber(voided) },
				{ name: t`Counted until`, value: through === null ? t`Not counted yet` : dateTime(through) },
			]}
		/>
	);
}

/** Says how many of the votes the sources below include, while the counting is behind the voting. */
function StillCounting({ seen }: { seen: Concentration }) {
	const dateTime = useDateTime();
	const [now] = useState(presentSeconds);
	const { tickets, cast_tickets: cast, counted_through_time: through } = seen;
	const isBehind = through === null || tickets === 0 || now - through >= BEHIND_SECONDS;
	if (!isBehind || tickets >= cast) return null;
	return (
		<output className="note note-warning">
			<Trans>
				Counting: {formatNumber(tickets)} of {formatNumber(cast)} votes so far.
			</Trans>{' '}
			{through !== null && <Trans>The sources below include votes until {dateTime(through)}.</Trans>}{' '}
			<Trans>The chart itself counts every vote at once.</Trans>
		</output>
	);
}

/** Names the values by which votes are counted. */
function useValueName(): (kind: ConcentrationKind, row: ConcentrationRow) => ReactNode {
	const { t } = useLingui();
	const ages = new Map([
		['hour', t`Less than an hour`],
		['day', t`An hour to a day`],
		['week', t`A day to a week`],
		['month', t`A week to a month`],
		['older', t`Older`],
	]);
	return (kind, row) => {
		if (row.value === '') return t`Unknown`;
		if (kind === 'age') return ages.get(row.value) ?? row.value;
		if (kind === 'country') return countryName(row.value);
		return <NetworkName row={row} />;
	};
}

function NetworkName({ row }: { row: ConcentrationRow }) {
	const accounts = row.accounts ?? 0;
	return (
		<>
			<code>{shortNetwork(row.value)}</code>{' '}
			<small>
				{accounts >= ACCOUNTS_MAX ? '≥ ' : ''}
				<Plural value={accounts} one="# account" other="# accounts" />
			</small>
		</>
	);
}

interface Props {
	artists: Concentration['artists'];
	openId: number | null;
	/** Returns the address of the page with one artist’s votes. */
	addressOf: (artistId: number) => string;
}

/** Lists votes by artist: cast, voided, and the artists with unusual values. */
export function ArtistVotes({ artists, openId, addressOf }: Props) {
	const { t } = useLingui();
	return (
		<Table
			label={t`Votes by artist`}
			rows={artists}
			rowKey={(row) => row.artist_id}
			isSelected={(row) => row.artist_id === openId}
			columns={[
				{
					key: 'name',
					header: t`Artist`,
					strong: true,
					render: (row) => (
						<Link
							className="table-link"
							to={addressOf(row.artist_id)}
							aria-current={row.artist_id === openId || undefined}
						>
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
					header: t`Stands out`,
					room: 'some',
					render: (row) => (row.unusual > 0 ? <UnusualTag count={row.unusual} /> : <Trans>Nothing</Trans>),
				},
				{ key: 'voided', header: t`Voided`, room: 'some', count: (row) => row.voided_tickets },
				{ key: 'votes', header: t`Votes, as cast`, strong: true, count: (row) => row.cast_tickets },
			]}
		/>
	);
}

function UnusualTag({ count }: { count: number }) {
	return (
		<Tag tone="warning">
			<Plural value={count} one="# unusual pattern" other="# unusual patterns" />
		</Tag>
	);
}
