/** Checks the allowed import directions between folders. */
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { trackedFiles } from './tracked-files.ts';

/** Both paths are relative to the root of the repository. */
interface Import {
	from: string;
	to: string;
}

const inside = (path: string, ...folders: string[]) => folders.some((folder) => path.startsWith(`${folder}/`));
const isTest = (path: string) => inside(path, 'tests', 'public-log/tests') || path.endsWith('.test.ts');

const imports = (await trackedFiles(/^[^.].*\.tsx?$/)).flatMap(({ name: from, text }) =>
	[...text.matchAll(/(?:from|import)\s*\(?\s*'([.#][^']+)'/g)].map(([, path = '']): Import => ({
		from,
		to: path.startsWith('#') ? path.slice(1) : join(dirname(from), path),
	})),
);
/** Those of no test. */
const ofProduct = imports.filter(({ from }) => !isTest(from));

const FORMAT = 'public-log/format';
const SERVER_BASE = ['server/kernel', 'server/config', 'contract'];

interface Folder {
	folder: string;
	/** What its files may import beside the folder itself. */
	sees: string[];
	/** A person who breaks it reads this. */
	why: string;
	but?: RegExp;
	/** What its tests may import too. Those of other folders may import anything. */
	tests?: string[];
}

const SEES: Folder[] = [
	{ folder: 'contract', sees: [FORMAT], why: 'it is pure' },
	{ folder: FORMAT, sees: [], why: 'it imports nothing of ours' },
	{ folder: 'public-log/auditor', sees: [FORMAT], why: 'so that it runs without the product' },
	{ folder: 'public-log/browser', sees: [FORMAT, 'contract'], why: 'so that any page can use it' },
	{
		folder: 'public-log/server',
		sees: [FORMAT, ...SERVER_BASE, 'server/db', 'server/jobs', 'server/media'],
		why: 'it knows no noun of the site but at its edges',
		but: /^public-log\/server\/(?:thread-main|routes)\.ts$/,
	},
	{ folder: 'ui', sees: [], why: 'it knows no business: neither contract/ nor server/ nor the apps', tests: [] },
	{ folder: 'client', sees: ['contract'], why: 'it calls the API for both apps', tests: [] },
	{
		folder: 'web',
		sees: ['contract', 'client', 'ui', FORMAT, 'public-log/browser'],
		why: 'it checks the log itself, and never sees console/',
		tests: ['tests', 'testkit', 'public-log/tests'],
	},
	{ folder: 'console', sees: ['contract', 'client', 'ui'], why: 'it never sees web/', tests: [] },
	{ folder: 'server', sees: ['contract', FORMAT, 'public-log/server'], why: 'no screens, demo content or emulators' },
	{ folder: 'testkit', sees: ['server', 'contract', 'public-log', 'scripts'], why: 'it lies beneath what uses it' },
	{ folder: 'emulators', sees: [], why: 'they import nothing of ours' },
	{ folder: 'server/kernel', sees: ['contract'], why: 'it lies beneath everything' },
	{ folder: 'server/config', sees: ['contract', FORMAT], why: 'everybody may know it' },
	{ folder: 'server/db', sees: SERVER_BASE, why: 'it stands on these' },
	{ folder: 'server/jobs', sees: [...SERVER_BASE, 'server/db'], why: 'domains give it their work' },
	{ folder: 'server/http', sees: [...SERVER_BASE, 'server/db'], why: 'what it needs of a domain, it is given' },
	{
		folder: 'build',
		sees: ['contract'],
		why: 'vite.config.ts and scripts/ read it',
		but: /^build\/after-vite\.ts$/,
	},
];

it.each(SEES)('$folder/ imports itself and $sees only: $why', ({ folder, sees, but, tests }) => {
	const mayNot = ({ from, to }: Import) =>
		isTest(from) ? tests && !inside(to, folder, ...sees, ...tests) : !inside(to, folder, ...sees) && !but?.test(from);
	expect(imports.filter((edge) => inside(edge.from, folder) && mayNot(edge))).toEqual([]);
});

const feature = (path: string) => /^(?:web|console)\/features\/([^/]+)\//.exec(path)?.[1];
/** The folder of the server that a file stands in. */
const room = (path: string) => /^server\/([^/]+)\//.exec(path)?.[1];
const domain = (path: string) => {
	const name = room(path);
	return name && ['kernel', 'config', 'db', 'jobs', 'http', 'outside'].includes(name) ? undefined : name;
};

const OF_TESTS = ['testkit', 'bench'];

it.each<[why: string, isBroken: (edge: Import) => unknown]>([
	[
		'server/ knows public-log/server/public-log.ts only, and store.ts where the site opens its storage',
		({ from, to }) =>
			inside(from, 'server') &&
			inside(to, 'public-log/server') &&
			to !== 'public-log/server/public-log.ts' &&
			!(from === 'server/storage.ts' && to === 'public-log/server/store.ts'),
	],
	[
		'sign-in and sessions know nothing of the public log',
		({ from, to }) => inside(from, 'server/accounts') && inside(to, 'public-log'),
	],
	[
		'a feature of web/ or console/ does not know another: a page passes one into the other',
		({ from, to }) => feature(from) && feature(to) && feature(from) !== feature(to),
	],
	[
		'a domain calls another through its use cases, never its sql files',
		({ from, to }) =>
			domain(from) && domain(to) && domain(from) !== domain(to) && /(?:^|\/)(?:[a-z-]+-)?sql\.ts$/.test(to),
	],
	[
		'a domain knows server/http/ in its routes only',
		({ from, to }) => domain(from) && inside(to, 'server/http') && !/(?:^|[/-])routes\.ts$/.test(from),
	],
	[
		'adapters in server/outside/ know only the interfaces that domains own, configuration, how a wait is bounded and how a reading is kept',
		({ from, to }) =>
			inside(from, 'server/outside') &&
			!inside(to, 'server/outside', 'server/config', 'contract') &&
			!/^server\/(?:kernel\/(?:within|cache)|(?:[a-z-]+\/)+[a-z-]*(?:provider|store))\.ts$/.test(to),
	],
	['nothing but a test imports tests/: what others need of it lies in testkit/', ({ to }) => inside(to, 'tests')],
	[
		'the product and its build know neither testkit/ nor bench/, nor does testkit/ know bench/',
		({ from, to }) =>
			OF_TESTS.some((folder) => inside(to, folder) && !inside(from, folder)) &&
			!(inside(to, 'testkit') && inside(from, 'scripts', ...OF_TESTS)),
	],
	[
		'only the outermost layer builds the app from its domains',
		({ from, to }) => to === 'server/app.ts' && from !== 'server/main.ts' && !inside(from, 'bench'),
	],
])('%s', (_, isBroken) => expect(ofProduct.filter(isBroken)).toEqual([]));

it('no two rooms of the server know each other in a circle', () => {
	expect(imports.length).toBeGreaterThan(200);
	let open = ofProduct
		.map(({ from, to }) => [room(from), room(to)] as const)
		.filter(([own, other]) => own && other && own !== other);
	// Who knows nobody is in no circle; nor is, without them, who knew only them.
	for (let before = -1; before !== open.length;) {
		before = open.length;
		const knowing = new Set(open.map(([own]) => own));
		open = open.filter(([, other]) => knowing.has(other));
	}
	expect(open).toEqual([]);
});
