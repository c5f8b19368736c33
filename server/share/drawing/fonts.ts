/** Noto Sans in the scripts of the site's languages, and Mona Sans for names and numbers: loaded as texts need them. */
import { readFile } from 'node:fs/promises';
import { join, basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Renderer } from './takumi.ts';

type Ranges = [number, number][];

export interface Fonts {
	/**
	 * Loads the files with the characters of a text, each once. Fonts are cut into about a hundred files each. Returns
	 * the characters that no font has: they are drawn as empty boxes.
	 */
	prepare(written: string, language: string, face: Face): Promise<string>;
}

export function openFonts(renderer: Renderer): Fonts {
	const subsets = new Map<Family, Promise<Map<string, Ranges>>>();
	const loaded = new Map<string, Promise<unknown>>();

	function subsetsOf(one: Family): Promise<Map<string, Ranges>> {
		const known = subsets.get(one) ?? readSubsets(one);
		subsets.set(one, known);
		return known;
	}

	function load(one: Family, subset: string, unicodeRange: Ranges): Promise<unknown> {
		const path = one.file(subset);
		const loading =
			loaded.get(path) ?? readFile(path).then((data) => renderer.registerFont({ name: one.name, data, unicodeRange }));
		loaded.set(path, loading);
		return loading;
	}

	return {
		async prepare(written, language, face) {
			let left = [...new Set(written)].map((character) => character.codePointAt(0) ?? 0);
			for (const one of stackOf(language, face)) {
				for (const [subset, ranges] of left.length > 0 ? await subsetsOf(one) : []) {
					const isIn = (code: number) => ranges.some(([first, last]) => code >= first && code <= last);
					if (left.some(isIn)) await load(one, subset, ranges);
					left = left.filter((code) => !isIn(code));
				}
			}
			return String.fromCodePoint(...left);
		},
	};
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
	/** Folder of the package. */
	folder: string;
	file: (subset: string) => string;
}

/** `at` is the address of the package's own description. */
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
	if (language.startsWith('ko')) return [korean, traditional, japanese];
	if (language === 'zh-CN') return [simplified, japanese, korean];
	return language.startsWith('zh') ? [traditional, japanese, korean] : [japanese, korean, traditional];
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
