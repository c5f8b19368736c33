/** Draws votes per hour as bars, and the race of a chart as lines above the same hours. A drag over bars selects hours. */
import uPlot from 'uplot';
import { formatNumber } from '#client/numbers.ts';
import type { ConcentrationRow, VoteTimeline } from '#contract/operator/voting/concentration.ts';
import { isZoneKnown } from '#contract/values/zones.ts';
import { drawPlot } from '../../../lib/plot.ts';

export interface HourVotes {
	/** Epoch seconds of a full hour. */
	at: number;
	tickets: number;
}

export interface Drawn {
	timezone: string;
	/** The hours that all plots show. */
	range: Hours;
}

/** Epoch seconds of `YYYY-MM-DDTHH` in UTC. */
export const secondsOf = (hour: string): number => Date.parse(`${hour}:00:00Z`) / 1000;

export const hoursOf = (rows: readonly ConcentrationRow[]): HourVotes[] =>
	rows.map(({ value, tickets }) => ({ at: secondsOf(value), tickets }));

/** Returns the hours from the first to the last of anything that is drawn, or null if there is nothing. */
export function rangeOf(hours: readonly HourVotes[], { sign_ups: signUps, race_times: times }: VoteTimeline) {
	const all = [...hours.map(({ at }) => at), ...signUps.map(({ joined_time: joined }) => joined), ...times];
	if (all.length === 0) return null;
	return { from: Math.min(...all), to: Math.max(...all) + HOUR_S };
}

interface Bars extends Drawn {
	hours: readonly HourVotes[];
	/** Token of the color. */
	ink: string;
	onSelect: (hours: Hours) => void;
}

export function drawHours(element: HTMLElement, { hours, ink, ...drawn }: Bars): () => void {
	const color = getComputedStyle(element).getPropertyValue(ink).trim();
	const paths = uPlot.paths.bars?.({ size: [0.9, 40], align: 1 });
	return draw(element, {
		...drawn,
		height: 180,
		data: withQuietHours(hours, drawn.range),
		y: { range: (_, __, most) => [0, Math.max(most, 1)] },
		series: [{ stroke: color, width: 1, fill: color, points: { show: false }, paths }],
	});
}

interface Lines extends Drawn {
	timeline: VoteTimeline;
	/** A token per line. */
	inks: readonly string[];
}

/** The first place is at the top. */
export function drawRace(element: HTMLElement, { timeline, inks, ...drawn }: Lines): () => void {
	const style = getComputedStyle(element);
	const { race_times: times, race } = timeline;
	const last = Math.max(3, ...race.flatMap(({ ranks }) => ranks.map((rank) => rank ?? 0)));
	return draw(element, {
		...drawn,
		height: 160,
		data: [times, ...race.map(({ ranks }) => ranks)],
		y: { dir: -1, range: [0.5, last + 0.5] },
		yMarks: marksTo(last),
		series: inks.map((ink) => ({
			stroke: style.getPropertyValue(ink).trim(),
			width: 2,
			spanGaps: true,
			points: { show: times.length < 2 },
			paths: uPlot.paths.stepped?.({ align: 1 }),
		})),
	});
}

/** Ranks that are written at the axis: the first, and a few below. */
function marksTo(last: number): number[] {
	const step = Math.ceil(last / 6);
	return [1, ...Array.from({ length: Math.floor(last / step) }, (_, index) => (index + 1) * step)].filter(
		(rank, index) => index === 0 || rank > 1,
	);
}

/** Fills hours without votes with 0. */
function withQuietHours(hours: readonly HourVotes[], { from, to }: Hours): [number[], number[]] {
	const votes = new Map(hours.map(({ at, tickets }) => [at, tickets]));
	const all = Array.from({ length: (to - from) / HOUR_S }, (_, index) => from + index * HOUR_S);
	return [all, all.map((hour) => votes.get(hour) ?? 0)];
}

export const HOUR_S = 3_600;
/** Allowed distances between two marks of the axis: hours of a short time, whole days of a long one, in seconds. */
const STEPS_S = [1, 3, 6, 12, 24, 48, 120, 240, 744].map((hours) => hours * HOUR_S);
const DAY_S = 24 * HOUR_S;

/** Whole hours, in epoch seconds; `to` is exclusive. */
export interface Hours {
	from: number;
	to: number;
}

interface Plotted {
	height: number;
	timezone: string;
	range: Hours;
	data: uPlot.AlignedData;
	y: uPlot.Scale;
	/** Where the marks are. Undefined: where they fit. */
	yMarks?: number[];
	series: uPlot.Series[];
	onSelect?: ((hours: Hours) => void) | undefined;
}

function draw(element: HTMLElement, plotted: Plotted): () => void {
	const { height, range, data, y, yMarks, series, onSelect } = plotted;
	const timezone = isZoneKnown(plotted.timezone) ? plotted.timezone : 'UTC';
	const isLong = range.to - range.from > 3 * DAY_S;
	const mark = new Intl.DateTimeFormat('en', {
		timeZone: timezone,
		month: 'short',
		day: 'numeric',
		...(isLong ? {} : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
	});
	return drawPlot(element, height, data, ({ axis }) => ({
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
			{ ...axis, size: 72, values: (_, marks) => marks.map(formatNumber), ...(yMarks ? { splits: yMarks } : {}) },
		],
		series: [{}, ...series],
	}));
}

const isMove = (type: string): boolean => type === 'mousemove' || type === 'mouseleave';

/** The hours that a selection touches. */
export const wholeHours = (from: number, to: number): Hours => ({
	from: Math.floor(from / HOUR_S) * HOUR_S,
	to: Math.max(Math.ceil(to / HOUR_S), Math.floor(from / HOUR_S) + 1) * HOUR_S,
});
