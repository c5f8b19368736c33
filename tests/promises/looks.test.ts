/** Sizes of letters, gaps and colors are tokens of ui/tokens.css: a screen with numbers of its own drifts away from the others. */
import { expect, it } from 'vitest';
import { trackedFiles } from './tracked-files.ts';

const sheets = (await trackedFiles(/^(?:ui|web|console)\/.*\.css$/)).filter(({ name }) => name !== 'ui/tokens.css');

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
