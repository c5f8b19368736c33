/** Steps shared by the start and check scripts: run a program, and build the pages only if something changed. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** Runs a program to its end in this terminal and returns its exit code. */
export function run(program: string, args: string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
	return new Promise((resolveCode, reject) => {
		const child = spawn(program, args, { cwd: ROOT, stdio: 'inherit', env });
		child.on('error', reject);
		child.on('close', (code) => resolveCode(code ?? 1));
	});
}

/** A file of node_modules/.bin. */
export const bin = (name: string): string => join(ROOT, 'node_modules/.bin', name);

const BUILD_INPUTS = [
	'web',
	'console',
	'ui',
	'client',
	'contract',
	'vite.config.ts',
	'lingui.config.ts',
	'server/languages/texts.ts',
	'package-lock.json',
	'public-log',
	'scripts/audit-log.ts',
	'scripts/build.ts',
	'build',
];
const STAMP = join(ROOT, '.cache/build-stamp');

/** Builds dist/ unless it is there and was built from the same sources. @throws {Error} when the build fails */
export async function buildWhenStale(): Promise<void> {
	// A container holds what was built, and no sources of pages.
	if (!existsSync(join(ROOT, 'web'))) return;
	const stamp = await hashOf(BUILD_INPUTS);
	const complete = ['web', 'console'].every((app) => existsSync(join(ROOT, 'dist', app, 'index.html')));
	const built = complete ? await readFile(STAMP, 'utf8').catch(() => '') : '';
	if (built === stamp) return;
	// Whatever runs us: browsers get React's production build.
	const env = { ...process.env, NODE_ENV: 'production' };
	if ((await run(process.execPath, [join(ROOT, 'scripts/build.ts')], env)) !== 0) throw new Error('The build failed');
	await mkdir(join(ROOT, '.cache'), { recursive: true });
	await writeFile(STAMP, stamp);
}

async function hashOf(paths: string[]): Promise<string> {
	const hash = createHash('sha256');
	for (const path of paths) {
		const place = join(ROOT, path);
		if (!existsSync(place)) continue;
		const names = path.includes('.') ? [''] : await readdir(place, { recursive: true });
		for (const name of names.toSorted()) {
			const file = join(place, name);
			// A folder cannot be read as a file; its name alone says nothing new.
			const bytes = await readFile(file).catch(() => null);
			if (bytes) hash.update(`${path}/${name}\0`).update(bytes);
		}
	}
	return hash.digest('hex');
}
