/** Checks the allowed import directions between folders. */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = [
	'contract',
	'public-log',
	'server',
	'client',
	'ui',
	'web',
	'console',
	'emulators',
	'build',
	'demo',
	'scripts',
	'testkit',
	'tests',
	'bench',
	'simulation',
];

interface Import {
	/** Both paths are relative to the root of the repository. */
	from: string;
	to: string;
}

async function readImports(): Promise<Import[]> {
	const imports: Import[] = [];
	for (const folder of FOLDERS) {
		const names = await readdir(join(ROOT, folder), { recursive: true }).catch(() => []);
		for (const name of names.filter((path) => /\.tsx?$/.test(path))) {
			const from = join(folder, name);
			const text = await readFile(join(ROOT, from), 'utf8');
			for (const [, path = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'([.#][^']+)'/g)) {
				const to = path.startsWith('#') ? path.slice(1) : relative(ROOT, join(ROOT, dirname(from), path));
				imports.push({ from, to });
			}
		}
	}
	return imports;
}

const isTest = (path: string) => inside(path, 'tests', 'public-log/tests') || path.endsWith('.test.ts');
const isProduct = (path: string, folder: string) => inside(path, folder) && !isTest(path);
const inside = (path: string, ...folders: string[]) => folders.some((folder) => path.startsWith(`${folder}/`));

/** The public log's own edges: its routes, and the start of its thread. */
const LOG_EDGES = /^public-log\/server\/(?:thread-main|routes)\.ts$/;
const BENEATH_THE_LOG = ['server/kernel', 'server/db', 'server/config', 'server/jobs', 'server/media'];

/** `why` is what a person who breaks it gets to read. */
const rules: { why: string; broken: (edge: Import) => boolean }[] = [
	{
		why: 'contract/ is pure: it imports the format of the public log, and nothing else of ours',
		broken: ({ from, to }) => isProduct(from, 'contract') && !inside(to, 'contract', 'public-log/format'),
	},
	{
		why: 'the format of the public log imports nothing of ours',
		broken: ({ from, to }) => isProduct(from, 'public-log/format') && !inside(to, 'public-log/format'),
	},
	{
		why: 'the auditor sees the format only, so that it runs without the product',
		broken: ({ from, to }) =>
			isProduct(from, 'public-log/auditor') && !inside(to, 'public-log/auditor', 'public-log/format'),
	},
	{
		why: 'the browser part of the public log sees the format and the contract only, so that any page can use it',
		broken: ({ from, to }) =>
			isProduct(from, 'public-log/browser') && !inside(to, 'public-log/browser', 'public-log/format', 'contract'),
	},
	{
		why: 'the public log stands on the kernel, the database and the configuration, and knows no noun of the site',
		broken: ({ from, to }) =>
			isProduct(from, 'public-log/server') &&
			!inside(to, 'public-log/server', 'public-log/format', 'contract', ...BENEATH_THE_LOG) &&
			!LOG_EDGES.test(from),
	},
	{
		why: 'ui/ knows no business: neither contract/ nor server/ nor the apps',
		broken: ({ from, to }) => inside(from, 'ui') && !inside(to, 'ui'),
	},
	{
		why: 'client/ calls the API for both apps: it sees contract/ only',
		broken: ({ from, to }) => inside(from, 'client') && !inside(to, 'client', 'contract'),
	},
	{
		why: 'web/ sees contract/, client/, ui/ and the log that it checks only, and console/ never',
		broken: ({ from, to }) =>
			inside(from, 'web') &&
			!inside(to, 'web', 'contract', 'client', 'ui', 'public-log/format', 'public-log/browser') &&
			// A test may use what all tests share.
			!(isTest(from) && inside(to, 'tests', 'testkit', 'public-log/tests')),
	},
	{
		why: 'console/ sees contract/, client/ and ui/ only, and web/ never',
		broken: ({ from, to }) => inside(from, 'console') && !inside(to, 'console', 'contract', 'client', 'ui'),
	},
	{
		why: 'server/ sees contract/ and the public log only: no screens, no demo content, no emulators',
		broken: ({ from, to }) =>
			inside(from, 'server') &&
			!isTest(from) &&
			!inside(to, 'server', 'contract', 'public-log/format', 'public-log/server'),
	},
	{
		why: 'server/ knows public-log/server/public-log.ts only, and store.ts where the site opens its storage',
		broken: ({ from, to }) =>
			isProduct(from, 'server') &&
			inside(to, 'public-log/server') &&
			to !== 'public-log/server/public-log.ts' &&
			!(from === 'server/storage.ts' && to === 'public-log/server/store.ts'),
	},
	{
		why: 'sign-in and sessions know nothing of the public log',
		broken: ({ from, to }) => isProduct(from, 'server/accounts') && inside(to, 'public-log'),
	},
	{
		why: 'emulators/ import nothing of ours',
		broken: ({ from, to }) => isProduct(from, 'emulators') && !inside(to, 'emulators'),
	},
	{
		why: 'a feature of web/ or console/ does not know another: a page passes one into the other',
		broken: ({ from, to }) => {
			const [own, other] = [feature(from), feature(to)];
			return own !== null && other !== null && own !== other;
		},
	},
	{
		why: 'a domain calls another through its use cases, never its sql files',
		broken: ({ from, to }) => {
			const [own, other] = [domain(from), domain(to)];
			return (
				!isTest(from) && own !== null && other !== null && own !== other && /(?:^|\/)(?:[a-z-]+-)?sql\.ts$/.test(to)
			);
		},
	},
	{
		why: 'server/kernel/ lies beneath everything: it imports the contract only',
		broken: ({ from, to }) => isProduct(from, 'server/kernel') && !inside(to, 'server/kernel', 'contract'),
	},
	{
		why: 'server/config/ knows the contract only, so that everybody may know it',
		broken: ({ from, to }) =>
			isProduct(from, 'server/config') && !inside(to, 'server/config', 'contract', 'public-log/format'),
	},
	{
		why: 'server/db/ stands on the kernel and the configuration',
		broken: ({ from, to }) =>
			isProduct(from, 'server/db') && !inside(to, 'server/db', 'server/kernel', 'server/config', 'contract'),
	},
	{
		why: 'server/jobs/ stands on the database; domains give it their work',
		broken: ({ from, to }) =>
			isProduct(from, 'server/jobs') &&
			!inside(to, 'server/jobs', 'server/db', 'server/kernel', 'server/config', 'contract'),
	},
	{
		why: 'server/http/ knows no domain: what it needs of one, it is given',
		broken: ({ from, to }) =>
			isProduct(from, 'server/http') &&
			!inside(to, 'server/http', 'server/db', 'server/kernel', 'server/config', 'contract'),
	},
	{
		why: 'a domain knows server/http/ in its routes only',
		broken: ({ from, to }) =>
			domain(from) !== null && !isTest(from) && inside(to, 'server/http') && !/(?:^|[/-])routes\.ts$/.test(from),
	},
	{
		why: 'adapters in server/outside/ know only the interfaces that domains own, configuration, how a wait is bounded and how a reading is kept',
		broken: ({ from, to }) =>
			isProduct(from, 'server/outside') &&
			!inside(to, 'server/outside', 'server/config', 'contract') &&
			!['server/kernel/within.ts', 'server/kernel/cache.ts'].includes(to) &&
			!/^server\/(?:[a-z-]+\/)+[a-z-]*(?:provider|store)\.ts$/.test(to),
	},
	{
		why: 'nothing but a test imports tests/: what others need of it lies in testkit/',
		broken: ({ from, to }) => !isTest(from) && inside(to, 'tests'),
	},
	{
		why: 'testkit/ lies beneath what uses it: tests, bench/ and simulation/',
		broken: ({ from, to }) => inside(from, 'testkit') && inside(to, 'bench', 'simulation', 'demo'),
	},
	{
		why: 'the product and its build know neither testkit/ nor bench/ nor simulation/',
		broken: ({ from, to }) =>
			!isTest(from) &&
			!inside(from, 'scripts', 'bench', 'simulation', 'testkit') &&
			inside(to, 'testkit', 'bench', 'simulation'),
	},
	{
		why: 'bench/ and simulation/ do not know each other, and nothing knows them',
		broken: ({ from, to }) =>
			(inside(to, 'bench') && !inside(from, 'bench')) || (inside(to, 'simulation') && !inside(from, 'simulation')),
	},
	{
		why: 'build/ is read by vite.config.ts and scripts/, and reads neither',
		broken: ({ from, to }) =>
			isProduct(from, 'build') && !inside(to, 'build', 'contract') && to !== 'server/languages/texts.ts',
	},
	{
		why: 'only the outermost layer builds the app from its domains',
		broken: ({ from, to }) =>
			to === 'server/app.ts' && from !== 'server/main.ts' && !isTest(from) && !inside(from, 'bench'),
	},
];

