/** What a bench is: it measures in turns, so that whatever else the machine does falls on everybody alike, and prints. */
import { median } from '../../testkit/quantile.ts';

export interface Length {
	rounds: number;
	/** Seconds of one measurement. */
	seconds: number;
	/** Votes that are stored before the last contestant of `growth`. */
	stored: number;
	/** Live listeners get this many updates. */
	updates: number;
}

export const SHORT: Length = { rounds: 3, seconds: 1, stored: 1_000_000, updates: 10 };
export const USUALLY: Length = { rounds: 5, seconds: 2, stored: 10_000_000, updates: 20 };
export const FULL: Length = { rounds: 9, seconds: 5, stored: 10_000_000, updates: 60 };

/** By name: what gives one measurement, and the measurements of all rounds. */
export type Contestants = Record<string, () => Promise<number>>;
export type Rounds = Record<string, number[]>;

/** Every contestant once per round, after one turn each to warm up. */
export async function inRounds(contestants: Contestants, { rounds }: Length): Promise<Rounds> {
	const measured: Rounds = {};
	const all = Object.entries(contestants);
	for (const [, measure] of all) await measure();
	for (let round = 0; round < rounds; round += 1) {
		// Each round begins with another one, so that nobody always follows the same neighbor.
		const first = round % all.length;
		for (const [name, measure] of [...all.slice(first), ...all.slice(0, first)]) {
			(measured[name] ??= []).push(await measure());
		}
	}
	return measured;
}

/** Returns the median of the per-round ratios. Null if either side was not measured. */
export function ratio(ours: readonly number[] | undefined, theirs: readonly number[] | undefined): number | null {
	if (!ours || !theirs || ours.length === 0 || theirs.length === 0) return null;
	return median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));
}

export interface Result {
	metrics: Record<string, number | string | null>;
	/** Null where the peer is not installed: never guessed. */
	ratios: Record<string, number | null>;
}

export type Bench = (length: Length) => Promise<Result>;

export function printResult(bench: string, { metrics, ratios }: Result): void {
	const told = { bench, metrics: rounded(metrics), ratios: rounded(ratios) };
	for (const [name, value] of Object.entries({ ...told.metrics, ...told.ratios }))
		console.log(`${name.padEnd(40)}  ${String(value ?? 'not installed').padStart(12)}`);
	console.log(JSON.stringify(told));
}

const rounded = (values: Result['metrics']): Result['metrics'] =>
	Object.fromEntries(
		Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? significant(value) : value]),
	);

const significant = (value: number): number => (value >= 1_000 ? Math.round(value) : Number(value.toPrecision(3)));
