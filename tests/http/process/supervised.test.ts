/** Processes as somebody starts them: supervised, with a shared socket, with a broken log, and half set up. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { mkdtemp, mkdtempDisposable, rm, mkdir, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { join } from 'node:path';
import { expect, it, vi, onTestFinished, describe } from 'vitest';
import { ROOT } from '../../../scripts/lib/steps.ts';
import { LOG_KEYS, runScript, startServerProcess, type ServerProcess } from '../../../testkit/processes.ts';
import { serveHttp } from '../../fixtures/http/serve.ts';
import { copyDatabase } from '../../fixtures/database/database.ts';
import { beforeTests } from '../../fixtures/site/site.ts';

const database = beforeTests(copyDatabase);
const folder = beforeTests(() => mkdtempDisposable(join(tmpdir(), 'lightstick-supervised-')));

async function npmServe(): Promise<{ npm: ChildProcess; address: string }> {
	const own = { DATABASE_URL: database.url, DATABASE_POOL_URL: '', PORT: '0', LIGHTSTICK_DATA: folder.path };
	const env = { ...process.env, ...LOG_KEYS, ...own };
	const npm = spawn('npm', ['run', 'serve', '--ignore-scripts'], {
		cwd: ROOT,
		env,
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

it.each(['SIGTERM', 'SIGKILL'] as const)('ends when npm gets %s', async (signal) => {
	const { npm, address } = await npmServe();
	expect(await answers(address)).toBe(true);
	npm.kill(signal);
	await vi.waitUntil(async () => !(await answers(address)), 20_000);
});

it('does nothing if a command is asked what it does not know', async () => {
	const word = fc.constantFrom('--help', '-h', '--dry-run', '--acknowledged', 'help', '--version', 'x');
	const command = fc.constantFrom(...'audit doctor migrate push-keys rotate-log-key seed serve start'.split(' '));
	await fc.assert(
		fc.asyncProperty(command, word, async (name, asked) => {
			// npm's own dashes stand before it where npm does not take them away.
			const { code, output } = await runScript(`${name}.ts`, {}, ['--', asked]);
			expect([code, output]).toEqual([
				1,
				expect.stringMatching(`^${name} takes .*was given ${asked}: nothing was done\\s*$`),
			]);
		}),
		{ numRuns: 8 },
	);
});

async function expectToEnd({ child }: ServerProcess, signal: NodeJS.Signals): Promise<void> {
	child.kill(signal);
	expect([signal, ...(await once(child, 'exit'))]).toEqual([signal, 0, null]);
}

it('is known to be ready, or that its process has ended', async () => {
	const ready = await serveHttp((_request, response) => response.end());
	const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
	await once(ended, 'exit');
	const awaitReady = (pid: number | undefined) => runScript('await-ready.ts', { MAINPID: String(pid) }, [ready.origin]);
	expect(await awaitReady(process.pid)).toEqual({ code: 0, output: '' });
	await ready.close();
	expect(await awaitReady(ended.pid)).toEqual({ code: 1, output: expect.stringContaining('The process has ended') });
});

const AT_ONCE = 20;
const ANSWERS = 150;

/** Calls without a key, each on a connection of its own: a proxy repeats none of them. */
function startCallers(port: number) {
	const outcomes = new Map<string, number>();
	const count = (outcome: string) => void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
	const state = { goes: true };
	const call = () =>
		new Promise<void>((resolve) => {
			const sent = request({ host: '127.0.0.1', port, path: '/api/v1/nowhere', method: 'POST', agent: false });
			sent.once('response', (response) => {
				count(String(response.statusCode));
				response.resume().once('close', resolve);
			});
			sent.once('error', (error) => {
				count(String(error));
				resolve();
			});
			sent.end();
		});
	const callers = Array.from({ length: AT_ONCE }, async () => {
		while (state.goes) await call();
	});
	return {
		outcomes,
		answered: () => outcomes.get('404') ?? 0,
		async stop() {
			state.goes = false;
			await Promise.all(callers);
		},
	};
}

/** Node has no public name for it. */
const descriptorOf = (server: Server): number => Number(Reflect.get(Object(Reflect.get(server, '_handle')), 'fd'));

