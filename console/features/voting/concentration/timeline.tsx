/** Votes, sign-ups and ranks over the same hours, of which some can be selected. Text below names the busiest hours, for people who cannot see the plots. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useMemo, useState } from 'react';
import { formatNumber } from '#client/numbers.ts';
import type { Concentration, VoteTimeline } from '#contract/operator/voting/concentration.ts';
import { useDateTime } from '../../../lib/format/time.ts';
import { useSiteZone } from '../../../lib/session/operator.tsx';
import { hoursOf, type HourVotes, rangeOf } from './hours-plot.ts';
import { HOUR_S, type Hours } from './plot-frame.ts';
import { HourBars, type HoursOf, RaceLines, type SelectedHours } from './plots.tsx';
import { type BusyHour, BusyHours } from './busy-hours.tsx';
import './timeline.css';

interface Props {
	seen: Concentration;
	timeline: VoteTimeline;
	/** Renders the action for hours that were selected, or that are unusual. */
	stepOf: (of: HoursOf, hours: Hours) => ReactNode;
}

export function Timeline({ seen, timeline, stepOf }: Props) {
	const { t } = useLingui();
	const { timezone } = useSiteZone();
	const [selected, setSelected] = useState<SelectedHours | null>(null);
	const hours = useMemo(() => hoursOf(seen.hour), [seen.hour]);
	const signUps = useMemo(() => signUpsOf(timeline), [timeline]);
	const range = rangeOf(hours, timeline);
	if (!range) return null;
	const drawn = { timezone, range };
	const busy: BusyHour[] = seen.hour.map((row, index) => ({ ...row, at: hours[index]?.at ?? 0 }));
	return (
		<>
			<h3 className="plot-heading">{t`Votes`}</h3>
			<HourBars {...drawn} of="cast" hours={hours} ink="--pri" onSelect={setSelected} />
			{signUps.length > 0 && (
				<>
					<h3 className="plot-heading">{t`Votes of new accounts, at the hour when they signed up`}</h3>
					<HourBars {...drawn} of="joined" hours={signUps} ink="--gold" onSelect={setSelected} />
				</>
			)}
			{timeline.race.length > 0 && (
				<>
					<h3 className="plot-heading">{t`Ranks`}</h3>
					<RaceLines {...drawn} timeline={timeline} />
				</>
			)}
			{selected && (
				<Selected of={selected.of} hours={selected.hours} rows={selected.of === 'cast' ? hours : signUps}>
					{stepOf(selected.of, selected.hours)}
				</Selected>
			)}
			<div className="busy-pair">
				<BusyHours
					title={t`The busiest hours`}
					rows={busy}
					total={seen.tickets}
					stepOf={(at) => stepOf('cast', { from: at, to: at + HOUR_S })}
				/>
				{signUps.length > 0 && (
					<BusyHours
						title={t`Sign-up hours with most votes`}
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

const signUpsOf = ({ sign_ups: signUps }: VoteTimeline): HourVotes[] =>
	signUps.map(({ joined_time: at, tickets }) => ({ at, tickets }));

interface SelectedProps {
	of: HoursOf;
	hours: Hours;
	rows: readonly HourVotes[];
	children: ReactNode;
}

function Selected({ of, hours: { from, to }, rows, children }: SelectedProps) {
	const dateTime = useDateTime();
	const tickets = rows.filter(({ at }) => at >= from && at < to).reduce((sum, row) => sum + row.tickets, 0);
	return (
		<p className="hours-selected">
			<span>
				{of === 'joined' && <Trans>Signed up</Trans>} {dateTime(from)} – {dateTime(to)}
			</span>
			<b>
				<Plural value={tickets} one="# vote" other={`${formatNumber(tickets)} votes`} />
			</b>
			{children}
		</p>
	);
}
