/** Sizes of letters, gaps and colors are tokens of ui/tokens.css: a screen with numbers of its own drifts away from the others. */
import { describe, expect, it } from 'vitest';
import { contrast } from '../../ui/fan-color.ts';
import { trackedFiles } from './tracked-files.ts';

const all = await trackedFiles(/^(?:ui|web|console)\/.*\.css$/);
const sheets = all.filter(({ name }) => name !== 'ui/tokens.css');
const tokens = all.find(({ name }) => name === 'ui/tokens.css')?.text ?? '';

const found = (pattern: RegExp) =>
	sheets.flatMap(({ name, text }) => [...text.matchAll(pattern)].map(([line]) => `${name}: ${line.trim()}`));

it('the size of letters and the gap between things are steps of a scale', () => {
	expect(found(/^\s*(?:font(?:-size)?|(?:[\w-]+-)?gap): [^;]*\drem[^;]*;/gm)).toEqual([]);
});

it('a color is a token', () => {
	const literal = found(/^[^{\n]*: [^;{]*(?:#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|okl?(?:ab|ch))a?\()[^;]*;/gm);
	// Ink on paper is a theme of its own.
	expect(literal.filter((line) => !line.startsWith('web/print.css'))).toEqual([]);
});

it('a step of a scale that an element names is there', async () => {
	const defined = new Set(all.flatMap(({ text }) => [...text.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name)));
	const pages = await trackedFiles(/^(?:ui|web|console)\/.*\.tsx$/);
	const named = pages.flatMap(({ text }) =>
		[...text.matchAll(/[\s"'`](m[btxy]?-\d|gap-\d|text-[a-z]{1,3})(?=[\s"'`])/g)].map(([, name]) => name),
	);
	expect(new Set(named).difference(defined)).toEqual(new Set());
});

describe.each(['dark', 'light'])('in the %s theme', (theme) => {
	const valueOf = (name: string): string => {
		const [, value = ''] = new RegExp(`^\\t\\t--${name}: ([^;]+);`, 'm').exec(tokens) ?? [];
		const ofTheme = new RegExp(`var\\(--${theme}, ((?:var\\([^()]+\\)|[^()])+)\\)`).exec(value)?.[1] ?? value;
		const [, other] = /^var\(--([\w-]+)\)$/.exec(ofTheme) ?? [];
		return (other ? valueOf(other) : ofTheme).replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
	};

	it.each('tx tx2 tx3 pri gold silver bronze gem ok bad'.split(' '))('--%s is readable on every surface', (text) => {
		const surfaces = ['bg', 's1', 's2', 's3'];
		const low = surfaces.filter((surface) => !(contrast(valueOf(text), valueOf(surface)) >= 4.5));
		expect(low).toEqual([]);
	});
});
