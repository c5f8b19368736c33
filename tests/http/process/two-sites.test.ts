/** Two processes of one site share a database; a second site on it is refused before it changes anything. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { ROOT } from '../../../scripts/lib/steps.ts';
import { copyDatabase } from '../../fixtures/database/database.ts';
import { LOG_KEYS, runScript, startServerProcess, type ServerProcess } from '../../../testkit/processes.ts';

const SITE = {
	PUBLIC_URL: 'https://a.example',
	TRUST_PROXY: 'none',
	LIGHTSTICK_DATA: join(ROOT, '.cache/test-data', `two-sites-${process.pid}`),
};

let processes: ServerProcess[];

const database = beforeTests(copyDatabase);
beforeAll(async () => {
	const begun = await runScript('init.ts', { DATABASE_URL: database.url, ...LOG_KEYS, ...SITE });
	expect(begun).toEqual({
		code: 0,
		output: expect.stringContaining('The site https://a.example has begun in the database'),
	});
	const start = () => startServerProcess(database.url, SITE);
	processes = await Promise.all([start(), start()]);
});
afterAll(async () => {
	for (const one of processes) await one.kill();
	await rm(SITE.LIGHTSTICK_DATA, { recursive: true, force: true });
});

const otherKey = Buffer.alloc(32, 'another').toString('base64');

it.each([
	['address', { PUBLIC_URL: 'https://b.example' }, 'This database belongs to the site https://a.example'],
	[
		'master key',
		{ VOTE_LOG_MASTER_KEY: otherKey },
		'give every process of a site the same keys, and every site a database',
	],
])('a process of another %s is refused, and those of the site go on', async (_what, env, words) => {
	const { code, output } = await runScript('serve.ts', {
		DATABASE_URL: database.url,
		PORT: '0',
		...LOG_KEYS,
		...SITE,
		...env,
	});
	expect([code, output]).toEqual([1, expect.stringContaining(words)]);
	expect(output).not.toMatch(/^ +at /m);
	for (const { address } of processes) expect((await fetch(`${address}/healthz`)).status).toBe(200);
	expect(await database.owner.query({ text: 'select public_url from installation' })).toEqual([
		{ public_url: 'https://a.example' },
	]);
});
