/** Votes under load, with the processor time of everything that takes part in them. */
import { one } from '#server/kernel/database.ts';
import type { ServerProcess } from '../../tests/fixtures/processes/processes.ts';
import { cpuOfEndedChildren, cpuOfMachine, cpuOfPostgres, scheduledOf, scheduledOfProcess } from '../lib/cpu.ts';
import type { BenchDatabase } from '../lib/ground.ts';
import { loadTool, loadVotes, USUAL, type Measured } from '../lib/load.ts';
import { measureSteady } from '../lib/steady.ts';

export interface Sample {
	perSecond: number;
	/** Answers of 503. */
	refusedPerSecond: number;
	p50Ms: number;
	p99Ms: number;
	/** Votes of a batch. */
	batchVotes: number;
	/** Microseconds for a request: of the process's main thread, and of its other threads. */
	mainUs: number;
	besideUs: number;
	/** The backend of the writer, and all processes of PostgreSQL. */
	backendUs: number;
	postgresUs: number;
	/** The load program. */
	loadUs: number;
	/** Cores that other programs of the machine used meanwhile. */
	otherCores: number;
}

export interface Meter {
	inTurn(connections: number, seconds: number): Promise<Sample>;
	steady(load: { perSecond: number; seconds: number; connections: number }): Promise<Sample>;
}

/** Microseconds so far; NaN where the system does not tell. */
interface Accounts {
	main: number;
	all: number;
	backend: number;
	postgres: number;
	load: number;
	machine: number;
	at: number;
	batches: number;
}

export function openMeter({ address, child }: ServerProcess, { db }: BenchDatabase): Meter {
	const server = child.pid ?? 0;
	const ownUs = () => {
		const { user, system } = process.cpuUsage();
		return user + system;
	};

	async function read(loadUs: () => number | null): Promise<Accounts> {
		// One row for each batch: the bench has one ranking.
		const { batches, pid } = await one<{ batches: number; pid: number | null }>(db, {
			text: `select count(*)::integer as batches, (
					select pid from pg_stat_activity where datname = current_database() and query ~ 'cast_votes?\\('
						and pid <> pg_backend_pid()
				) as pid from log_batch`,
		});
		return {
			batches,
			main: scheduledOf(server) ?? Number.NaN,
			all: scheduledOfProcess(server) ?? Number.NaN,
			backend: scheduledOf(pid ?? 0) ?? 0,
			postgres: cpuOfPostgres() ?? Number.NaN,
			load: loadUs() ?? Number.NaN,
			machine: cpuOfMachine() ?? Number.NaN,
			at: performance.now(),
		};
	}

	async function during(loadUs: () => number | null, seconds: number, load: () => Promise<Measured>): Promise<Sample> {
		const before = await read(loadUs);
		const { good, bad, perSecond, p50Ms, p99Ms } = await load();
		const after = await read(loadUs);
		const used = (from: number, to: number) => (to - from) / (good + bad);
		const main = used(before.main, after.main);
		const own = (['all', 'postgres', 'load'] as const).reduce((sum, who) => sum + after[who] - before[who], 0);
		return {
			perSecond,
			refusedPerSecond: bad / seconds,
			p50Ms,
			p99Ms,
			batchVotes: good / (after.batches - before.batches),
			mainUs: main,
			besideUs: used(before.all, after.all) - main,
			backendUs: used(before.backend, after.backend),
			postgresUs: used(before.postgres, after.postgres),
			loadUs: used(before.load, after.load),
			otherCores: Math.max(0, (after.machine - before.machine - own) / 1000 / (after.at - before.at)),
		};
	}

	return {
		inTurn: (connections, seconds) =>
			// wrk is a child; autocannon is a part of this program.
			during(loadTool === 'wrk' ? cpuOfEndedChildren : ownUs, seconds, () =>
				loadVotes(address, USUAL, { connections, seconds }),
			),
		steady: (load) => during(ownUs, load.seconds, () => measureSteady(address, load)),
	};
}
