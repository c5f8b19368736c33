/**
 * Runs two site processes, a database behind a proxy, and a crowd that votes while faults begin and end. At the end the
 * responses that the crowd received are compared with the stored votes, and every read of the chart was answered.
 */
import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { openDatabase } from '#server/db/pool.ts';
import type { Database } from '#server/kernel/database.ts';
import { expectBooksToBalance } from '../fixtures/audit/books.ts';
import { aContest, type Contest } from '../fixtures/voting/contests.ts';
import { startCrowd, type Crowd } from '../fixtures/voting/crowd.ts';
import { OF_TESTS } from '../fixtures/database/database.ts';
import { openDatabaseLine, type DatabaseLine } from '../fixtures/database/database-line.ts';
import { startOwnServer, type OwnServer } from '../fixtures/database/own-server.ts';
import { aPerson, type Person } from '../fixtures/accounts/people.ts';
import { startServerProcess, type ServerProcess } from '../../testkit/processes.ts';
import { watchChart, type ChartWatch } from './chart-watch.ts';
import { expectMemoriesToAgree } from './memories.ts';

export interface Scene {
	server: OwnServer;
	line: DatabaseLine;
	owner: Database;
	contest: Contest;
	fans: Person[];
	/** Where the crowd votes. */
	processes: ServerProcess[];
	/** A stopped process. The crowd sends it nothing until it runs again. */
	spare: { process: ServerProcess | null };
	crowd: Crowd;
	chart: ChartWatch;
	startProcess(): Promise<ServerProcess>;
	/** Until so many more votes were counted. */
	moreVotes(count: number): Promise<void>;
	/** Stops the crowd and compares the responses it received with the stored votes. */
	settle(): Promise<void>;
	close(): Promise<void>;
}

const FANS = 200;
const AT_ONCE = 40;
const PAUSE_MS = 10;
const LIMITS = { VOTE_REQUESTS_PER_SECOND: '100000', READS_PER_MINUTE: '1000000' };
export const PATIENCE = { timeout: 60_000, interval: 50 };

export async function openScene(): Promise<Scene> {
	const server = await startOwnServer();
	const owner = openDatabase(server.url, { role: null, max: 4, timeouts: OF_TESTS });
	const contest = await aContest(owner, 'november');
	const fans = await Promise.all(
		Array.from({ length: FANS }, (_, n) => aPerson(owner, `fan ${n}`, { earned: 1e9, purchased: 70 })),
	);
	const line = await openDatabaseLine(server.url);
	const startProcess = () => startServerProcess(line.url, LIMITS);
	const processes = await Promise.all([startProcess(), startProcess()]);
	const spare: Scene['spare'] = { process: null };
	let going = true;
	const crowd = startCrowd({
		fans: fans.slice(1),
		ballotsMax: 1e9,
		forMs: 1e9,
		atOnce: AT_ONCE,
		pauseMs: PAUSE_MS,
		goesOn: () => going,
		address: () => {
			const open = processes.filter((process) => process !== spare.process);
			return open[Math.floor(Math.random() * open.length)]?.address ?? '';
		},
		choose: () => ({ rankingKey: contest.key, artistId: contest.artistIds[0] as number }),
	});
	const chart = watchChart(() => processes.find((process) => process !== spare.process)?.address ?? '', contest.key);

	return {
		server,
		line,
		owner,
		contest,
		fans,
		processes,
		spare,
		crowd,
		chart,
		startProcess,
		async moreVotes(count) {
			const before = crowd.countOf('cast');
			await expect.poll(() => crowd.countOf('cast') - before, PATIENCE).toBeGreaterThanOrEqual(count);
		},
		async settle() {
			going = false;
			await crowd.done;
			await chart.stop();
			await expectMemoriesToAgree(crowd, owner);
			await expectBooksToBalance(owner);
		},
		async close() {
			going = false;
			await chart.stop();
			for (const one of processes) await one.kill();
			await line.close();
			await owner.close();
			await server.remove();
		},
	};
}

const run = promisify(execFile);

/** Mounts a disk of a few hundred pages. Prints the reason and returns null if this machine forbids mounting. */
export async function aSmallDisk(megabytes: number): Promise<{ folder: string; remove(): Promise<void> } | null> {
	const folder = await mkdtemp(join(tmpdir(), 'lightstick-disk-'));
	try {
		await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder]);
	} catch (error) {
		console.log(`No small disk can be mounted here, so none is filled: ${String(error).split('\n')[0]}`);
		await rm(folder, { recursive: true });
		return null;
	}
	const { uid, gid } = await stat(join(folder, '..'));
	await chown(folder, uid, gid);
	return {
		folder,
		async remove() {
			await run('umount', ['-l', folder]);
			await rm(folder, { recursive: true, force: true });
		},
	};
}
