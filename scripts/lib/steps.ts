/** Steps shared by the start and check scripts: run a program, and build the pages only if something changed. */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { StartRefused } from '#server/config/refused.ts';
import { isBuilt } from './build-stamp.ts';

export const ROOT = resolve(import.meta.dirname, '../..');

/** Runs a program to its end in this terminal and returns its exit code. */
export function run(program: string, args: string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
	return new Promise((resolveCode, reject) => {
		const child = spawn(program, args, { cwd: ROOT, stdio: 'inherit', env });
		child.on('error', (error) => reject(new StartRefused(`${error.message}: run "npm ci", and start again`)));
		child.on('close', (code) => resolveCode(code ?? 1));
	});
}

export const bin = (name: string): string => join(ROOT, 'node_modules/.bin', name);

/** Builds dist/ unless it is there and was built from the same sources. @throws {StartRefused} when the build fails */
export async function buildWhenStale(): Promise<void> {
	if (await isBuilt(ROOT)) return;
	if ((await run(process.execPath, [join(ROOT, 'scripts/build.ts')])) !== 0) throw new StartRefused('The build failed');
}
