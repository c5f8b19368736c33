/** Plots votes per hour. Text below names the busiest hours, for people who cannot see the plot. */
import { i18n } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatNumber } from '#client/numbers.ts';
import type { ConcentrationRow } from '#contract/operator/voting/concentration.ts';
import { useSiteZone } from '../../../lib/session/operator.tsx';
import { useDateTime } from '../../../lib/format/time.ts';
import { ShareBars } from './share-bars.tsx';
import './votes-by-hour.css';

const HEIGHT_PX = 220;
const HOUR_S = 3_600;
const BUSIEST = 5;
/** Allowed distances between two marks of the axis: whole days, in seconds. */
const STEPS_S = [1, 2, 5, 10, 31].map((days) => days * 24 * HOUR_S);

interface Props {
	rows: readonly ConcentrationRow[];
	total: number;
}

export function VotesByHour({ rows, total }: Props) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	const { timezone } = useSiteZone();
	const place = useRef<HTMLDivElement>(null);
	useEffect(() => {
		const element = place.current;
		return element ? drawIn(element, rows, timezone) : undefined;
	}, [rows, timezone]);
	const busiest = rows
		.toSorted(
			(one, other) => Number(other.unusual !== null) - Number(one.unusual !== null) || other.tickets - one.tickets,
		)
		.slice(0, BUSIEST);
	return (
		<>
			<div ref={place} className="hours-plot" aria-hidden="true" />
			<h3 className="hours-heading">
				<Trans>The busiest hours</Trans>
			</h3>
			<ShareBars label={t`Hour`} rows={busiest} total={total} nameOf={({ value }) => dateTime(secondsOf(value))} />
		</>
	);
}

/** Epoch seconds of `YYYY-MM-DDTHH` in UTC. */
function secondsOf(hour: string): number {
	return Date.parse(`${hour}:00:00Z`) / 1000;
}

/** Draws the plot at the width of its container. Returns a function that removes it. */
function drawIn(element: HTMLElement, rows: readonly ConcentrationRow[], timezone: string): () => void {
	const style = getComputedStyle(element);
	const ink = (name: string) => style.getPropertyValue(name).trim();
	const axis = { stroke: ink('--tx3'), grid: { stroke: ink('--line'), width: 1 }, ticks: { show: false } };
	const day = new Intl.DateTimeFormat(i18n.locale || 'en', { timeZone: timezone, month: 'short', day: 'numeric' });
	const dayOf = (seconds: number) => day.format(seconds * 1000);
	const [hours, votes] = withQuietHours(rows);
	const plot = new uPlot(
		{
			width: Math.max(element.clientWidth, 200),
			height: HEIGHT_PX,
			legend: { show: false },
			cursor: { show: false },
			tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), timezone),
			// Give the last hour its full width too.
			scales: {
				x: { time: true, range: (_, least, most) => [least, most + HOUR_S] },
				y: { range: (_, __, most) => [0, Math.max(most, 1)] },
			},
			axes: [
				{ ...axis, grid: { show: false }, space: 72, incrs: STEPS_S, values: (_, marks) => marks.map(dayOf) },
				{ ...axis, size: 72, values: (_, marks) => marks.map(formatNumber) },
			],
			series: [{}, { stroke: ink('--pri'), width: 1, fill: ink('--pri'), points: { show: false }, paths: bars() }],
		},
		[hours, votes],
		element,
	);
	const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT_PX }));
	observer.observe(element);
	return () => {
		observer.disconnect();
		plot.destroy();
	};
}

/** Fills hours without votes with 0. */
function withQuietHours(rows: readonly ConcentrationRow[]): [number[], number[]] {
	const votes = new Map(rows.map(({ value, tickets }) => [secondsOf(value), tickets]));
	const [first, last] = [Math.min(...votes.keys()), Math.max(...votes.keys())];
	const count = votes.size === 0 ? 0 : (last - first) / HOUR_S + 1;
	const hours = Array.from({ length: count }, (_, index) => first + index * HOUR_S);
	return [hours, hours.map((hour) => votes.get(hour) ?? 0)];
}

function bars(): uPlot.Series.PathBuilder | undefined {
	return uPlot.paths.bars?.({ size: [0.9, 40], align: 1 });
}
