/** The embedded database is killed under a running site: it costs seconds, or the site ends loudly. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '#server/db/pool.ts';
import { socketFolder } from '#server/db/embedded/folders.ts';
import { ROOT } from '../../../scripts/lib/steps.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { aKey, aPerson } from '../../fixtures/accounts/people.ts';

const SECONDS = 1_000;
const PATIENCE = { timeout: 60 * SECONDS, interval: 100 };

let folder: string;
let child: ChildProcess;
let output: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'lightstick-killed-'));
	output = '';
});
afterEach(async () => {
	if (child.exitCode === null && child.signalCode === null) {
		child.kill('SIGTERM');
		await once(child, 'exit');
	}
	await rm(folder, { recursive: true, force: true });
});

/** The production start with the embedded database. */
async function startSite(): Promise<string> {
	child = spawn(process.execPath, [join(ROOT, 'scripts/serve.ts')], {
		cwd: ROOT,
		env: { ...process.env, DATABASE_URL: '', PORT: '0', PUBLIC_URL: 'http://localhost:3000', LIGHTSTICK_DATA: folder },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
	for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
		output += `${line}\n`;
		const address = /listening on (http\S+?)\)/.exec(line)?.[1];
		if (!address) continue;
		child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
		return address;
	}
	throw new Error(`The site ended before it listened: ${output}`);
}

async function killDatabase(files = 'postgres'): Promise<void> {
	const [pid] = (await readFile(join(folder, files, 'postmaster.pid'), 'utf8')).split('\n');
	process.kill(Number(pid), 'SIGKILL');
}

it('comes back within seconds, and takes votes and shows charts as before', { timeout: 180 * SECONDS }, async () => {
	const address = await startSite();
	const url = `postgresql://lightstick@localhost/lightstick?host=${encodeURIComponent(socketFolder(folder))}`;
	const owner = openDatabase(url, { role: null, max: 2 });
	const contest = await aContest(owner, 'november');
	const fan = await aPerson(owner, 'a fan', { earned: 1_000 });
	const vote = async (key: string): Promise<number> => {
		const response = await fetch(`${address}/api/v1/rankings/vote/${contest.key}`, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				authorization: `Bearer ${fan.token}`,
				'idempotency-key': key,
			},
			body: JSON.stringify({ artist_id: contest.artistIds[0], ticket_number: 1 }),
		});
		await response.arrayBuffer();
		return response.status;
	};
	const read = async () => (await fetch(`${address}/api/v1/rankings/detail?ranking_key=${contest.key}`)).status;
	expect([await vote(aKey()), await read()]).toEqual([200, 200]);

	await killDatabase();
	const key = aKey();
	await expect.poll(() => vote(key), PATIENCE).toBe(200);
	await expect.poll(async () => (await fetch(`${address}/readyz`)).status, PATIENCE).toBe(200);
	expect(await read()).toBe(200);
	expect(await owner.query({ text: 'select count(*) as votes from vote' })).toEqual([{ votes: 2 }]);
	await owner.close();
	expect(output).toContain('The embedded database has died. It is started again');
	expect(output).toContain('The embedded database answers again');
	expect(child.exitCode).toBeNull();
});

it(
	'ends with a failure and says why, if the database cannot be started again',
	{ timeout: 120 * SECONDS },
	async () => {
		await startSite();
		await rename(join(folder, 'postgres'), join(folder, 'elsewhere'));
		await killDatabase('elsewhere');
		const [code] = (await once(child, 'exit')) as [number | null];
		expect(code).toBe(1);
		expect(output).toContain('Lightstick ends, because its embedded database is lost');
	},
);
