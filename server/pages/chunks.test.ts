import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pages } from '#contract/pages.ts';
import { chunkLinks, sourceOf } from './chunks.ts';

const manifest = {
	'index.html': { file: 'assets/main.js', imports: ['_shared.js'], css: ['assets/main.css'] },
	'_shared.js': { file: 'assets/shared.js' },
	'_podium.js': { file: 'assets/podium.js', css: ['assets/podium.css'], imports: ['_shared.js'] },
	'pages/home.tsx': { file: 'assets/home.js', imports: ['index.html', '_podium.js', '_shared.js'] },
	'pages/news.tsx': { file: 'assets/news.js', imports: ['index.html'] },
};

it('a page names its own files and what they import, styles first, and nothing that every page has', () => {
	const links = chunkLinks(manifest);
	expect(links.get('/')?.split('\n\t\t')).toEqual([
		'<link rel="stylesheet" href="/assets/podium.css" crossorigin>',
		'<link rel="modulepreload" href="/assets/podium.js" crossorigin fetchpriority="low">',
		'<link rel="modulepreload" href="/assets/home.js" crossorigin fetchpriority="low">',
	]);
	expect(links.get('/news')).toBe('<link rel="modulepreload" href="/assets/news.js" crossorigin fetchpriority="low">');
});

it('a page that was not built names nothing', () => {
	expect(chunkLinks(manifest).get('/store')).toBe('');
});

it.each(Object.keys(pages))('the page %s has a source of its name', (name) => {
	expect(existsSync(join(import.meta.dirname, '../../web', sourceOf(name)))).toBe(true);
});
