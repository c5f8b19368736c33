/** Checks the allowed import directions between folders. */
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { trackedFiles } from './tracked-files.ts';

interface Import {
	/** Both paths are relative to the root of the repository. */
	from: string;
	to: string;
}

const imports = await readImports();

async function readImports(): Promise<Import[]> {
	const files = await trackedFiles(/^[^.].*\.tsx?$/);
	return files.flatMap(({ name: from, text }) =>
		[...text.matchAll(/(?:from|import)\s*\(?\s*'([.#][^']+)'/g)].map(([, path = '']) => ({
			from,
			to: path.startsWith('#') ? path.slice(1) : join(dirname(from), path),
		})),
	);
}

const isTest = (path: string) => inside(path, 'tests', 'public-log/tests') || path.endsWith('.test.ts');
const isProduct = (path: string, folder: string) => inside(path, folder) && !isTest(path);
const inside = (path: string, ...folders: string[]) => folders.some((folder) => path.startsWith(`${folder}/`));

/** The public log's own edges: its routes, and the start of its thread. */
const LOG_EDGES = /^public-log\/server\/(?:thread-main|routes)\.ts$/;
const BENEATH_THE_LOG = ['server/kernel', 'server/db', 'server/config', 'server/jobs', 'server/media'];

const PUBLIC_FORMAT = 'public-log/format';

interface Folder {
	folder: string;
	/** What its files may import beside the folder itself. */
	sees: string[];
	why: string;
	but?: RegExp;
	/** What its tests may import too. Those of other folders may import anything. */
	tests?: string[];
}

const SEES: Folder[] = [
	{ folder: 'contract', sees: [PUBLIC_FORMAT], why: 'it is pure' },
	{ folder: PUBLIC_FORMAT, sees: [], why: 'it imports nothing of ours' },
	{ folder: 'public-log/auditor', sees: [PUBLIC_FORMAT], why: 'so that it runs without the product' },
	{ folder: 'public-log/browser', sees: [PUBLIC_FORMAT, 'contract'], why: 'so that any page can use it' },
	{
		folder: 'public-log/server',
		sees: [PUBLIC_FORMAT, 'contract', ...BENEATH_THE_LOG],
		why: 'it knows no noun of the site but at its edges',
		but: LOG_EDGES,
	},
	{ folder: 'ui', sees: [], why: 'it knows no business: neither contract/ nor server/ nor the apps', tests: [] },
	{ folder: 'client', sees: ['contract'], why: 'it calls the API for both apps', tests: [] },
	{
		folder: 'web',
		sees: ['contract', 'client', 'ui', PUBLIC_FORMAT, 'public-log/browser'],
		why: 'it checks the log itself, and never sees console/',
		tests: ['tests', 'testkit', 'public-log/tests'],
	},
	{ folder: 'console', sees: ['contract', 'client', 'ui'], why: 'it never sees web/', tests: [] },
	{
		folder: 'server',
		sees: ['contract', PUBLIC_FORMAT, 'public-log/server'],
		why: 'no screens, no demo content, no emulators',
	},
	{ folder: 'emulators', sees: [], why: 'they import nothing of ours' },
	{ folder: 'server/kernel', sees: ['contract'], why: 'it lies beneath everything' },
	{ folder: 'server/config', sees: ['contract', PUBLIC_FORMAT], why: 'everybody may know it' },
	{ folder: 'server/db', sees: ['server/kernel', 'server/config', 'contract'], why: 'it stands on these' },
	{
		folder: 'server/jobs',
		sees: ['server/db', 'server/kernel', 'server/config', 'contract'],
		why: 'domains give it their work',
	},
	{
		folder: 'server/http',
		sees: ['server/db', 'server/kernel', 'server/config', 'contract'],
		why: 'what it needs of a domain, it is given',
	},
];

it.each(SEES)('$folder/ imports itself and $sees only: $why', ({ folder, sees, but, tests }) => {
	const mayNot = ({ from, to }: Import) =>
		isTest(from) ? tests && !inside(to, folder, ...sees, ...tests) : !inside(to, folder, ...sees) && !but?.test(from);
	expect(imports.filter((edge) => inside(edge.from, folder) && mayNot(edge))).toEqual([]);
});

/** `why` is what a person who breaks it gets to read. */
const rules: { why: string; broken: (edge: Import) => boolean }[] = [
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

it.each(rules)('$why', ({ broken }) => {
	expect(imports.filter(broken)).toEqual([]);
});

it('no two rooms of the server know each other in a circle', () => {
	expect(imports.length).toBeGreaterThan(200);
	expect(circlesOf(imports)).toEqual([]);
});
