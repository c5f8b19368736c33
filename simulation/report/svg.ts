/** Small static pictures: an area, lines, columns. No script, so that a report can be sent as one file. */

export interface Series {
	name: string;
	color: string;
	values: readonly number[];
}

export interface Picture {
	title: string;
	/** What one step along the lower edge is, for example a day. */
	step: string;
	unit: string;
	series: readonly Series[];
	kind: 'lines' | 'columns';
	/** Columns of several series stand on each other. */
	labelEvery: number;
}

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [880, 280, 64, 12, 30];
const [PLOT_WIDTH, PLOT_HEIGHT] = [WIDTH - LEFT - 8, HEIGHT - TOP - BOTTOM];

export function draw(picture: Picture): string {
	const { title, unit, step, series, kind } = picture;
	const length = Math.max(...series.map(({ values }) => values.length), 1);
	const scale = scaleOf(boundsOf(picture, length));
	const y = (value: number) => TOP + PLOT_HEIGHT * (1 - scale.part(value));
	const marks = kind === 'lines' ? series.map((one) => line(one, length, y)) : columns(series, length, y);
	const content = grid(scale, y) + marks.join('') + steps(picture, length);
	const label = escape(`${title}, ${unit} by ${step}`);
	return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">${content}</svg>`;
}

export const legend = (series: readonly Series[]): string =>
	`<ul class="legend">${series.map(({ name, color }) => `<li><span style="background:${color}"></span>${escape(name)}</li>`).join('')}</ul>`;

export function escape(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Sums of what hangs below zero, and of what stands above. */
function boundsOf({ series, kind }: Picture, length: number): [number, number] {
	const at = (index: number) => series.map(({ values }) => values[index] ?? 0);
	const add = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
	const join = (values: number[], most: boolean) => {
		if (kind === 'columns') return add(values.filter((value) => value > 0 === most));
		return most ? Math.max(...values, 0) : Math.min(...values, 0);
	};
	const all = Array.from({ length }, (_, index) => at(index));
	return [
		Math.min(...all.map((values) => join(values, false)), 0),
		Math.max(...all.map((values) => join(values, true)), 1),
	];
}

interface Scale {
	/** The part of the height below the value, from 0 to 1. */
	part(value: number): number;
	/** Round numbers at which lines are drawn, from the lower edge to the upper one. */
	marks: readonly number[];
}

const LINES = 4;

/** About four lines. */
function scaleOf([min, max]: readonly [number, number]): Scale {
	const rough = (max - min) / LINES;
	const power = 10 ** Math.floor(Math.log10(rough));
	const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
	const [top, bottom] = [Math.ceil(max / step) * step, Math.floor(min / step) * step];
	return {
		part: (value) => (value - bottom) / (top - bottom),
		marks: Array.from({ length: Math.round((top - bottom) / step) + 1 }, (_, index) => bottom + step * index),
	};
}

function line({ color, values }: Series, length: number, y: (value: number) => number): string {
	const points = values.map((value, index) => `${xOf(index + 0.5, length)},${y(value).toFixed(1)}`);
	return `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="2.5" stroke-linejoin="round"/>`;
}

function columns(series: readonly Series[], length: number, y: (value: number) => number): string[] {
	const [above, below] = [zeros(length), zeros(length)];
	return series.map(({ color, values }) => {
		const path = values.map((value, index) => {
			const stack = value >= 0 ? above : below;
			const from = stack[index] ?? 0;
			stack[index] = from + value;
			if (value === 0) return '';
			const [start, end] = [xOf(index + 0.1, length), xOf(index + 0.9, length)];
			return `M${start},${y(from).toFixed(1)}V${y(from + value).toFixed(1)}H${end}V${y(from).toFixed(1)}Z`;
		});
		return `<path d="${path.join('')}" fill="${color}"/>`;
	});
}

const zeros = (length: number): number[] => Array.from({ length }, () => 0);

const xOf = (position: number, length: number) => (LEFT + (PLOT_WIDTH * position) / length).toFixed(1);

function grid({ marks }: Scale, y: (value: number) => number): string {
	const lines = marks.map((value) => {
		const at = y(value).toFixed(1);
		return `<line x1="${LEFT}" x2="${WIDTH - 8}" y1="${at}" y2="${at}" class="grid"/><text x="${LEFT - 8}" y="${at}" class="value">${short(value)}</text>`;
	});
	return lines.join('');
}

function steps({ labelEvery }: Picture, length: number): string {
	return Array.from({ length: Math.ceil(length / labelEvery) }, (_, index) => {
		const step = index * labelEvery;
		return `<text x="${xOf(step + 0.5, length)}" y="${HEIGHT - 8}" class="step">${step + 1}</text>`;
	}).join('');
}

/** 1,200,000 as 1.2 M. */
function short(value: number): string {
	const size = Math.abs(value);
	if (size >= 1e6) return `${Number((value / 1e6).toFixed(1))} M`;
	if (size >= 10_000) return `${Number((value / 1000).toFixed(1))} k`;
	return String(Number(value.toFixed(2)));
}
