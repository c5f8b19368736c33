/** Votes, sign-ups and ranks over the same hours, of which some can be selected. Text below names the busiest hours, for people who cannot see the plots. */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatNumber, formatShare } from '#client/numbers.ts';
import type { Concentration, ConcentrationRow, VoteTimeline } from '#contract/operator/voting/concentration.ts';
import { Tag } from '#ui/primitives/tag.tsx';
import { counted } from '../../../lib/format/values.ts';
import { useDateTime, useSiteZone } from '../../../lib/session/operator.tsx';
import { paths } from '../../../nouns.ts';
import { drawHours, type Drawn, drawRace, HOUR_S, type Hours, hoursOf, type HourVotes, rangeOf } from './hours-plot.ts';
import './votes.css';

interface TimelineProps {
	seen: Concentration;
	timeline: VoteTimeline;
	/** Renders the action for hours that were selected, or that are unusual. */
	stepOf: (of: HoursOf, hours: Hours) => ReactNode;
}

export function Timeline({ seen, timeline, stepOf }: TimelineProps) {
	const { timezone } = useSiteZone();
	const [selected, setSelected] = useState<SelectedHours | null>(null);
	const hours = useMemo(() => hoursOf(seen.hour), [seen.hour]);
	const signUps = useMemo(
		() => timeline.sign_ups.map(({ joined_time: at, tickets }): HourVotes => ({ at, tickets })),
		[timeline],
	);
	const range = rangeOf(hours, timeline);
	if (!range) return null;
	const drawn = { timezone, range };
	const busy: BusyHour[] = seen.hour.map((row, index) => ({ ...row, at: hours[index]?.at ?? 0 }));
	return (
		<>
			<h3 className="plot-heading">Votes</h3>
			<HourBars {...drawn} of="cast" hours={hours} ink="--pri" onSelect={setSelected} />
			{signUps.length > 0 && (
				<>
					<h3 className="plot-heading">Votes of new accounts, at the hour when they signed up</h3>
					<HourBars {...drawn} of="joined" hours={signUps} ink="--gold" onSelect={setSelected} />
				</>
			)}
			{timeline.race.length > 0 && (
				<>
					<h3 className="plot-heading">Ranks</h3>
					<RaceLines {...drawn} timeline={timeline} />
				</>
			)}
			{selected && (
				<Selected {...selected} rows={selected.of === 'cast' ? hours : signUps}>
					{stepOf(selected.of, selected.hours)}
				</Selected>
			)}
			<div className="busy-pair stack">
				<BusyHours
					title="The busiest hours"
					rows={busy}
					total={seen.tickets}
					stepOf={(at) => stepOf('cast', { from: at, to: at + HOUR_S })}
				/>
				{signUps.length > 0 && (
					<BusyHours
						title="Sign-up hours with most votes"
						rows={signUps.map((row) => ({ ...row, unusual: null, case_ids: [] }))}
						total={seen.tickets}
						stepOf={(at) => stepOf('joined', { from: at, to: at + HOUR_S })}
						alwaysStep
					/>
				)}
			</div>
		</>
	);
}

interface SelectedProps extends SelectedHours {
	rows: readonly HourVotes[];
	children: ReactNode;
}

function Selected({ of, hours: { from, to }, rows, children }: SelectedProps) {
	const dateTime = useDateTime();
	const tickets = rows.filter(({ at }) => at >= from && at < to).reduce((sum, row) => sum + row.tickets, 0);
	return (
		<p className="row wraps gap-2 plot-heading hours-selected">
			<span>
				{of === 'joined' && 'Signed up'} {dateTime(from)} – {dateTime(to)}
			</span>
			<b>{counted(tickets, 'vote')}</b>
			{children}
		</p>
	);
}

const BUSIEST = 5;
/** Each of these has a button. */
const BUSIEST_WITH_STEP = 3;

type BusyHour = HourVotes & Pick<ConcentrationRow, 'unusual' | 'case_ids'>;

interface Props {
	title: string;
	rows: readonly BusyHour[];
	total: number;
	/** Renders the action for an hour. */
	stepOf: (at: number) => ReactNode;
	/** True if the hours have the action even if they are not unusual. */
	alwaysStep?: boolean;
}

/** Names the busiest hours, with their share of all votes. */
function BusyHours({ title, rows, total, stepOf, alwaysStep = false }: Props) {
	const dateTime = useDateTime();
	const busiest = rows
		.toSorted(
			(one, other) => Number(other.unusual !== null) - Number(one.unusual !== null) || other.tickets - one.tickets,
		)
		.slice(0, alwaysStep ? BUSIEST_WITH_STEP : BUSIEST);
	return (
		<section>
			<h3 className="plot-heading">{title}</h3>
			<ShareBars
				label={title}
				rows={busiest.map(({ at, ...row }) => ({ ...row, value: String(at) }))}
				total={total}
				nameOf={({ value }) => dateTime(Number(value))}
				stepOf={({ value }) => stepOf(Number(value))}
				alwaysStep={alwaysStep}
			/>
		</section>
	);
}

