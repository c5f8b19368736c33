import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pages } from '#contract/pages.ts';
import { linkPageScripts, sourceOf } from './chunks.ts';

const manifest = {
	'index.html': { file: 'assets/main.js', imports: ['_shared.js'] },
	'_shared.js': { file: 'assets/shared.js' },
	'_podium.js': { file: 'assets/podium.js', imports: ['_shared.js'] },
	'pages/home.tsx': { file: 'assets/home.js', imports: ['_podium.js', '_shared.js'] },
};
const filesIn = (links = '') => [...links.matchAll(/href="([^"]*)"/g)].map(([, file]) => file);

it('a page links to the scripts of the app and its own, each once, and not to the one that the document runs', () => {
	const files = filesIn(linkPageScripts(manifest).get('/'));
	expect(files).toEqual(['/assets/shared.js', '/assets/podium.js', '/assets/home.js']);
});

it('a page that was not built, and an unknown address, link to those of the app', () => {
	for (const page of ['/store', null] as const)
		expect(filesIn(linkPageScripts(manifest).get(page))).toEqual(['/assets/shared.js']);
});

it.each(Object.keys(pages))('the page %s has a source of its name', (name) => {
	expect(existsSync(join(import.meta.dirname, '../../../web', sourceOf(name)))).toBe(true);
});
