/**
 * Text as outlines. Banners carry their text inside the picture, and a machine that draws them may have no font at
 * all: these letters look the same everywhere.
 */
import letters from './letters.json' with { type: 'json' };
import { n } from './svg.ts';

const glyphs = new Map(Object.entries(letters.glyphs).map(([letter, [advance, path]]) => [letter, { advance, path }]));
const kerning: Record<string, Record<string, number | undefined> | undefined> = letters.kerning;
const TRACKING = -18;
const LEADING = 1.06;

export interface Lettering {
	lines: string[];
	/** Left end of the last line's baseline, in the picture's units. */
	x: number;
	y: number;
	/** Height of the em. */
	size: number;
	color?: string;
}

/** SVG paths of a few lines of text; unknown letters throw, so that no banner goes out with a hole in it. */
export function lettering({ lines, x, y, size, color = '#fff' }: Lettering): string {
	const drawn = lines.map((line, index) => {
		const baseline = y - (lines.length - 1 - index) * size * LEADING;
		return `<g transform="translate(${n(x)} ${n(baseline)}) scale(${size / 1000})">${outline(line).paths}</g>`;
	});
	return `<g fill="${color}">${drawn.join('')}</g>`;
}

/** Width of one line at that size. */
export const widthOf = (line: string, size: number): number => (outline(line).advance * size) / 1000;

function outline(line: string): { paths: string; advance: number } {
	let advance = 0;
	let paths = '';
	const characters = Array.from(line);
	for (const [index, character] of characters.entries()) {
		const glyph = glyphs.get(character);
		if (!glyph) throw new Error(`no outline for "${character}" in "${line}"`);
		if (glyph.path) paths += `<path transform="translate(${advance} 0)" d="${glyph.path}"/>`;
		const following = characters[index + 1] ?? '';
		advance += Number(glyph.advance) + TRACKING + (kerning[character]?.[following] ?? 0);
	}
	return { paths, advance };
}
