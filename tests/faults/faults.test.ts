/**
 * Causes one fault after the other while a crowd votes, also in rankings that end meanwhile. No vote is lost, counted twice
 * or taken after the close, every vote gets a response, and the chart is always available. `npm run test:faults` runs it;
 * FAULT_SECONDS makes each fault longer.
 */
import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#server/db/pool.ts';
import type { Database } from '#server/kernel/database.ts';
import { startServerProcess, type ServerProcess } from '../../testkit/processes.ts';
import { aPerson } from '../fixtures/accounts/people.ts';
import { beforeTests } from '../fixtures/before-tests.ts';
import { faultOf, OF_TESTS } from '../fixtures/database/database.ts';
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
	startVoting(
		owner,
		() => {
			const open = processes.filter((process) => process !== spare);
			return open[Math.floor(Math.random() * open.length)]?.address ?? '';
		},
		{ withEndings: true },
	),
);

interface Fault {
	name: string;
	/** False if this machine cannot produce it. */
	strike(): unknown;
	heal(): unknown;
	/** Does the site accept votes during the fault? */
	votesGoOn: boolean;
	/** Something in the site waits for the end of the fault, and gives up after five seconds. Else a third of the time shows all. */
	isWaitedFor?: true;
}

/** Sends the crowd to the other process first. */
async function spareFirst(): Promise<void> {
	spare = processes[0] ?? null;
	await nextLooks();
}

let release: () => Promise<void>;
let disk: Awaited<ReturnType<typeof aSmallDisk>>;
let hog: Database;

async function moveVotes(tablespace: string): Promise<void> {
	for (const index of ['vote_pkey', 'vote_cast']) {
		await owner.query({ text: `alter index ${index} set tablespace ${tablespace}` });
	}
}

async function setReadOnly(value: 'on' | 'off'): Promise<void> {
	await owner.transaction(async (tx) => {
		await tx.query({ text: 'set transaction read write' });
		await tx.query({ text: `alter database lightstick set default_transaction_read_only = ${value}` });
	});
	await owner.query({ text: ENDS_OTHERS });
}

const faults: Fault[] = [
	{
		name: 'somebody holds one wallet',
		votesGoOn: true,
		isWaitedFor: true,
		strike: async () => void (release = await holdWallet(owner, await aPerson(owner, 'a fan whose wallet is held'))),
		heal: () => release(),
	},
	{
		name: 'one of two processes is stopped',
		votesGoOn: true,
		isWaitedFor: true,
		async strike() {
			await spareFirst();
			spare?.child.kill('SIGSTOP');
		},
		heal: () => spare?.child.kill('SIGCONT'),
	},
	{
		name: 'the database is frozen, and nobody is told',
		votesGoOn: false,
		isWaitedFor: true,
		strike: () => line.freeze(),
		heal: () => line.thaw(),
	},
	{ name: 'every connection to the database breaks', votesGoOn: true, strike: () => line.cut(), heal: () => undefined },
	{
		name: 'the database only reads',
		votesGoOn: false,
		strike: () => setReadOnly('on'),
		heal: () => setReadOnly('off'),
	},
	{
		name: 'the disk of the votes is full',
		votesGoOn: false,
		async strike() {
			disk = await aSmallDisk(2);
			if (!disk) return false;
			await owner.query({ text: `create tablespace small location '${disk.folder}'` });
			return moveVotes('small');
		},
		async heal() {
			await moveVotes('pg_default');
			await owner.query({ text: 'drop tablespace small' });
			await disk?.remove();
		},
	},
	{
		name: 'the server of the database has no connection left',
		votesGoOn: true,
		async strike() {
			hog = openDatabase(server.url, { max: 200 });
			await Promise.all(Array.from({ length: 120 }, () => faultOf(hog.query({ text: 'select 1' }))));
		},
		heal: () => hog.close(),
	},
	{
		name: 'the database is killed and started again',
		votesGoOn: false,
		strike: () => server.kill(),
		heal: () => server.restart(),
	},
	{
		name: 'a process is killed and started again',
		votesGoOn: true,
		strike: () => spareFirst().then(() => spare?.kill()),
		heal: async () => void (processes[0] = await startProcess()),
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
	if ((await fault.strike()) === false) return;
	const struckAt = performance.now();
	const cast = crowd.countOf('cast');
	const lasts = (fault.isWaitedFor ? SECONDS : SECONDS / 3) * 1_000;
	await expect.poll(() => performance.now() - struckAt, PATIENCE).toBeGreaterThan(lasts);
	if (fault.votesGoOn) await expect.poll(() => crowd.countOf('cast') - cast, PATIENCE).toBeGreaterThan(VOTES_DURING);
	await fault.heal();
	spare = null;
	await moreVotes(VOTES_BETWEEN);
	expect(chart.misses(fault.name)).toEqual([]);
});

it('in the end everybody knows what became of their vote, none was taken after a close, and the books balance', () =>
	voting.settle());

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
