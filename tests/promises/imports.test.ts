/** Who may know whom: the house's import directions. */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['contract', 'server', 'ui', 'web', 'console', 'emulators', 'demo', 'scripts', 'tests', 'bench'];

interface Import {
	/** Both from the root of the house. */
	from: string;
	to: string;
}

async function readImports(): Promise<Import[]> {
	const imports: Import[] = [];
	for (const folder of FOLDERS) {
		const names = await readdir(join(ROOT, folder), { recursive: true }).catch(() => []);
		for (const name of names.filter((name) => /\.tsx?$/.test(name))) {
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

const isTest = (path: string) => path.startsWith('tests/') || path.endsWith('.test.ts');
const inside = (path: string, ...folders: string[]) => folders.some((folder) => path.startsWith(`${folder}/`));

/** `why` is what a person who breaks it gets to read. */
const rules: { why: string; broken: (edge: Import) => boolean }[] = [
	{
		why: 'contract/ is pure: it imports nothing of ours',
		broken: ({ from, to }) => inside(from, 'contract') && !inside(to, 'contract'),
	},
	{
		why: 'ui/ knows no business: neither contract/ nor server/ nor the apps',
		broken: ({ from, to }) => inside(from, 'ui') && !inside(to, 'ui'),
	},
	{
		why: 'web/ sees contract/ and ui/ only, and console/ never',
		broken: ({ from, to }) => inside(from, 'web') && !inside(to, 'web', 'contract', 'ui'),
	},
	{
		why: 'console/ sees contract/ and ui/ only, and web/ never',
		broken: ({ from, to }) => inside(from, 'console') && !inside(to, 'console', 'contract', 'ui'),
	},
	{
		why: 'server/ sees contract/ only: no screens, no demo content, no emulators',
		broken: ({ from, to }) => inside(from, 'server') && !isTest(from) && !inside(to, 'server', 'contract'),
	},
	{
		why: 'emulators/ import nothing of ours',
		broken: ({ from, to }) => inside(from, 'emulators') && !inside(to, 'emulators'),
	},
	{
		why: 'a web feature does not know another: a page passes one into the other',
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
		why: 'adapters in server/outside/ know only the interfaces that domains own, and configuration',
		broken: ({ from, to }) =>
			inside(from, 'server/outside') &&
			!isTest(from) &&
			!inside(to, 'server/outside', 'contract') &&
			!/^server\/(config|[a-z-]+\/[a-z-]*(provider|store|port|payments)[a-z-]*)\.ts$/.test(to),
	},
	{
		why: 'only the outermost layer builds the app from its domains',
		broken: ({ from, to }) =>
			to === 'server/app.ts' && from !== 'server/main.ts' && !isTest(from) && !inside(from, 'bench'),
	},
];

function feature(path: string): string | null {
	return /^web\/features\/([^/]+)\//.exec(path)?.[1] ?? null;
}

function domain(path: string): string | null {
	const name = /^server\/([^/]+)\//.exec(path)?.[1] ?? null;
	return name === 'http' || name === 'db' ? null : name;
}

it('finds the imports that it is to judge', async () => {
	expect((await readImports()).length).toBeGreaterThan(200);
});

it.each(rules)('$why', async ({ broken }) => {
	expect((await readImports()).filter(broken)).toEqual([]);
});
