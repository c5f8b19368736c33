/** Draws votes per hour as bars, and the race of a chart as lines above the same hours. */
import uPlot from 'uplot';
import { formatNumber } from '#client/numbers.ts';
import type { ConcentrationRow, VoteTimeline } from '#contract/operator/voting/concentration.ts';
import { drawPlot, HOUR_S, type Hours } from './plot-frame.ts';

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
export function secondsOf(hour: string): number {
	return Date.parse(`${hour}:00:00Z`) / 1000;
}

export function hoursOf(rows: readonly ConcentrationRow[]): HourVotes[] {
	return rows.map(({ value, tickets }) => ({ at: secondsOf(value), tickets }));
}

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
	return drawPlot(element, {
		...drawn,
		height: 180,
		data: withQuietHours(hours, drawn.range),
		y: { range: (_, __, most) => [0, Math.max(most, 1)] },
		yValues: (marks) => marks.map(formatNumber),
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
	return drawPlot(element, {
		...drawn,
		height: 160,
		data: [times, ...race.map(({ ranks }) => ranks)],
		y: { dir: -1, range: [0.5, last + 0.5] },
		yValues: (marks) => marks.map(formatNumber),
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
