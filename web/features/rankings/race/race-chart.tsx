import { formats, i18n } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState, type CSSProperties, type PointerEvent } from 'react';
import { formatNumber } from '#client/numbers.ts';
import { secondsAt } from '#client/server-clock.ts';
import type { Race } from '#contract/race.ts';
import { Tabs } from '#ui/primitives/tabs.tsx';
import { fanStyle } from '#ui/fan-color.ts';
import { nameOf } from '../../../lib/artist-names.ts';
import { useTimezone } from '../../../lib/site/get-site.ts';
import { formatDateTime, formatDays } from '../../../lib/time.ts';
import { RankNumber } from '../chart/entry-marks.tsx';
import type { LiveChart } from '../live/get-chart.ts';
import { isGuest, lastOfDays, type Measure, orderAt, PLANE, type Plot, plotOf, withNow } from './plot.ts';
import './race.css';

export interface RaceChartProps {
	recorded: Race;
	live?: LiveChart | undefined;
	own?: number | undefined;
}

export default function RaceChart({ recorded, live, own }: RaceChartProps) {
	const race = live ? withNow(recorded, live, secondsAt(live.received_at ?? 0)) : recorded;
	const { t } = useLingui();
	const { timeZone } = useTimezone();
	const panel = useId();
	const [measure, setMeasure] = useState<Measure>('votes');
	const [chosen, setChosen] = useState<number | null>(null);
	const last = race.times.length - 1;
	if (last < 0 || race.lines.length === 0) {
		return <p className="muted mt-4">{t`The race begins with the first full hour of votes.`}</p>;
	}
	const index = Math.min(chosen ?? last, last);
	const moment = formatDateTime(race.times[index] ?? 0, timeZone);
	const plot = plotOf(race, measure);
	return (
		<div className="race card mt-4">
			<Tabs<Measure>
				look="segmented"
				label={t`Show`}
				items={[
					{ value: 'votes', label: <Trans>Votes</Trans> },
					{ value: 'ranks', label: <Trans>Ranks</Trans> },
				]}
				value={measure}
				onChange={setMeasure}
				panelId={panel}
			/>
			<div
				id={panel}
				role="tabpanel"
				aria-label={measure === 'votes' ? t`Votes` : t`Ranks`}
				className="race-panel mt-4"
			>
				<div>
					<span className="race-axis block faint text-xs">
						<AxisEnd measure={measure} value={plot.axis.top} />
					</span>
					<RaceLines race={race} plot={plot} own={own} index={index} onPoint={setChosen} />
					<span className="race-axis block faint text-xs">
						<AxisEnd measure={measure} value={plot.axis.bottom} />
					</span>
					<Ticks race={race} />
					<input
						type="range"
						className="race-time full-width"
						min={0}
						max={last}
						value={index}
						disabled={last === 0}
						aria-label={t`Time`}
						aria-valuetext={moment}
						onChange={(event) => setChosen(Number(event.target.value))}
					/>
				</div>
				<RaceOrder race={race} own={own} index={index} moment={moment} />
			</div>
			<details>
				<summary className="fold row gap-3 muted text-s">{t`Show as a table`}</summary>
				<RaceTable race={race} />
			</details>
		</div>
	);
}

function AxisEnd({ measure, value }: { measure: Measure; value: number }) {
	const rank = formatNumber(value);
	return measure === 'votes' ? <>{rank}</> : <Trans>#{rank}</Trans>;
}

function Ticks({ race: { start_time: start, times } }: { race: Race }) {
	const { timeZone, name } = useTimezone();
	const last = times.at(-1) ?? start;
	return (
		<p className="row between faint text-xs" aria-hidden="true">
			{[start, (start + last) / 2].map((seconds) => (
				<span key={seconds}>{formatTick(seconds, timeZone)}</span>
			))}
			<span>
				{formatTick(last, timeZone)} {name}
			</span>
		</p>
	);
}

const formatTick = (seconds: number, timeZone: string) =>
	formats.date(i18n.locale || 'en', new Date(seconds * 1000), {
		month: 'numeric',
		day: 'numeric',
		hour: '2-digit',
		minute: '2-digit',
		hourCycle: 'h23',
		calendar: 'gregory',
		timeZone,
	});

