/** Checks claims of the docs: files and folders exist, commands can be run, links have targets. */
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { trackedFiles } from './tracked-files.ts';

const files = await trackedFiles(/./);
const pages = files.filter(({ name }) => name.endsWith('.md'));
const existing = new Set(['.']);
for (const { name } of files) for (let path = name; path !== '.'; path = dirname(path)) existing.add(path);
const { scripts } = JSON.parse(files.find(({ name }) => name === 'package.json')?.text ?? '{}') as { scripts: object };

/** In code marks: `server/http/serve.ts`, `db/functions/`. One with a wildcard names nothing in particular. */
const PATH =
	/`((?:contract|public-log|server|client|ui|web|console|emulators|build|demo|scripts|testkit|tests|bench|db|docs|\.ci)\/[\w./-]*)`/g;
const exists = (path: string) => existing.has(normalize(path).replace(/\/$/, ''));

it.each<[string, RegExp, (named: string, page: string) => boolean]>([
	['name files and folders that exist', PATH, exists],
	['name commands that package.json has', /npm run ([\w:-]+)/g, (command) => command in scripts],
	[
		'link to pages that exist',
		/\]\((?!https?:|mailto:|#)([^)#\s]+)/g,
		(link, page) => exists(join(dirname(page), link)),
	],
])('the docs %s', (_, pattern, isTrue) => {
	const named = pages.flatMap(({ name, text }) => [...text.matchAll(pattern)].map(([, word = '']) => [name, word]));
	expect(named.filter(([page = '', word = '']) => !isTrue(word, page))).toEqual([]);
	expect(named.length).toBeGreaterThan(9);
});
