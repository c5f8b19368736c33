/** A site whose public log cannot be written goes on, and `/readyz` says so until it can. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copyDatabase } from '../../fixtures/database/database.ts';
import { startServerProcess } from '../../../testkit/processes.ts';

const POLL = { timeout: 30_000, interval: 100 };

it('is told, and taken back once the log goes on', async () => {
	const database = await copyDatabase();
	const folder = await mkdtemp(join(tmpdir(), 'lightstick-log-fault-'));
	await mkdir(join(folder, 'data'));
	await writeFile(join(folder, 'data/log'), 'not a folder');
	const server = await startServerProcess(database.url, { LIGHTSTICK_DATA: join(folder, 'data') });
	const degradedBy = async () => {
		const answer = await fetch(`${server.address}/readyz`);
		const { degraded } = (await answer.json()) as { degraded: string[] };
		return degraded;
	};
	try {
		await expect.poll(degradedBy, POLL).toEqual(['The vote log is behind']);
		expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
		await rm(join(folder, 'data/log'));
		await expect.poll(degradedBy, POLL).toEqual([]);
	} finally {
		await server.terminate();
		await database.drop();
		await rm(folder, { recursive: true, force: true });
	}
});