interface RaceLinesProps {
	race: Race;
	plot: Plot;
	own: number | undefined;
	index: number;
	onPoint: (index: number) => void;
}

/** The lines of a race. Decorative: the order beside it and the table say the same in words. */
function RaceLines({ race, plot, own, index, onPoint }: RaceLinesProps) {
	function point(event: PointerEvent<SVGSVGElement>) {
		const { left, width } = event.currentTarget.getBoundingClientRect();
		onPoint(nearest(plot.places, (event.clientX - left) / width));
	}
	return (
		<div className="race-lines relative" style={{ '--at': plot.places[index] ?? 1 } as CSSProperties}>
			<svg
				viewBox={`0 0 ${PLANE.width} ${PLANE.height}`}
				preserveAspectRatio="none"
				aria-hidden="true"
				onPointerMove={point}
				onPointerDown={point}
			>
				{/* The leader is drawn above all others, and above the leader whom it is about. */}
				{race.lines
					.map((line, place) => (
						<path
							key={line.artist_id}
							className={`race-line fan ${own !== undefined && own !== line.artist_id ? 'race-other' : ''}`}
							style={fanStyle(line.fan_color)}
							d={plot.paths[place]}
							vectorEffect="non-scaling-stroke"
						/>
					))
					.toReversed()
					.toSorted((one, other) => Number(one.key === `${own}`) - Number(other.key === `${own}`))}
			</svg>
		</div>
	);
}

function nearest(places: readonly number[], at: number): number {
	const distances = places.map((place) => Math.abs(place - at));
	return distances.indexOf(Math.min(...distances));
}

function RaceOrder({ race, own, index, moment }: Omit<RaceLinesProps, 'plot' | 'onPoint'> & { moment: string }) {
	const { t } = useLingui();
	return (
		<div className="race-order">
			<p className="race-moment muted text-s">{moment}</p>
			<ol>
				{orderAt(race.lines, index).map((line) => (
					<li
						key={line.artist_id}
						className="stack gap-2 text-m fan"
						style={fanStyle(line.fan_color)}
						aria-current={line.artist_id === own || undefined}
					>
						<span className="race-rank bold">{line.ranks[index] && <RankNumber rank={line.ranks[index]} />}</span>
						<span className="race-name ellipsis" translate="no">
							{nameOf(line)}
							{own === undefined && isGuest(race, line) && <small className="faint block">{t`was in the top 3`}</small>}
						</span>
						<b>{formatNumber(line.tickets[index] ?? 0)}</b>
					</li>
				))}
			</ol>
		</div>
	);
}

/** A race as a table: the order at the end of each day, latest first. It never scrolls sideways. */
function RaceTable({ race: { times, lines } }: { race: Race }) {
	const { t } = useLingui();
	const { timeZone } = useTimezone();
	const shown = lastOfDays(times, (seconds) => formatDays(seconds, seconds + 1, timeZone)).toReversed();
	return (
		<table className="race-table full-width text-s" aria-label={t`The race as a table`}>
			<thead>
				<tr>
					<th scope="col">{t`Time`}</th>
					<th scope="col">{t`Rank`}</th>
					<th scope="col">{t`Artist`}</th>
					<th scope="col">{t`Votes`}</th>
				</tr>
			</thead>
			{shown.map((index) => (
				<tbody key={times[index]}>
					{orderAt(lines, index)
						.filter(({ ranks }) => ranks[index] !== null)
						.map((line, place, standing) => (
							<tr key={line.artist_id}>
								{place === 0 && (
									<th scope="rowgroup" rowSpan={standing.length}>
										{formatDateTime(times[index] ?? 0, timeZone)}
									</th>
								)}
								<td>{formatNumber(line.ranks[index] ?? 0)}</td>
								<td translate="no">{nameOf(line)}</td>
								<td>{formatNumber(line.tickets[index] ?? 0)}</td>
							</tr>
						))}
				</tbody>
			))}
		</table>
	);
}
