import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pages } from '#contract/pages.ts';
import { namePageScripts, sourceOf } from './chunks.ts';

const manifest = {
	'index.html': { file: 'assets/main.js', imports: ['_entry.js'] },
	'_entry.js': { file: 'assets/entry.js' },
	'_shared.js': { file: 'assets/shared.js', imports: ['_entry.js'] },
	'start.tsx': { file: 'assets/start.js', imports: ['_shared.js'] },
	'_podium.js': { file: 'assets/podium.js', imports: ['_shared.js'] },
	'pages/home.tsx': { file: 'assets/home.js', imports: ['start.tsx', '_podium.js', '_shared.js'] },
};

it('a page names the scripts of the app and its own, each once, and none that the document names itself', () => {
	expect(namePageScripts(manifest).get('/')).toBe(
		'<meta name="page-scripts" content="/assets/shared.js /assets/start.js /assets/podium.js /assets/home.js">',
	);
});

it('a page that was not built, and an unknown address, name those of the app', () => {
	const app = '<meta name="page-scripts" content="/assets/shared.js /assets/start.js">';
	expect(namePageScripts(manifest).get('/store')).toBe(app);
	expect(namePageScripts(manifest).get(null)).toBe(app);
});

it.each(Object.keys(pages))('the page %s has a source of its name', (name) => {
	expect(existsSync(join(import.meta.dirname, '../../../web', sourceOf(name)))).toBe(true);
});
