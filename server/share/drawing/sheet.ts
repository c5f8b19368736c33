/** The parts of which layouts put a picture together. A sheet remembers its texts, so that their fonts can be loaded. */
import type { Language } from '#contract/values/languages.ts';
import { fontFamily, type Face } from './fonts.ts';
import type { Node, Style } from './takumi.ts';

export const SIZE = { width: 1200, height: 630 };
/** The colors of the dark theme: see ui/tokens.css. */
export const INK = { ground: '#0a0b14', text: '#f5f3fa', second: '#b9bbd0', white: '#fff4e4' };
const MEDALS: Record<number, string> = { 1: '#ffd166', 2: '#d3dbea', 3: '#f0a56e' };

export const medalOf = (rank: number): string => MEDALS[rank] ?? INK.text;

export interface Writing {
	size: number;
	color?: string;
	weight?: number;
	/** Names and numbers stand in the display face. */
	face?: Face;
	/** BCP 47. The picture's own if not given. */
	language?: string | null;
	lines?: number;
	style?: Style;
}

export interface Sheet {
	language: Language;
	write(written: string, writing: Writing): Node;
	/** In the display face, in the largest size that keeps it on its lines: by the longest text of each size. */
	writeTitle(written: string, sizes: Sizes, writing?: Partial<Writing>): Node;
	/** The nodes of all texts: their text may change until they are drawn. */
	written: { node: Node; language: string; face: Face }[];
}

export function openSheet(own: Language): Sheet {
	const written: Sheet['written'] = [];
	const sheet: Sheet = {
		language: own,
		written,
		writeTitle: (text, sizes, writing) =>
			sheet.write(text, { size: fitSize(text, sizes), weight: 800, face: 'display', ...writing }),
		write(text, { size, color = INK.text, weight = 600, face = 'text', language, lines = 1, style = {} }) {
			const lang = language ?? own;
			const node: Node = {
				type: 'text',
				text,
				lang,
				style: {
					fontFamily: fontFamily(lang, face),
					fontSize: size,
					fontWeight: weight,
					color,
					lineHeight: 1.2,
					lineClamp: lines,
					textOverflow: 'ellipsis',
					// A word that is longer than its line.
					overflowWrap: 'anywhere',
					...(face === 'display' ? { fontStretch: '118%', letterSpacing: '-0.02em' } : {}),
					...style,
				},
			};
			written.push({ node, language: lang, face });
			return node;
		},
	};
	return sheet;
}

export const box = (style: Style, ...children: (Node | null)[]): Node => ({
	type: 'container',
	style: { display: 'flex', ...style },
	children: children.filter((child) => child !== null),
});

export const image = (src: string, width: number, height: number, style: Style = {}): Node => ({
	type: 'image',
	src,
	width,
	height,
	style: { objectFit: 'cover', ...style },
});

/** Lies over everything before it, at these edges. */
export const layer = (style: Style, ...children: (Node | null)[]): Node =>
	box({ position: 'absolute', ...style }, ...children);

type Sizes = Readonly<Record<number, number>>;

/** A size in pixels that keeps a text on the lines it has, by the longest text of each size. Han and Hangul take twice the width. */
function fitSize(text: string, sizes: Sizes): number {
	const wide = /[\u1100-\u11ff\u2e80-\uffef]/;
	const length = Array.from(text).reduce((sum, character) => sum + (wide.test(character) ? 1.7 : 1), 0);
	const steps = Object.entries(sizes);
	return (steps.find(([most]) => length <= Number(most)) ?? steps.at(-1))?.[1] ?? 0;
}
