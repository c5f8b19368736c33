/** The trial start as a child process on a fresh data folder, for scripts that look at it from outside: no demo fan votes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../lib/free-port.ts';
import { ROOT } from '../lib/steps.ts';

export type Trial = Awaited<ReturnType<typeof startTrial>>;

/** Resolves when the site is ready. @throws {Error} when it ends before that */
export async function startTrial() {
	const folder = await mkdtemp(join(tmpdir(), 'lightstick-trial-'));
	const env = {
		...process.env,
		NODE_ENV: 'production',
		PORT: String(await freePort()),
		LIGHTSTICK_DATA: folder,
		LOG_LEVEL: 'error',
	};
	const child = spawn(process.execPath, [join(ROOT, 'scripts/start.ts'), '--still'], {
		cwd: ROOT,
		env,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const ended = once(child, 'exit');
	for await (const line of createInterface(child.stdout)) {
		const [, url] = /^Lightstick is ready: (\S+)/.exec(line) ?? [];
		if (url === undefined) continue;
		const stop = async () => {
			child.kill('SIGTERM');
			await ended;
			await rm(folder, { recursive: true, force: true });
		};
		return { url, stop, [Symbol.asyncDispose]: stop };
	}
	throw new Error('The trial start ended before the site was ready');
}
