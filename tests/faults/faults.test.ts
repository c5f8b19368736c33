/**
 * Causes one fault after the other while a crowd votes. No vote is lost or counted twice, every vote gets a response,
 * and the chart is always available. `npm run test:faults` runs it; FAULT_SECONDS makes each fault longer.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#server/db/pool.ts';
import { holdWallet } from '../fixtures/voting/engine.ts';
import type { ChartWatch } from './chart-watch.ts';
import { aSmallDisk, openScene, PATIENCE, type Scene } from './scene.ts';

const SECONDS = Number(process.env.FAULT_SECONDS ?? 6);
const VOTES_BETWEEN = 100;
/** A crowd of this kind casts hundreds in a second; while a fault lasts, this many show that it goes on. */
const VOTES_DURING = 200;

let scene: Scene;

beforeAll(async () => {
	scene = await openScene();
});
afterAll(() => scene.close());

interface Fault {
	name: string;
	/** Starts the fault and returns the function that ends it. Null if this machine cannot produce it. */
	strike(scene: Scene): Promise<(() => Promise<void>) | null>;
	/** Does the site accept votes during the fault? */
	votesGoOn: boolean;
}

const faults: Fault[] = [
	{
		name: 'somebody holds one wallet',
		votesGoOn: true,
		strike: ({ owner, fans }) => holdWallet(owner, fans[0] as (typeof fans)[number]),
	},
	{
		name: 'one of two processes is stopped',
		votesGoOn: true,
		async strike({ processes, spare, chart }) {
			const [stopped] = processes;
			spare.process = stopped ?? null;
			await nextLooks(chart);
			stopped?.child.kill('SIGSTOP');
			return async () => {
				stopped?.child.kill('SIGCONT');
				spare.process = null;
			};
		},
	},
	{
		name: 'the database is frozen, and nobody is told',
		votesGoOn: false,
		async strike({ line }) {
			line.freeze();
			return async () => line.thaw();
		},
	},
	{
		name: 'every connection to the database breaks',
		votesGoOn: true,
		async strike({ line }) {
			line.cut();
			return async () => undefined;
		},
	},
	{
		name: 'the database only reads',
		votesGoOn: false,
		async strike({ owner }) {
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
		async strike({ owner }) {
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
		async strike({ server }) {
			const hog = openDatabase(server.url, { max: 200 });
			const takes = Array.from({ length: 120 }, () => hog.query({ text: 'select 1' }).catch(() => undefined));
			await Promise.all(takes);
			return () => hog.close();
		},
	},
	{
		name: 'the database is killed and started again',
		votesGoOn: false,
		async strike({ server }) {
			await server.kill();
			return () => server.restart();
		},
	},
	{
		name: 'a process is killed and started again',
		votesGoOn: true,
		async strike({ processes, spare, startProcess, chart }) {
			const [killed] = processes;
			spare.process = killed ?? null;
			await nextLooks(chart);
			await killed?.kill();
			return async () => {
				processes[0] = await startProcess();
				spare.process = null;
			};
		},
	},
];

/** A look that began before a process ends would be answered by nobody, and it is not the site's fault. */
async function nextLooks(chart: ChartWatch): Promise<void> {
	const looks = chart.looks();
	await expect.poll(() => chart.looks() - looks, PATIENCE).toBeGreaterThan(1);
}

const ENDS_OTHERS = `select pg_terminate_backend(pid) from pg_stat_activity
	where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;

it.each(faults)('while $name, the chart is there, and afterwards votes are counted again', async (fault) => {
	const { chart, crowd, moreVotes } = scene;
	chart.under(fault.name);
	await moreVotes(VOTES_BETWEEN);
	const heal = await fault.strike(scene);
	if (!heal) return;
	const struckAt = performance.now();
	const cast = crowd.countOf('cast');
	await expect.poll(() => performance.now() - struckAt, PATIENCE).toBeGreaterThan(SECONDS * 1_000);
	if (fault.votesGoOn) expect(crowd.countOf('cast') - cast).toBeGreaterThan(VOTES_DURING);
	await heal();
	await moreVotes(VOTES_BETWEEN);
	expect(chart.misses(fault.name)).toEqual({});
});

it('in the end everybody knows what became of their vote, and the books balance', async () => {
	await scene.settle();
	const { crowd, chart } = scene;
	console.log(
		`${crowd.ballots.length} votes, ${chart.looks()} looks at the chart, ${chart.old()} of them at an old one`,
	);
	expect(chart.looks()).toBeGreaterThan(0);
});
