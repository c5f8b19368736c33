/** The families of fonts, and which of them write a language. */
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
