/**
 * The bench's machine: the load program, one process and one database share its cores. For the comparison of the model
 * with what `npm run bench -- deadline` measures.
 */
import { randomFrom } from '../../demo/art/random.ts';
import { openBatches } from './batches.ts';
import { openAgenda, type Agenda } from './model/agenda.ts';
import { openCores, type Cores } from './model/cores.ts';
import type { Costs } from './model/costs.ts';
import { openLatencies } from './model/latencies.ts';
import { openLoop } from './model/loop.ts';
import { openSite, type Layout, type Site } from './model/site.ts';
import { pressed, type Vote } from './model/vote.ts';

export interface Load {
	connections: number;
	/** Votes a second. Without it, each connection sends its next vote at once. */
	perSecond?: number;
	/** Processor time of the load program for a vote. */
	voteMs: number;
}

export interface MachineRun {
	costs: Costs;
	bounds: { batchMax: number; queueMax: number };
	cores: number;
	load: Load;
	lengthMs: number;
}

export interface Measured {
	perSecond: number;
	batchVotes: number;
	p50Ms: number;
	p99Ms: number;
	/** Share of the cores that was busy. */
	busy: number;
}

const ALONE: Layout = {
	shards: 1,
	databases: 1,
	processes: 1,
	databaseCores: 1,
	routing: 'any',
	wireMs: 0,
	callsMax: Infinity,
};

export function simulateMachine({ costs, bounds, cores, load, lengthMs }: MachineRun): Measured {
	const agenda = openAgenda();
	const machine = openCores(agenda, cores);
	const batches = openBatches(() => true);
	const waits = openLatencies();
	const site = openSite({
		agenda,
		random: randomFrom('one way only'),
		layout: ALONE,
		costs,
		bounds,
		machine,
		cutOff: Infinity,
		watch: batches.add,
		settle: (vote) => client.answered(vote),
	});
	const open = load.perSecond === undefined ? openInTurn : openSteady;
	const client = open({ agenda, machine, site, load, done: (waitMs) => waits.add(waitMs) });
	agenda.run(lengthMs);
	return {
		perSecond: (waits.count() * 1000) / lengthMs,
		batchVotes: batches.mean(),
		p50Ms: waits.quantile(0.5),
		p99Ms: waits.quantile(0.99),
		busy: machine.busyMs() / (cores * lengthMs),
	};
}

interface ClientOptions {
	agenda: Agenda;
	machine: Cores;
	site: Site;
	load: Load;
	done: (waitMs: number) => void;
}

interface Client {
	answered(vote: Vote): void;
}

/** As wrk: each connection sends its next vote when it has the answer to the last one. */
function openInTurn({ agenda, machine, site, load, done }: ClientOptions): Client {
	const loop = openLoop(machine);
	const send = () => site.take(pressed(agenda.now(), 0));
	for (let n = 0; n < load.connections; n += 1) loop.arrive(load.voteMs, send);
	return {
		answered: (vote) =>
			loop.arrive(load.voteMs, () => {
				done(agenda.now() - vote.pressedAt);
				send();
			}),
	};
}

const TICK_MS = 1;

/** As bench/lib/steady.ts: every millisecond sends what is due, and times it from when it was due. */
function openSteady({ agenda, machine, site, load, done }: ClientOptions): Client {
	const loop = openLoop(machine);
	const overdue: number[] = [];
	const everyMs = 1000 / (load.perSecond ?? Number.NaN);
	let [idle, sent] = [load.connections, 0];
	const send = (dueAt: number) => loop.arrive(load.voteMs / 2, () => site.take(pressed(dueAt, 0)));

	function tick(): void {
		for (; sent * everyMs <= agenda.now(); sent += 1) {
			const dueAt = sent * everyMs;
			if (idle === 0) {
				overdue.push(dueAt);
				continue;
			}
			idle -= 1;
			send(dueAt);
		}
		agenda.at(agenda.now() + TICK_MS, tick);
	}

	tick();
	return {
		answered: (vote) =>
			loop.arrive(load.voteMs / 2, () => {
				done(agenda.now() - vote.pressedAt);
				const next = overdue.shift();
				if (next === undefined) idle += 1;
				else send(next);
			}),
	};
}
