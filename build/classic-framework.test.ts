import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build, type Rolldown } from 'vite';
import { classicFramework } from './classic-framework.ts';

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'classic-framework-'));
	await writeFile(join(folder, 'library.cjs'), 'exports.twice = (n) => 2 * n;');
	await writeFile(join(folder, 'own.js'), "export { twice } from './library.cjs';");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Builds the module with its framework, and returns the chunks by name. */
async function chunksOf(app: string): Promise<Map<string, Rolldown.OutputChunk>> {
	await writeFile(join(folder, 'app.js'), app);
	const built = (await build({
		root: folder,
		configFile: false,
		logLevel: 'silent',
		plugins: [classicFramework()],
		build: {
			write: false,
			modulePreload: false,
			rolldownOptions: {
				input: join(folder, 'app.js'),
				preserveEntrySignatures: 'strict',
				output: { codeSplitting: { groups: [{ name: 'framework', test: /own\.js|library\.cjs/ }] } },
			},
		},
	})) as Rolldown.RolldownOutput;
	return new Map(built.output.flatMap((file) => (file.type === 'chunk' ? [[file.name, file] as const] : [])));
}

test('the framework is a script that runs without modules, and the app reads its exports', async () => {
	const chunks = await chunksOf("import { twice } from './own.js';\nglobalThis.seen = twice(21);");
	const context = createContext({});
	runInContext(chunks.get('framework')?.code ?? '', context);
	runInContext(chunks.get('app')?.code ?? '', context);
	expect(runInContext('seen', context)).toBe(42);
});

test('a build without the chunk stops', async () => {
	await expect(chunksOf('export const alone = 1;')).rejects.toThrow('The build has no chunk framework');
});
