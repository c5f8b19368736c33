/** The pages of the report and their pictures: each page is one file, without script, light and dark. */

export function page(title: string, lead: string, sections: readonly string[]): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body><main><header><h1>${escape(title)}</h1><p class="lead">${lead}</p></header>
${sections.join('\n')}
</main></body>
</html>
`;
}

export const section = (title: string, said: string, content: string): string =>
	`<section><h2>${escape(title)}</h2><p>${said}</p>${content}</section>`;

/** Wide content that scrolls by itself, by keyboard too. */
export const wide = (name: string, content: string): string =>
	`<div class="scroll" role="region" tabindex="0" aria-label="${escape(name)}">${content}</div>`;

export function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
	const cell = (value: string | number) =>
		typeof value === 'number' ? `<td class="number">${number(value)}</td>` : `<td>${escape(value)}</td>`;
	const isNumber = (index: number) => rows.some((row) => typeof row[index] === 'number');
	const head = heads
		.map((text, index) => `<th scope="col"${isNumber(index) ? ' class="number"' : ''}>${escape(text)}</th>`)
		.join('');
	return wide(
		heads.join(', '),
		`<table><thead><tr>${head}</tr></thead><tbody>${rows
			.map((row) => `<tr>${row.map(cell).join('')}</tr>`)
			.join('')}</tbody></table>`,
	);
}

export const number = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 2 });

/** Figures that say most, large. */
export const figures = (all: readonly (readonly [string, number | string])[]): string =>
	`<dl class="figures">${all
		.map(
			([name, value]) =>
				`<div><dt>${escape(name)}</dt><dd>${typeof value === 'number' ? number(value) : escape(value)}</dd></div>`,
		)
		.join('')}</dl>`;

const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#17161f, #f3f1fa); --soft: light-dark(#5b5968, #b1aec2);
	--ground: light-dark(#f6f5fa, #0e0d14); --card: light-dark(#fff, #191722); --line: light-dark(#dcd9e6, #353143); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2.5rem 1rem 4rem; }
h1 { font-size: clamp(1.7rem, 5vw, 2.6rem); line-height: 1.1; margin: 0 0 0.5rem; }
h2 { font-size: 1.15rem; margin: 0; }
p { margin: 0.4rem 0 0.8rem; color: var(--soft); max-width: 65ch; }
.lead { font-size: 1.1rem; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; padding: 1.25rem; margin-top: 1.25rem; }
svg { width: 100%; min-width: 40rem; height: auto; display: block; }
svg text { fill: var(--soft); font: 13px system-ui, sans-serif; }
svg .value { text-anchor: end; dominant-baseline: middle; }
svg .step { text-anchor: middle; }
svg .grid { stroke: var(--line); }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: 0.3rem 1.1rem; margin: 0.6rem 0 0; padding: 0; font-size: 0.9rem; }
.legend span { display: inline-block; width: 0.8rem; height: 0.8rem; border-radius: 0.25rem; margin-right: 0.4rem; vertical-align: -0.05rem; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 1rem; margin: 0; }
.figures dt { color: var(--soft); font-size: 0.9rem; }
.figures dd { margin: 0; font-size: 1.6rem; font-weight: 650; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: start; padding: 0.35rem 0 0.35rem 1rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { color: var(--soft); font-weight: 500; }
th:first-child, td:first-child { padding-inline-start: 0; }
.number { text-align: end; }
a { color: light-dark(#5b34c8, #b9a2ff); }
:focus-visible { outline: 3px solid light-dark(#5b34c8, #b9a2ff); outline-offset: 2px; }
`;

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

/** Small static pictures: an area, lines, columns. No script, so that a report can be sent as one file. */
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

function escape(text: string): string {
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
