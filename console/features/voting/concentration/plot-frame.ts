/** Frame of plots over the same hours, drawn with uPlot. A drag over a plot selects hours. */
import { i18n } from '@lingui/core';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

export const HOUR_S = 3_600;
/** Allowed distances between two marks of the axis: hours of a short time, whole days of a long one, in seconds. */
const STEPS_S = [1, 3, 6, 12, 24, 48, 120, 240, 744].map((hours) => hours * HOUR_S);
const DAY_S = 24 * HOUR_S;

/** Whole hours, in epoch seconds; `to` is exclusive. */
export interface Hours {
	from: number;
	to: number;
}

export interface Plotted {
	height: number;
	timezone: string;
	range: Hours;
	data: uPlot.AlignedData;
	y: uPlot.Scale;
	yValues: (marks: number[]) => string[];
	/** Where the marks are. Undefined: where they fit. */
	yMarks?: number[];
	series: uPlot.Series[];
	onSelect?: ((hours: Hours) => void) | undefined;
}

/** Draws a plot at the width of its container. Returns a function that removes it. */
export function drawPlot(element: HTMLElement, plotted: Plotted): () => void {
	const { height, timezone, range, data, y, yValues, yMarks, series, onSelect } = plotted;
	const style = getComputedStyle(element);
	const ink = (name: string) => style.getPropertyValue(name).trim();
	const axis = { stroke: ink('--tx3'), grid: { stroke: ink('--line'), width: 1 }, ticks: { show: false } };
	const isLong = range.to - range.from > 3 * DAY_S;
	const mark = new Intl.DateTimeFormat(i18n.locale || 'en', {
		timeZone: timezone,
		month: 'short',
		day: 'numeric',
		...(isLong ? {} : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
	});
	const plot = new uPlot(
		{
			width: Math.max(element.clientWidth, 200),
			height,
			legend: { show: false },
			cursor: {
				points: { show: false },
				y: false,
				drag: { x: onSelect !== undefined, y: false, setScale: false },
				// The line below the pointer is in all plots, a selection in one.
				sync: { key: 'votes', filters: { pub: isMove, sub: isMove } },
			},
			hooks: {
				setSelect: [
					({ select, posToVal }) => {
						if (select.width > 0)
							onSelect?.(wholeHours(posToVal(select.left, 'x'), posToVal(select.left + select.width, 'x')));
					},
				],
			},
			tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), timezone),
			scales: { x: { time: true, range: [range.from, range.to] }, y },
			axes: [
				{
					...axis,
					grid: { show: false },
					size: 32,
					space: isLong ? 72 : 112,
					incrs: STEPS_S.filter((step) => !isLong || step >= DAY_S),
					values: (_, marks) => marks.map((seconds) => mark.format(seconds * 1000)),
				},
				{ ...axis, size: 72, values: (_, marks) => yValues(marks), ...(yMarks ? { splits: yMarks } : {}) },
			],
			series: [{}, ...series],
		},
		data,
		element,
	);
	const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
	observer.observe(element);
	return () => {
		observer.disconnect();
		plot.destroy();
	};
}

function isMove(type: string): boolean {
	return type === 'mousemove' || type === 'mouseleave';
}

/** The hours that a selection touches. */
export function wholeHours(from: number, to: number): Hours {
	return {
		from: Math.floor(from / HOUR_S) * HOUR_S,
		to: Math.max(Math.ceil(to / HOUR_S), Math.floor(from / HOUR_S) + 1) * HOUR_S,
	};
}
