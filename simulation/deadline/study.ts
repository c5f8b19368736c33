/** The questions that the simulation answers, one table each. */
import { BALANCER } from './model/balancer.ts';
import { headLine, isCarried, rowLine, simulateRow, type Row, type Simulated } from './row.ts';
import { scenario, SHARDS, type Given, type Size } from './scenarios.ts';

export interface Study {
	/** The last minute by number of shards, with databases of the usual size. */
	byShards: { shards: number; outcome: Simulated['outcome'] }[];
	/** Two shards at rates around their limit. */
	byRate: (Simulated & { perSecond: number })[];
	/** A fifth above what is carried: too few cores of databases, and too few processes. */
	overloads: { databases: Simulated; processes: Simulated };
	rows: Row[];
}

const LIMITED: Given = { shards: 2 };
/** Databases have cores to spare, so the processes are the limit. */
const FEW_PROCESSES: Given = { shards: 4, processes: 8 };
const RATES = [80_000, 100_000, 120_000, 135_000, 150_000, 165_000];
const RATES_OF_FEW = [50_000, 55_000, 60_000];
const ABOVE = 1.2;
const FAR_ABOVE = 1.6;

export function makeStudy(size: Size, say: (line: string) => void): Study {
	const rows: Row[] = [];
	const simulate = (name: string, given: Given): Simulated => {
		const simulated = simulateRow(scenario(name, given, size));
		rows.push(simulated.row);
		say(rowLine(simulated.row));
		return simulated;
	};

	say(headLine('shards, each on a database of its own'));
	const byShards = SHARDS.map((shards) => {
		const { outcome } = simulate(`${shards} × 8 cores`, { shards });
		return { shards, outcome };
	});
	simulate('4 × 4 cores', { shards: 4, databaseCores: 4 });
	simulate('1 × 16 cores', { databaseCores: 16 });

	say(headLine('each process gets votes of all shards'));
	simulate('16 × 8 cores', { shards: 16, routing: 'any' });

	say(headLine('sixteen shards on two databases of 16 cores'));
	for (const routing of ['shard', 'any'] as const) {
		simulate(`a process gets votes of ${routing}`, { shards: 16, databases: 2, databaseCores: 16, routing });
	}

	say(headLine('a slower flush, two shards'));
	for (const flushMs of [2, 10]) simulate(`flush of ${flushMs} ms`, { ...LIMITED, flushMs });

	say(headLine('50 million fans of docs/scaling.md, 30 processes'));
	for (const shards of [1, 2]) {
		simulate(`${shards} × 16 cores`, { shards, databaseCores: 16, processes: 30, perSecond: 170_000 });
	}

	const ofRates = (given: Given, rates: readonly number[]) =>
		rates.map((perSecond) => ({ perSecond, ...simulate(`${perSecond} votes a second`, { ...given, perSecond }) }));
	say(headLine('2 × 8 cores by rate'));
	const byRate = ofRates(LIMITED, RATES);
	say(headLine('8 processes by rate'));
	const byRateOfFew = ofRates(FEW_PROCESSES, RATES_OF_FEW);
	say(headLine('a fifth above the highest rate that was carried'));
	const overloads = {
		databases: simulate('2 × 8 cores', { ...LIMITED, perSecond: ABOVE * highest(byRate) }),
		processes: simulate('8 processes', { ...FEW_PROCESSES, perSecond: ABOVE * highest(byRateOfFew) }),
	};
	simulate('8 processes without a bound', {
		...FEW_PROCESSES,
		perSecond: ABOVE * highest(byRateOfFew),
		callsMax: Infinity,
	});
	say(headLine('six tenths above it'));
	simulate('2 × 8 cores', { ...LIMITED, perSecond: FAR_ABOVE * highest(byRate) });
	for (const callsMax of [BALANCER.callsMax, Infinity]) {
		simulate(`8 processes, ${callsMax} calls at once`, {
			...FEW_PROCESSES,
			perSecond: FAR_ABOVE * highest(byRateOfFew),
			callsMax,
		});
	}
	return { byShards, byRate, overloads, rows };
}

/** Returns the highest rate that the site carries. */
const highest = (all: readonly (Simulated & { perSecond: number })[]): number =>
	Math.max(...all.filter(({ row }) => isCarried(row)).map(({ perSecond }) => perSecond));
