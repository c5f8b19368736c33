/** Draws votes per hour with uPlot. A drag over the plot selects hours. */
import { i18n } from '@lingui/core';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatNumber } from '#client/numbers.ts';
import type { ConcentrationRow } from '#contract/operator/voting/concentration.ts';

const HEIGHT_PX = 220;
export const HOUR_S = 3_600;
/** Allowed distances between two marks of the axis: whole days, in seconds. */
const STEPS_S = [1, 2, 5, 10, 31].map((days) => days * 24 * HOUR_S);

/** Whole hours, in epoch seconds; `to` is exclusive. */
export interface Hours {
	from: number;
	to: number;
}

/** Epoch seconds of `YYYY-MM-DDTHH` in UTC. */
export function secondsOf(hour: string): number {
	return Date.parse(`${hour}:00:00Z`) / 1000;
}

interface Shown {
	rows: readonly ConcentrationRow[];
	timezone: string;
	onSelect: (hours: Hours) => void;
}

/** Draws the plot at the width of its container. Returns a function that removes it. */
export function drawHours(element: HTMLElement, { rows, timezone, onSelect }: Shown): () => void {
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
			cursor: { points: { show: false }, y: false, drag: { x: true, y: false, setScale: false } },
			hooks: {
				setSelect: [
					({ select, posToVal }) => {
						if (select.width > 0)
							onSelect(wholeHours(posToVal(select.left, 'x'), posToVal(select.left + select.width, 'x')));
					},
				],
			},
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

/** The hours that a selection touches. */
export function wholeHours(from: number, to: number): Hours {
	return {
		from: Math.floor(from / HOUR_S) * HOUR_S,
		to: Math.max(Math.ceil(to / HOUR_S), Math.floor(from / HOUR_S) + 1) * HOUR_S,
	};
}
