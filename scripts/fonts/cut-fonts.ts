/**
 * Cuts the site's fonts out of the packages they come in, with their licenses beside them. Run by hand: the result is
 * committed. The files have names of our own because the license (OFL) reserves the originals' names for the originals.
 */
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const root = resolve(import.meta.dirname, '../..');
const output = join(root, 'ui/fonts');
const pretendard = dirname(fileURLToPath(import.meta.resolve('pretendard/package.json')));
const monaSans = dirname(fileURLToPath(import.meta.resolve('@fontsource-variable/mona-sans/package.json')));

/** ASCII and the punctuation that interface texts use. */
const latin = `${characters(0x20, 0x7e)}·–—‘’“”…×−→←↑↓₩©•+`;
const accented = characters(0xa1, 0xff);
/** As Google Fonts cuts it. */
const vietnamese = `${characters(0x1ea0, 0x1ef9)}ĂăĐđĨĩŨũƠơƯư₫\u{300}\u{301}\u{303}\u{309}\u{323}`;

interface Cut {
	source: string;
	output: string;
	text: string;
	axes: Record<string, number | { min: number; max: number }>;
}

const text = join(pretendard, 'dist/web/variable/woff2/PretendardVariable.woff2');
const textAxes = { wght: { min: 400, max: 700 } };

const displayOf = (subset: string) => join(monaSans, `files/mona-sans-${subset}-wdth-normal.woff2`);
const displayAxes = { wdth: 118, wght: { min: 600, max: 800 } };

const cuts: Cut[] = [
	{ source: displayOf('latin'), output: 'display.woff2', text: latin, axes: displayAxes },
	{ source: displayOf('latin'), output: 'display-accented.woff2', text: accented, axes: displayAxes },
	{ source: displayOf('vietnamese'), output: 'display-vietnamese.woff2', text: vietnamese, axes: displayAxes },
	{ source: text, output: 'text.woff2', text: latin, axes: textAxes },
	{ source: text, output: 'text-accented.woff2', text: accented, axes: textAxes },
	// In names alone: no language of the site needs them.
	{ source: text, output: 'text-extended.woff2', text: characters(0x100, 0x17f), axes: textAxes },
	{ source: text, output: 'text-vietnamese.woff2', text: vietnamese, axes: textAxes },
	// For devices without a Korean face of their own: the syllables that names are made of, in one weight. Browsers
	// draw a bold one from it.
	{ source: text, output: 'text-names.woff2', text: await nameSyllables(), axes: { wght: 500 } },
];

/** What the pages use: kerning, marks, figures of one width. Each alternate of a letter would come along with its feature. */
const keepFeatures = ['kern', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum'];

for (const cut of cuts) {
	const font = await subsetFont(await readFile(cut.source), cut.text, {
		targetFormat: 'woff2',
		variationAxes: cut.axes,
		keepFeatures,
	});
	await writeFile(join(output, cut.output), font);
	process.stdout.write(`${cut.output} ${font.length} bytes\n`);
}
await copyFile(join(pretendard, 'dist/LICENSE.txt'), join(output, 'text.LICENSE.txt'));
await copyFile(join(monaSans, 'LICENSE'), join(output, 'display.LICENSE.txt'));

function characters(first: number, last: number): string {
	return Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index)).join('');
}

async function nameSyllables(): Promise<string> {
	return (await readFile(join(output, 'name-syllables.txt'), 'utf8')).replaceAll(/\s/g, '');
}
