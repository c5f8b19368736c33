/** Processes and databases of a site, and the way of a request to one of the processes. */
import type { Random } from '../../../demo/art/random.ts';
import type { Agenda } from './agenda.ts';
import { openBounded } from './balancer.ts';
import { openCores, type Cores } from './cores.ts';
import type { Costs } from './costs.ts';
import { openDatabase } from './database.ts';
import { openProcess } from './process.ts';
import type { Vote } from './vote.ts';
import type { WriterOptions } from './writer.ts';

export interface Layout {
	shards: number;
	/** Shards are spread evenly over them. */
	databases: number;
	processes: number;
	/** Cores of one database's machine. A process has one core. */
	databaseCores: number;
	/** `shard`: each process gets the votes of as few shards as possible. `any`: each gets votes of all shards. */
	routing: 'shard' | 'any';
	/** One way between process and database, in milliseconds. */
	wireMs: number;
	/** Calls that the balancer gives a process at once. */
	callsMax: number;
}

export interface SiteOptions extends Pick<WriterOptions, 'bounds' | 'cutOff' | 'settle' | 'watch'> {
	agenda: Agenda;
	random: Random;
	layout: Layout;
	costs: Costs;
	/** One machine for everything. Without it, each process and each database has a machine of its own. */
	machine?: Cores;
}

export interface Site {
	/** A request for this vote reaches one of the processes. */
	take(vote: Vote): void;
	/** Returns the votes in all queues. */
	waiting(): number;
	databases: readonly Cores[];
	processes: readonly Cores[];
}

export function openSite({ agenda, random, layout, costs, machine, settle, ...options }: SiteOptions): Site {
	const { shards, processes: count, routing, wireMs, callsMax } = layout;
	const databaseCores = make(layout.databases, () => machine ?? openCores(agenda, layout.databaseCores));
	const databases = databaseCores.map((cores) => openDatabase(agenda, cores, costs.database));
	const processCores = make(count, () => machine ?? openCores(agenda, 1));
	const processes = processCores.map((cores) => {
		const open = (answer: typeof settle) =>
			openProcess({
				...options,
				settle: answer,
				agenda,
				cores,
				costs: costs.process,
				wireMs,
				connections: make(shards, (shard) => at(databases, shard).connect()),
			});
		return openBounded(open, callsMax, settle);
	});
	const ofShards = make(shards, (shard) => {
		const own = processes.filter((_, process) => process % shards === shard % count);
		return routing === 'any' ? processes : own;
	});
	return {
		take(vote) {
			const chosen = at(ofShards, vote.shard);
			at(chosen, Math.floor(random.next() * chosen.length)).take(vote);
		},
		waiting: () => processes.reduce((sum, process) => sum + process.waiting(), 0),
		databases: databaseCores,
		processes: processCores,
	};
}

const make = <Made>(count: number, one: (index: number) => Made): Made[] =>
	Array.from({ length: count }, (_, index) => one(index));

const at = <Item>(items: readonly Item[], index: number): Item => items[index % items.length] as Item;
