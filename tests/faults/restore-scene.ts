/** A site on one machine that keeps backups, and a crowd that votes on it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startEmbedded, type EmbeddedDatabase } from '#server/db/embedded.ts';
import { socketFolder } from '#server/db/embedded/folders.ts';
import { openDatabase } from '#server/db/pool.ts';
import type { Database } from '#server/kernel/database.ts';
import { aPerson, type Person } from '../fixtures/accounts/people.ts';
import { OF_TESTS } from '../fixtures/database/database.ts';
import { runScript, startServerProcess, type ServerProcess } from '../../testkit/processes.ts';
import { aContest, type Contest } from '../fixtures/voting/contests.ts';
import { startCrowd, type Crowd } from '../fixtures/voting/crowd.ts';
import { PATIENCE } from './scene.ts';

const ROOT = join(import.meta.dirname, '../..');
const FANS = 40;
const LIMITS = { VOTE_REQUESTS_PER_SECOND: '100000', VOTE_REQUESTS_BURST: '100000', READS_PER_MINUTE: '1000000' };

export interface RestoreScene {
	/** Holds the data folder, the backups and what tests restore. */
	folder: string;
	data: string;
	backups: string;
	env: Record<string, string>;
	owner: Database;
	contest: Contest;
	site: ServerProcess;
	crowd: Crowd;
	moreVotes(count: number): Promise<void>;
	/** Starts a script and kills it as soon as a condition holds. */
	killWhen(holds: () => Promise<boolean>, script: string, args?: string[], env?: Record<string, string>): Promise<void>;
	/** Stops crowd, site and database; everything is archived then. */
	stop(): Promise<void>;
	/** Runs a script of ours on the data folder. */
	run(script: string, args?: string[], env?: Record<string, string>): Promise<{ code: number | null; output: string }>;
	close(): Promise<void>;
}

export async function openRestoreScene(): Promise<RestoreScene> {
	const folder = await mkdtemp(join(tmpdir(), 'lightstick-restore-'));
	const [data, backups] = [join(folder, 'data'), join(folder, 'backups')];
	const env = {
		...LIMITS,
		DATABASE_URL: '',
		DATABASE_POOL_URL: '',
		VOTE_LOG_MASTER_KEY: '',
		VOTE_LOG_SIGNING_KEY: '',
		PUBLIC_URL: 'http://localhost:3000',
		LIGHTSTICK_DATA: data,
		LIGHTSTICK_BACKUPS: backups,
	};
	const site = await startServerProcess('', env);
	// Adopts the server of the site.
	const embedded: EmbeddedDatabase = await startEmbedded({ folder: data });
	const owner = openDatabase(embedded.url, { role: null, max: 4, timeouts: OF_TESTS });
	const contest = await aContest(owner, 'november');
	const fans: Person[] = await Promise.all(
		Array.from({ length: FANS }, (_, n) => aPerson(owner, `fan ${n}`, { earned: 1e9, purchased: 70 })),
	);
	let going = true;
	const crowd = startCrowd({
		fans,
		ballotsMax: 1e9,
		forMs: 1e9,
		atOnce: 20,
		pauseMs: 10,
		goesOn: () => going,
		address: () => site.address,
		choose: () => ({ rankingKey: contest.key, artistId: contest.artistIds[0] as number }),
	});
	let stopping: Promise<void> | null = null;
	async function stop(): Promise<void> {
		going = false;
		await crowd.done;
		await owner.close();
		await site.terminate();
		await embedded.stop();
	}
	return {
		folder,
		data,
		backups,
		env,
		owner,
		contest,
		site,
		crowd,
		async moreVotes(count) {
			const before = crowd.countOf('cast');
			await expect.poll(() => crowd.countOf('cast') - before, PATIENCE).toBeGreaterThanOrEqual(count);
		},
		async killWhen(holds, script, args = [], more = {}) {
			const child = spawn(process.execPath, [join(ROOT, 'scripts', script), ...args], {
				env: { ...process.env, ...env, ...more },
				stdio: 'ignore',
			});
			await expect.poll(holds, { ...PATIENCE, interval: 1 }).toBe(true);
			child.kill('SIGKILL');
			await once(child, 'exit');
		},
		stop: () => (stopping ??= stop()),
		run: (script, args = [], more = {}) => runScript(script, { ...env, ...more }, args),
		async close() {
			await (stopping ??= stop());
			const folders = existsSync(folder) ? await readdir(folder) : [];
			for (const name of folders) await rm(socketFolder(join(folder, name)), { recursive: true, force: true });
			await rm(folder, { recursive: true, force: true });
		},
	};
}
