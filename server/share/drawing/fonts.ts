/** Noto Sans in the scripts of the site's languages, and Mona Sans for names and numbers: loaded as texts need them. */
import { readFile } from 'node:fs/promises';
import { join, basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Renderer } from './takumi.ts';
import { brotliDecompressSync } from 'node:zlib';

export interface Fonts {
	/**
	 * Loads the files with the characters of a text, each once. Fonts are cut into about a hundred files each. Returns
	 * the text as it can be drawn: without the characters that no font has, which would be drawn as the font's own
	 * mark for a missing one. Emoji are among them. It may be empty.
	 */
	prepare(written: string, language: string, face: Face): Promise<string>;
}

export function openFonts(renderer: Renderer): Fonts {
	const subsets = new Map<Family, Promise<Map<string, Ranges>>>();
	const loaded = new Map<string, Promise<Set<number>>>();

	const subsetsOf = (one: Family) => subsets.getOrInsertComputed(one, readSubsets);

	/** Returns the characters that the file really has: the packages name more than half as many again. */
	function load(one: Family, subset: string): Promise<Set<number>> {
		return loaded.getOrInsertComputed(one.file(subset), (path) => register(one, path));
	}

	async function register({ name }: Family, path: string): Promise<Set<number>> {
		const data = await readFile(path);
		const ranges = glyphRanges(data);
		await renderer.registerFont({ name, data, unicodeRange: ranges });
		return new Set(ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at)));
	}

	return {
		async prepare(written, language, face) {
			const composed = written.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
			let left = new Set(Array.from(composed, codeOf));
			for (const one of stackOf(language, face))
				for (const [subset, ranges] of left.size > 0 ? await subsetsOf(one) : []) {
					const isNamed = (code: number) => ranges.some(([first, last]) => code >= first && code <= last);
					if ([...left].some(isNamed)) left = left.difference(await load(one, subset));
				}
			return left.size === 0 ? composed : withoutCharacters(composed, left);
		},
	};
}

const codeOf = (character: string) => character.codePointAt(0) ?? 0;
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What joins a missing character goes with it. A space is left where it stood only if words stand on both sides. */
function withoutCharacters(text: string, missing: ReadonlySet<number>): string {
	const parts = Array.from(clusters.segment(text), ({ segment }) => {
		const isDrawn = (character: string) => !missing.has(codeOf(character));
		const [base = '', ...marks] = segment;
		return isDrawn(base) ? base + marks.filter(isDrawn).join('') : '';
	});
	return parts.join('').replaceAll(/\s+/g, ' ').trim();
}