function feature(path: string): string | null {
	return /^(?:web|console)\/features\/([^/]+)\//.exec(path)?.[1] ?? null;
}

const NO_DOMAINS = new Set(['kernel', 'config', 'db', 'jobs', 'http', 'outside']);

function domain(path: string): string | null {
	const name = room(path);
	return name === null || NO_DOMAINS.has(name) ? null : name;
}

/** The folder of the server that a file stands in. */
function room(path: string): string | null {
	return /^server\/([^/]+)\//.exec(path)?.[1] ?? null;
}

/** Rooms that know each other in a circle, each circle once; type imports count. */
function circlesOf(edges: readonly Import[]): string[] {
	const known = new Map<string, Set<string>>();
	for (const { from, to } of edges) {
		const [own, other] = [room(from), room(to)];
		if (own === null || other === null || own === other || isTest(from)) continue;
		known.set(own, (known.get(own) ?? new Set()).add(other));
	}
	const reached = (start: string): Set<string> => {
		const seen = new Set<string>();
		const open = [...(known.get(start) ?? [])];
		for (let next = open.pop(); next !== undefined; next = open.pop()) {
			if (seen.has(next)) continue;
			seen.add(next);
			open.push(...(known.get(next) ?? []));
		}
		return seen;
	};
	const circle = (start: string) => [...reached(start)].filter((other) => reached(other).has(start)).toSorted();
	return [...new Set([...known.keys()].map((start) => circle(start).join(' ↔ ')))].filter((names) => names !== '');
}

it('finds the imports that it is to judge', async () => {
	expect((await readImports()).length).toBeGreaterThan(200);
});

it.each(rules)('$why', async ({ broken }) => {
	expect((await readImports()).filter(broken)).toEqual([]);
});

it('no two rooms of the server know each other in a circle', async () => {
	expect(circlesOf(await readImports())).toEqual([]);
});