it('a process that ends, at SIGHUP or SIGINT, cuts off no call that waited to be accepted', async () => {
	const holder = createServer().listen(0, '127.0.0.1');
	await once(holder, 'listening');
	const { port } = holder.address() as AddressInfo;
	const start = () => startServerProcess(database.url, { DRAIN_SECONDS: '1' }, undefined, descriptorOf(holder));
	const [first, second] = await Promise.all([start(), start()]);
	// Only the two accept now.
	holder.close();
	expect([first.address, second.address].map((address) => new URL(address).port)).toEqual([String(port), String(port)]);
	const callers = startCallers(port);
	onTestFinished(() => Promise.all([first.kill(), second.kill()]).then(() => undefined));
	const more = async () => {
		const before = callers.answered();
		await expect.poll(() => callers.answered() - before).toBeGreaterThan(ANSWERS);
	};
	await more();
	await expectToEnd(first, 'SIGHUP');
	await more();
	await callers.stop();
	expect([...callers.outcomes.keys()]).toEqual(['404']);
	await expectToEnd(second, 'SIGINT');
});

it('a site whose log is broken is told, and taken back once the log goes on', async () => {
	const fresh = await copyDatabase();
	const data = join(folder.path, 'data');
	await mkdir(data);
	await writeFile(join(data, 'log'), 'not a folder');
	const server = await startServerProcess(fresh.url, { LIGHTSTICK_DATA: data });
	onTestFinished(() => fresh.drop());
	onTestFinished(() => server.kill());
	const degradedBy = async () =>
		((await (await fetch(`${server.address}/readyz`)).json()) as { degraded: string[] }).degraded;
	await expect.poll(degradedBy, { timeout: 30_000 }).toEqual(['The vote log is behind']);
	expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
	await rm(join(data, 'log'));
	await expect.poll(degradedBy, { timeout: 30_000 }).toEqual([]);
	await expectToEnd(server, 'SIGTERM');
});

/** The subjects of the lines that say what to mend. */
const toMend = (output: string) => [...output.matchAll(/^MEND  (\S+)/gm)].map(([, subject]) => subject);

describe('npm run doctor', () => {
	it('goes on after settings that are refused', async () => {
		const key = join(folder.path, 'key');
		await writeFile(key, 'x', { mode: 0o644 });
		const { code, output } = await runScript('doctor.ts', {
			PUBLIC_URL: 'https://vote.example',
			DATABASE_URL: '',
			LOG_LEVEL: 'loud',
			LINE_CLIENT_SECRET_FILE: key,
			// Another program's, which everybody may read.
			SSL_CERT_FILE: '/etc/hostname',
			STRIPE_SECRET_KEY_FILE: join(folder.path, 'nowhere'),
		});
		expect([code, toMend(output)]).toEqual([1, expect.arrayContaining(['settings', 'secrets'])]);
		for (const name of ['LOG_LEVEL', 'LINE_CLIENT_SECRET_FILE', 'STRIPE_SECRET_KEY_FILE'])
			expect(output).toContain(name);
		expect(output).not.toContain('SSL_CERT_FILE');
		expect(output).toMatch(/^\d of these must be mended\.$/m);
	});

	it('says that a crash would lose what was answered', async () => {
		const address = new URL(database.url);
		address.searchParams.set('options', '-c synchronous_commit=off');
		const own = { DATABASE_URL: address.href, LIGHTSTICK_DATA: folder.path };
		await runScript('init.ts', own);
		const { output } = await runScript('doctor.ts', own);
		expect(output).toMatch(/^MEND  crashes .*synchronous_commit$/m);
	});

	it('ends in a sentence when nobody reads on', async () => {
		const command = `"${process.execPath}" scripts/doctor.ts | head -n 1`;
		const { stderr } = await promisify(execFile)('sh', ['-c', command], { cwd: ROOT });
		expect(stderr).toMatch(/^Nobody reads this output any more: write EPIPE\n$/);
	});

	it('goes on after a database that does not answer', async () => {
		const { code, output } = await runScript('doctor.ts', {
			DATABASE_URL: 'postgresql://site@127.0.0.1:1/lightstick',
			LIGHTSTICK_DATA: await mkdtemp(join(folder.path, 'unreachable-')),
		});
		expect([code, toMend(output)]).toEqual([1, expect.arrayContaining(['database', 'sign-in'])]);
		expect(output).toMatch(/^ok    pictures/m);
		expect(output).toMatch(/^ok    permissions/m);
	});
});
