/** Checks claims of the docs: files and folders exist, commands can be run, links have targets. */
import { dirname, join, normalize } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { trackedFiles, type TrackedFile } from './tracked-files.ts';

const FOLDERS =
	'contract|public-log|server|client|ui|web|console|emulators|build|demo|scripts|simulation|testkit|tests|bench|db|docs|\\.ci';
/** In code marks: `server/http/serve.ts`, `db/functions/`. One with a wildcard names nothing in particular. */
const PATH = new RegExp(`\`((?:${FOLDERS})/[\\w./-]*)\``, 'g');
const COMMAND = /npm run ([\w:-]+)/g;
const LINK = /\]\((?!https?:|mailto:|#)([^)#\s]+)/g;

let pages: TrackedFile[];
const existing = new Set<string>();
let commands: Set<string>;

beforeAll(async () => {
	const files = await trackedFiles(/./);
	pages = files.filter(({ name }) => name.endsWith('.md'));
	for (const { name } of files) {
		for (let path = name; path !== '.'; path = dirname(path)) existing.add(path);
	}
	const { scripts } = JSON.parse(files.find(({ name }) => name === 'package.json')?.text ?? '{}') as {
		scripts: Record<string, string>;
	};
	commands = new Set(Object.keys(scripts));
});

function namedIn(pattern: RegExp, isTrue: (named: string, page: string) => boolean): string[] {
	return pages.flatMap(({ name, text }) =>
		[...text.matchAll(pattern)]
			.map(([, named = '']) => named)
			.filter((named) => !isTrue(named, name))
			.map((named) => `${name}: ${named}`),
	);
}

describe('the docs', () => {
	it('name files and folders that exist', () => {
		expect(namedIn(PATH, (path) => existing.has(path.replace(/\/$/, '')))).toEqual([]);
	});

	it('name commands that package.json has', () => {
		expect(namedIn(COMMAND, (command) => commands.has(command))).toEqual([]);
	});

	it('link to pages that exist', () => {
		const target = (link: string, page: string) => normalize(join(dirname(page), link)).replace(/\/$/, '');
		expect(namedIn(LINK, (link, page) => existing.has(target(link, page)))).toEqual([]);
	});
});