/** The packages name the characters of each file: `{ "[12]": "U+4e00-4e05,U+4e11" }`. */
async function readSubsets({ folder }: Family): Promise<Map<string, Ranges>> {
	const named = JSON.parse(await readFile(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>;
	return new Map(Object.entries(named).map(([subset, list]) => [subset.replaceAll(/[[\]]/g, ''), rangesIn(list)]));
}

function rangesIn(list: string): Ranges {
	return list.split(',').map((range) => {
		const [first = '', last = first] = range.replace(/^U\+/i, '').split('-');
		return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
	});
}

export interface Family {
	name: string;
	folder: string;
	file: (subset: string) => string;
}

function family(name: string, at: string, axis = 'wght'): Family {
	const folder = dirname(fileURLToPath(at));
	const id = basename(folder);
	return { name, folder, file: (subset) => join(folder, 'files', `${id}-${subset}-${axis}-normal.woff2`) };
}

const display = family('Mona Sans', import.meta.resolve('@fontsource-variable/mona-sans/package.json'), 'wdth');
const text = [
	family('Noto Sans', import.meta.resolve('@fontsource-variable/noto-sans/package.json')),
	family('Noto Sans Thai', import.meta.resolve('@fontsource-variable/noto-sans-thai/package.json')),
];
const korean = family('Noto Sans KR', import.meta.resolve('@fontsource-variable/noto-sans-kr/package.json'));
const japanese = family('Noto Sans JP', import.meta.resolve('@fontsource-variable/noto-sans-jp/package.json'));
const simplified = family('Noto Sans SC', import.meta.resolve('@fontsource-variable/noto-sans-sc/package.json'));
const traditional = family('Noto Sans TC', import.meta.resolve('@fontsource-variable/noto-sans-tc/package.json'));

/** Han characters are drawn as the language of the text writes them. */
function han(language: string): Family[] {
	if (language.startsWith('ko')) return [korean, traditional, japanese, simplified];
	if (language === 'zh-CN') return [simplified, traditional, japanese, korean];
	return language.startsWith('zh')
		? [traditional, simplified, japanese, korean]
		: [japanese, korean, traditional, simplified];
}

/** In the order in which they are asked for a character. */
export const stackOf = (language: string, face: Face) => [
	...(face === 'display' ? [display] : []),
	...text,
	...han(language),
];

export type Face = 'display' | 'text';

export const fontFamily = (language: string, face: Face): string =>
	stackOf(language, face)
		.map(({ name }) => `"${name}"`)
		.join(', ');

/** The characters of a WOFF2 file: its `cmap` table. Packages name only ranges. */
type Ranges = [number, number][];

/** Tags that WOFF2 writes as a number, as far as they matter here. */
const [CMAP, GLYF, LOCA, SPELLED_OUT] = [0, 10, 11, 63];
const UNTRANSFORMED = 3;

/** @throws {Error} for a file that is not WOFF2, or has no table of Unicode characters */
function glyphRanges(file: Buffer): Ranges {
	const ranges = rangesOf(readCmap(file));
	if (ranges.length === 0) throw new Error('The font has no table of Unicode characters');
	return ranges;
}

function readCmap(file: Buffer): Buffer {
	if (file.toString('latin1', 0, 4) !== 'wOF2') throw new Error('The font is not WOFF2');
	let at = 48;
	const readNumber = () => {
		let value = 0;
		let byte;
		do {
			byte = file.readUInt8(at++);
			value = value * 128 + (byte & 0x7f);
		} while (byte >= 0x80);
		return value;
	};
	let offset = 0;
	let cmap: [number, number] | undefined;
	for (let count = file.readUInt16BE(12); count > 0; count--) {
		const flags = file.readUInt8(at++);
		const tag = flags & 0x3f;
		const transform = flags >> 6;
		if (tag === SPELLED_OUT) at += 4;
		let length = readNumber();
		const isTransformed = tag === GLYF || tag === LOCA ? transform !== UNTRANSFORMED : transform !== 0;
		if (isTransformed) length = readNumber();
		if (tag === CMAP) cmap = [offset, offset + length];
		offset += length;
	}
	const tables = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)));
	return tables.subarray(...(cmap ?? [0, 0]));
}

/** Formats 4 and 12, which all fonts of the web have. */
function rangesOf(cmap: Buffer): Ranges {
	const ranges: Ranges = [];
	for (let index = 0; cmap.length > 0 && index < cmap.readUInt16BE(2); index++) {
		const table = cmap.subarray(cmap.readUInt32BE(4 + 8 * index + 4));
		const format = table.readUInt16BE(0);
		if (format === 12) {
			for (let group = 0; group < table.readUInt32BE(12); group++)
				ranges.push([table.readUInt32BE(16 + 12 * group), table.readUInt32BE(20 + 12 * group)]);
		}
		if (format === 4) {
			const segments = table.readUInt16BE(6);
			for (let place = 0; place < segments; place += 2) {
				const [first, last] = [table.readUInt16BE(16 + segments + place), table.readUInt16BE(14 + place)];
				// The last segment ends the table.
				if (first !== 0xffff) ranges.push([first, last]);
			}
		}
	}
	return ranges;
}
