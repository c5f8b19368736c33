/** A PostgreSQL server of a test's own, durable, which may be killed. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/pool.ts';

export interface OwnServer {
	/** The same after a restart. */
	url: string;
	/** Ends it as a power cut would, and gives once nothing of it runs any more. */
	kill(): Promise<void>;
	restart(): Promise<void>;
	remove(): Promise<void>;
}

/**
 * Every commit takes eight milliseconds more, as on an ordinary disk: what somebody decides while another's commit is on
 * its way is seen more often.
 */
const SETTINGS = { max_connections: '100', commit_delay: '8000', commit_siblings: '0' };

/** With our tables, as a site has them after its first start. */
export async function startOwnServer(): Promise<OwnServer> {
	const folder = await mkdtemp(join(tmpdir(), 'lightstick-own-'));
	const start = () => startEmbedded({ folder, settings: SETTINGS });
	let server = await start();
	await migrate(server.url);
	return {
		url: server.url,
		async kill() {
			const children = await processesOf(server.url);
			const [postmaster] = (await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n');
			process.kill(Number(postmaster), 'SIGKILL');
			// Its children notice by themselves; a new server refuses to start before.
			await expect.poll(() => children.filter(isRunning), { timeout: 20_000, interval: 20 }).toEqual([]);
		},
		async restart() {
			server = await start();
		},
		async remove() {
			await server.stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

async function processesOf(url: string): Promise<number[]> {
	const db = openDatabase(url, { role: null, max: 1 });
	const rows = await db.query<{ pid: number }>({ text: 'select pid from pg_stat_activity' });
	await db.close();
	return rows.map(({ pid }) => pid);
}

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}
