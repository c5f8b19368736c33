/** A deadline on a site of many processes and shards: fans vote along a curve and go on after a refusal. */
import { randomFrom } from '../../demo/art/random.ts';
import { openJournal, type Journal } from './journal.ts';
import { openAgenda } from './model/agenda.ts';
import type { Cores } from './model/cores.ts';
import type { Costs } from './model/costs.ts';
import { follow, type Curve } from './model/curve.ts';
import { openSite, type Layout } from './model/site.ts';
import { pressed, sendAgainAt, type Vote } from './model/vote.ts';
import { openBatches, type Batches } from './batches.ts';

export interface Deadline {
	layout: Layout;
	costs: Costs;
	bounds: { batchMax: number; queueMax: number };
	curve: Curve;
	/** Length of the last second before the end, and of those before it. */
	secondMs?: number;
	/** Seconds that are reported. */
	seconds?: number;
	seed: number;
}

export interface Outcome {
	journal: Journal;
	/** Batches from the first reported second on. */
	batches: Batches;
	/** Shares of the cores that were busy in the last ten seconds: of the busiest database, and of the busiest process. */
	databaseBusy: number;
	processBusy: number;
	/** Votes that still wait after all. */
	waiting: number;
}

/** Seconds before the end in which the use of cores is looked at. */
const LOOK = 10;

export function simulateDeadline(deadline: Deadline): Outcome {
	const { layout, costs, bounds, curve, seed, secondMs = 1_000, seconds = 60 } = deadline;
	const agenda = openAgenda();
	const [arrivals, ways, pauses] = ['arrivals', 'ways', 'pauses'].map((word) => randomFrom(`${seed} ${word}`));
	if (!arrivals || !ways || !pauses) throw new Error('There is no chance');
	const journal = openJournal({ endMs: curve.endMs, count: seconds, secondMs });
	const batches = openBatches(() => agenda.now() >= curve.endMs - seconds * secondMs && agenda.now() < curve.endMs);
	const site = openSite({
		agenda,
		random: ways,
		layout,
		costs,
		bounds,
		cutOff: curve.endMs,
		watch: batches.add,
		settle(vote, answer) {
			if (typeof answer === 'string') journal.ended(vote, answer, agenda.now());
			else refuse(vote, answer.retryAfter);
		},
	});

	function refuse(vote: Vote, retryAfter: number): void {
		journal.busy(vote);
		const at = sendAgainAt(vote, retryAfter, agenda.now(), pauses?.next() ?? 0);
		if (at === null) journal.ended(vote, 'gaveUp', agenda.now());
		else agenda.at(at, () => site.take(vote));
	}

	follow(agenda, curve, arrivals, () => {
		const vote = pressed(agenda.now(), Math.floor(ways.next() * layout.shards));
		journal.pressed(vote);
		site.take(vote);
	});
	agenda.run(curve.endMs - LOOK * secondMs);
	const before = { databases: site.databases.map(busyMs), processes: site.processes.map(busyMs) };
	agenda.run(curve.endMs);
	const share = (all: readonly Cores[], used: readonly number[], cores: number) =>
		Math.max(...all.map((one, index) => busyMs(one) - (used[index] ?? 0))) / (cores * LOOK * secondMs);
	const databaseBusy = share(site.databases, before.databases, layout.databaseCores);
	const processBusy = share(site.processes, before.processes, 1);
	agenda.run();
	return { journal, batches, databaseBusy, processBusy, waiting: site.waiting() };
}

const busyMs = (cores: Cores): number => cores.busyMs();
