/** The sites and deadlines that are simulated. */
import { readConfig } from '#server/config/config.ts';
import { MEASURED } from './costs.ts';
import { BALANCER } from './model/balancer.ts';
import { deadline } from './model/curve.ts';
import type { Layout } from './model/site.ts';
import type { Deadline } from './simulate.ts';

/** Mean of the last minute. Its last second has a third more. */
const VOTES_PER_SECOND = 100_000;
export const SHARDS = [1, 2, 4, 8, 16] as const;

/** Half of each process's core is busy at the end. */
const PROCESSES = 32;
const WIRE_MS = 0.1;
const USUAL_CORES = 8;

export interface Scenario {
	name: string;
	deadline: Deadline;
	/** The site has so many parts like the simulated one, which share nothing. */
	parts: number;
}

export interface Given extends Partial<Layout> {
	perSecond?: number;
	flushMs?: number;
}

/** Each shard has a database of its own, unless it is said otherwise. */
export function scenario(name: string, given: Given, { seed, minuteMs }: Size): Scenario {
	const { process, database } = MEASURED;
	const { perSecond = VOTES_PER_SECOND, flushMs = database.flushMs, ...changed } = given;
	const shards = changed.shards ?? 1;
	const layout: Layout = {
		shards,
		databases: shards,
		processes: PROCESSES,
		databaseCores: USUAL_CORES,
		routing: 'shard',
		wireMs: WIRE_MS,
		callsMax: BALANCER.callsMax,
		...changed,
	};
	const { batchMax, queueMax } = readConfig({}).voting;
	const parts = partsOf(layout);
	return {
		name,
		parts,
		deadline: {
			layout: {
				...layout,
				shards: shards / parts,
				databases: layout.databases / parts,
				processes: layout.processes / parts,
			},
			costs: { process, database: { ...database, flushMs } },
			bounds: { batchMax, queueMax },
			curve: deadline(perSecond / parts, minuteMs),
			secondMs: minuteMs / 60,
			seed,
		},
	};
}

/**
 * Databases whose shards have processes of their own share nothing with the others, and fans choose by chance. So one of
 * them tells of all.
 */
function partsOf({ shards, databases, processes, routing }: Layout): number {
	const areAlike = [shards, processes].every((count) => count % databases === 0);
	return routing === 'shard' && areAlike && processes >= shards ? databases : 1;
}

export interface Size {
	seed: number;
	/** Length of the last minute. */
	minuteMs: number;
}

export const FULL_MINUTE_MS = 60_000;
export const SHORT_MINUTE_MS = 6_000;
