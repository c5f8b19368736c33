/** The frame of a page of the report: one file, no script, light and dark. */
import { escape } from './svg.ts';

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
