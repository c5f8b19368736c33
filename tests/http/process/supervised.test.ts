/** The site under something that starts and stops it: npm, systemd, a terminal. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ROOT } from '../../../scripts/lib/steps.ts';
import { LOG_KEYS, runScript, startServerProcess } from '../../../testkit/processes.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { copyDatabase } from '../../fixtures/database/database.ts';

const database = beforeTests(copyDatabase);
let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'lightstick-supervised-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function npmServe(): Promise<{ npm: ChildProcess; address: string }> {
	const npm = spawn('npm', ['run', 'serve', '--ignore-scripts'], {
		cwd: ROOT,
		env: {
			...process.env,
			...LOG_KEYS,
			DATABASE_URL: database.url,
			DATABASE_POOL_URL: '',
			PORT: '0',
			LIGHTSTICK_DATA: folder,
		},
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	for await (const line of createInterface(npm.stdout)) {
		const address = /listening on (http\S+?)\)/.exec(line)?.[1];
		if (address) return { npm, address };
	}
	throw new Error('npm ended before the site listened');
}

const answers = (address: string) =>
	fetch(`${address}/healthz`, { headers: { connection: 'close' } }).then(
		() => true,
		() => false,
	);

it.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)('ends when npm gets %s', async (signal) => {
	const { npm, address } = await npmServe();
	expect(await answers(address)).toBe(true);
	npm.kill(signal);
	await vi.waitUntil(async () => !(await answers(address)), 20_000);
});

// At SIGTERM: each test that terminates a process.
it.each(['SIGINT', 'SIGHUP'] as const)('ends with 0 at %s', async (signal) => {
	const { child } = await startServerProcess(database.url);
	child.kill(signal);
	expect(await once(child, 'exit')).toEqual([0, null]);
});

it('is known to be ready, or that its process has ended', async () => {
	const ready = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
	await once(ready, 'listening');
	const address = `http://127.0.0.1:${(ready.address() as AddressInfo).port}`;
	const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
	await once(ended, 'exit');
	const awaitReady = (pid: number | undefined) => runScript('await-ready.ts', { MAINPID: String(pid) }, [address]);
	expect(await awaitReady(process.pid)).toEqual({ code: 0, output: '' });
	ready.close();
	expect(await awaitReady(ended.pid)).toEqual({ code: 1, output: expect.stringContaining('The process has ended') });
});
