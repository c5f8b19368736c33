import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pages } from '#contract/pages.ts';
import { linkFaces, linkScripts, sourceOf } from './chunks.ts';

const manifest = {
	'index.html': { file: 'assets/main.js', imports: ['_shared.js'] },
	'_shared.js': { file: 'assets/shared.js' },
	'_podium.js': { file: 'assets/podium.js', imports: ['_shared.js'] },
	'pages/home.tsx': { file: 'assets/home.js', imports: ['_podium.js', '_shared.js'] },
	'locales/ko.po': { file: 'assets/ko.js' },
};
const linked = (page: string, language: string) =>
	[...linkScripts(manifest, page, language).matchAll(/href="\/assets\/(\w+)/g)].map(([, file]) => file);

it('a page links to the scripts of the app and its own, each once, and not to the one that the document runs', () => {
	expect(linked('home', 'en')).toEqual(['shared', 'podium', 'home']);
	expect(linked('home', 'ko')).toEqual(['ko', 'shared', 'podium', 'home']);
	expect(linked('notBuilt', 'en')).toEqual(['shared']);
});

it('a page asks for the faces of the letters of its language, and of no other', () => {
	const faces = Object.fromEntries(
		['display-accented', 'text-accented', 'display-vietnamese', 'text-vietnamese'].map((name) => [
			`../ui/fonts/${name}.woff2`,
			{ file: `assets/${name}.woff2` },
		]),
	);
	const asked = (language: string) => linkFaces(faces, language).match(/accented|vietnamese/g) ?? [];
	expect(asked('es')).toEqual(['accented', 'accented']);
	expect(asked('vi')).toEqual(['accented', 'accented', 'vietnamese', 'vietnamese']);
	expect([...asked('en'), ...asked('ko')]).toEqual([]);
});

it.each(Object.keys(pages))('the page %s has a source of its name', (name) => {
	expect(existsSync(join(import.meta.dirname, '../../../web', sourceOf(name)))).toBe(true);
});