/** The hours of the votes, or of the sign-ups of their fans. */
export type HoursOf = 'cast' | 'joined';

interface SelectedHours {
	of: HoursOf;
	hours: Hours;
}

interface HourBarsProps extends Drawn {
	of: HoursOf;
	hours: readonly HourVotes[];
	ink: string;
	onSelect: (selected: SelectedHours) => void;
}

/** Plots over hours, as elements. Screen readers get the texts beside them instead. */
function HourBars({ of, hours, ink, onSelect, timezone, range: { from, to } }: HourBarsProps) {
	const place = useRef<HTMLDivElement>(null);
	useEffect(() => {
		const element = place.current;
		if (!element) return undefined;
		const select = (some: Hours) => onSelect({ of, hours: some });
		return drawHours(element, { hours, ink, timezone, range: { from, to }, onSelect: select });
	}, [of, hours, ink, onSelect, timezone, from, to]);
	return <div ref={place} className="hours-plot min-0 clipped" aria-hidden="true" />;
}

/** Lines that can be told apart in both themes, the leader's first. */
const INKS = ['--pri', '--gold', '--gem', '--hot', '--ok', '--bad'] as const;

function RaceLines({ timeline, timezone, range: { from, to } }: Drawn & { timeline: VoteTimeline }) {
	const place = useRef<HTMLDivElement>(null);
	const inks = INKS.slice(0, timeline.race.length);
	useEffect(() => {
		const element = place.current;
		if (!element) return undefined;
		return drawRace(element, { timeline, inks: INKS.slice(0, timeline.race.length), timezone, range: { from, to } });
	}, [timeline, timezone, from, to]);
	return (
		<>
			<div ref={place} className="hours-plot min-0 clipped" aria-hidden="true" />
			<ul className="row wraps gap-2 race-legend muted text-s" aria-label="Ranks now">
				{timeline.race.map(({ artist_id: id, en_name: name, ranks }, index) => (
					<li key={id}>
						<span style={{ background: `var(${inks[index]})` }} aria-hidden="true" />
						{ranks.at(-1) ?? '–'} {name}
					</li>
				))}
			</ul>
		</>
	);
}

type ShareRow = Pick<ConcentrationRow, 'value' | 'tickets' | 'unusual' | 'case_ids'>;

interface ShareBarsProps<Row> {
	/** Names the kind of the values. */
	label: string;
	rows: readonly Row[];
	/** Total number of votes, of which each bar shows a share. */
	total: number;
	nameOf: (row: Row) => ReactNode;
	/** Renders the action for an unusual value. */
	stepOf?: (row: Row) => ReactNode;
	/** True if usual values have the action too. */
	alwaysStep?: boolean;
}

export const ShareBars = <Row extends ShareRow>({
	label,
	rows,
	total,
	nameOf,
	stepOf,
	alwaysStep,
}: ShareBarsProps<Row>) => (
	<table className="share-bars full-width text-m" aria-label={label}>
		<thead className="visually-hidden">
			<tr>
				<th scope="col">{label}</th>
				<th scope="col">Share</th>
				<th scope="col">Votes</th>
			</tr>
		</thead>
		<tbody>
			{rows.map((row) => (
				<tr key={row.value} className={row.unusual ? 'share-unusual' : undefined}>
					<th scope="row" className="breaks">
						{nameOf(row)}
						{(row.unusual !== null || alwaysStep) && (
							<span className="row wraps gap-2 share-why text-s">
								{row.unusual !== null && (
									<Tag tone={row.case_ids.length > 0 ? 'neutral' : 'warning'}>{row.unusual}</Tag>
								)}
								{row.case_ids.map((id) => (
									<Link key={id} to={paths.one('cases', id)}>
										Case {id}
									</Link>
								))}
								{row.case_ids.length === 0 && stepOf?.(row)}
							</span>
						)}
					</th>
					<td className="share-cell">
						<span className="share-track pill tone-2 clipped" aria-hidden="true">
							<span
								className="share-bar block"
								style={{ inlineSize: `${Math.min(100, (row.tickets / Math.max(total, 1)) * 100)}%` }}
							/>
						</span>
						<span className="share-number">{formatShare(row.tickets, total)}</span>
					</td>
					<td>{formatNumber(row.tickets)}</td>
				</tr>
			))}
		</tbody>
	</table>
);
