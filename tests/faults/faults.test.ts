/**
 * Causes one fault after the other while a crowd votes. No vote is lost or counted twice, every vote gets a response,
 * and the chart is always available. `npm run test:faults` runs it; FAULT_SECONDS makes each fault longer.
 */
import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#server/db/pool.ts';
import { startServerProcess, type ServerProcess } from '../../testkit/processes.ts';
import { aPerson } from '../fixtures/accounts/people.ts';
import { beforeTests } from '../fixtures/before-tests.ts';
import { OF_TESTS } from '../fixtures/database/database.ts';
import { openDatabaseLine } from '../fixtures/database/database-line.ts';
import { startOwnServer } from '../fixtures/database/own-server.ts';
import { holdWallet } from '../fixtures/voting/engine.ts';
import { PATIENCE, startVoting } from './voting.ts';

const SECONDS = Number(process.env.FAULT_SECONDS ?? 6);
const VOTES_BETWEEN = 100;
/** A crowd of this kind casts hundreds in a second; while a fault lasts, this many show that it goes on. */
const VOTES_DURING = 200;

const server = beforeTests(startOwnServer);
const owner = beforeTests(async () => openDatabase(server.url, { role: null, max: 4, timeouts: OF_TESTS }));
const line = beforeTests(() => openDatabaseLine(server.url));
const startProcess = () => startServerProcess(line.url);
let processes: ServerProcess[];
/** A stopped process. The crowd sends it nothing until it runs again. */
let spare: ServerProcess | null = null;
beforeAll(async () => {
	processes = await Promise.all([startProcess(), startProcess()]);
});
afterAll(async () => {
	for (const one of processes) await one.kill();
});
const voting = beforeTests(() =>
	startVoting(owner, () => {
		const open = processes.filter((process) => process !== spare);
		return open[Math.floor(Math.random() * open.length)]?.address ?? '';
	}),
);
afterAll(() => voting.stop());

interface Fault {
	name: string;
	/** Starts the fault and returns the function that ends it. Null if this machine cannot produce it. */
	strike(): Promise<(() => Promise<void>) | null>;
	/** Does the site accept votes during the fault? */
	votesGoOn: boolean;
}

const faults: Fault[] = [
	{
		name: 'somebody holds one wallet',
		votesGoOn: true,
		strike: async () => holdWallet(owner, await aPerson(owner, 'a fan whose wallet is held')),
	},
	{
		name: 'one of two processes is stopped',
		votesGoOn: true,
		async strike() {
			const [stopped] = processes;
			spare = stopped ?? null;
			await nextLooks();
			stopped?.child.kill('SIGSTOP');
			return async () => {
				stopped?.child.kill('SIGCONT');
				spare = null;
			};
		},
	},
	{
		name: 'the database is frozen, and nobody is told',
		votesGoOn: false,
		async strike() {
			line.freeze();
			return async () => line.thaw();
		},
	},
	{
		name: 'every connection to the database breaks',
		votesGoOn: true,
		async strike() {
			line.cut();
			return async () => undefined;
		},
	},
	{
		name: 'the database only reads',
		votesGoOn: false,
		async strike() {
			await owner.query({ text: 'alter database lightstick set default_transaction_read_only = on' });
			await owner.query({ text: ENDS_OTHERS });
			return async () => {
				await owner.transaction(async (tx) => {
					await tx.query({ text: 'set transaction read write' });
					await tx.query({ text: 'alter database lightstick set default_transaction_read_only = off' });
				});
				await owner.query({ text: ENDS_OTHERS });
			};
		},
	},
	{
		name: 'the disk of the votes is full',
		votesGoOn: false,
		async strike() {
			const disk = await aSmallDisk(2);
			if (!disk) return null;
			const tables = async (space: string) => {
				for (const index of ['vote_pkey', 'vote_cast']) {
					await owner.query({ text: `alter index ${index} set tablespace ${space}` });
				}
			};
			await owner.query({ text: `create tablespace small location '${disk.folder}'` });
			await tables('small');
			return async () => {
				await tables('pg_default');
				await owner.query({ text: 'drop tablespace small' });
				await disk.remove();
			};
		},
	},
	{
		name: 'the server of the database has no connection left',
		votesGoOn: true,
		async strike() {
			const hog = openDatabase(server.url, { max: 200 });
			const takes = Array.from({ length: 120 }, () => hog.query({ text: 'select 1' }).catch(() => undefined));
			await Promise.all(takes);
			return () => hog.close();
		},
	},
	{
		name: 'the database is killed and started again',
		votesGoOn: false,
		async strike() {
			await server.kill();
			return () => server.restart();
		},
	},
	{
		name: 'a process is killed and started again',
		votesGoOn: true,
		async strike() {
			const [killed] = processes;
			spare = killed ?? null;
			await nextLooks();
			await killed?.kill();
			return async () => {
				processes[0] = await startProcess();
				spare = null;
			};
		},
	},
];

/** A look that began before a process ends would be answered by nobody, and it is not the site's fault. */
async function nextLooks(): Promise<void> {
	const { chart } = voting;
	const looks = chart.looks();
	await expect.poll(() => chart.looks() - looks, PATIENCE).toBeGreaterThan(1);
}

const ENDS_OTHERS = `select pg_terminate_backend(pid) from pg_stat_activity
	where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;

it.each(faults)('while $name, the chart is there, and afterwards votes are counted again', async (fault) => {
	const { chart, crowd, moreVotes } = voting;
	chart.under(fault.name);
	await moreVotes(VOTES_BETWEEN);
	const heal = await fault.strike();
	if (!heal) return;
	const struckAt = performance.now();
	const cast = crowd.countOf('cast');
	await expect.poll(() => performance.now() - struckAt, PATIENCE).toBeGreaterThan(SECONDS * 1_000);
	if (fault.votesGoOn) expect(crowd.countOf('cast') - cast).toBeGreaterThan(VOTES_DURING);
	await heal();
	await moreVotes(VOTES_BETWEEN);
	expect(chart.misses(fault.name)).toEqual({});
});

it('in the end everybody knows what became of their vote, and the books balance', () => voting.settle());

const run = promisify(execFile);

/** Mounts a disk of a few hundred pages. Prints the reason and returns null if this machine forbids mounting. */
async function aSmallDisk(megabytes: number): Promise<{ folder: string; remove(): Promise<void> } | null> {
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
