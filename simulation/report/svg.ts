/** Small static pictures: an area, lines, columns. No script, so that a report can be sent as one file. */
import { linearScale, logarithmicScale, type Scale } from './scale.ts';

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
	/** Texts below the steps. Without them the steps are numbered from 1. */
	labels?: readonly string[];
	/** A line for each power of ten. For lines whose values are above zero. */
	isLogarithmic?: boolean;
}

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [880, 280, 64, 12, 30];
const [PLOT_WIDTH, PLOT_HEIGHT] = [WIDTH - LEFT - 8, HEIGHT - TOP - BOTTOM];

export const draw = (picture: Picture): string =>
	`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${labelOf(picture)}">${contentOf(picture)}</svg>`;

/** A file of its own: it brings its legend and its colors for light and dark. */
export function drawFile(picture: Picture): string {
	const content = `<g transform="translate(0 ${LEGEND_HEIGHT})">${contentOf(picture)}</g>`;
	const size = `viewBox="0 0 ${WIDTH} ${HEIGHT + LEGEND_HEIGHT}" width="${WIDTH}" height="${HEIGHT + LEGEND_HEIGHT}"`;
	return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="${labelOf(picture)}"><style>${STYLE}</style><rect class="card" width="100%" height="100%" rx="12"/>${legendOf(picture)}${content}</svg>\n`;
}

const labelOf = ({ title, unit, step }: Picture): string => escape(`${title}, ${unit} by ${step}`);

function contentOf(picture: Picture): string {
	const { series, kind } = picture;
	const length = Math.max(...series.map(({ values }) => values.length), 1);
	const bounds = boundsOf(picture, length);
	const scale = picture.isLogarithmic ? logarithmicScale(positiveBoundsOf(picture)) : linearScale(bounds);
	const y = (value: number) => TOP + PLOT_HEIGHT * (1 - scale.part(value));
	const marks = kind === 'lines' ? series.map((one) => line(one, length, y)) : columns(series, length, y);
	return grid(scale, y) + marks.join('') + steps(picture, length);
}

const LEGEND_HEIGHT = 34;
const STYLE =
	'svg{--card:#fff;--soft:#5b5968;--line:#dcd9e6}@media(prefers-color-scheme:dark){svg{--card:#191722;--soft:#b1aec2;--line:#353143}}' +
	'.card{fill:var(--card)}text{fill:var(--soft);font:13px system-ui,sans-serif}.grid{stroke:var(--line)}' +
	'.value{text-anchor:end;dominant-baseline:middle}.step{text-anchor:middle}';

/** Names beside each other above the picture, and the unit at the end. */
function legendOf({ series, unit }: Picture): string {
	let x = LEFT;
	const names = series.map(({ name, color }) => {
		const at = x;
		x += 34 + 7 * name.length;
		return `<rect x="${at}" y="12" width="12" height="12" rx="4" fill="${color}"/><text x="${at + 18}" y="22">${escape(name)}</text>`;
	});
	return `${names.join('')}<text x="${WIDTH - 8}" y="22" style="text-anchor:end">${escape(unit)}</text>`;
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

function positiveBoundsOf({ series }: Picture): [number, number] {
	const values = series.flatMap((one) => one.values.filter((value) => value > 0));
	return [Math.min(...values), Math.max(...values)];
}

function line({ color, values }: Series, length: number, y: (value: number) => number): string {
	const all = values.map((value, index) => `${xOf(index + 0.5, length)},${y(value).toFixed(1)}`);
	// A step in which there was nothing to measure has no point.
	const points = all.filter((_, index) => Number.isFinite(values[index]));
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

function steps({ labelEvery, labels }: Picture, length: number): string {
	return Array.from({ length: Math.ceil(length / labelEvery) }, (_, index) => {
		const step = index * labelEvery;
		const label = escape(labels?.[step] ?? String(step + 1));
		return `<text x="${xOf(step + 0.5, length)}" y="${HEIGHT - 8}" class="step">${label}</text>`;
	}).join('');
}

/** 1,200,000 as 1.2 M. */
function short(value: number): string {
	const size = Math.abs(value);
	if (size >= 1e6) return `${Number((value / 1e6).toFixed(1))} M`;
	if (size >= 10_000) return `${Number((value / 1000).toFixed(1))} k`;
	return String(Number(value.toFixed(2)));
}
