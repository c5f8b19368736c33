/** Measuring in turns, so that whatever else the machine does falls on everybody alike. */

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

export function median(values: readonly number[] = []): number {
	const sorted = values.toSorted((one, other) => one - other);
	const middle = Math.floor(sorted.length / 2);
	if (sorted.length % 2 === 1) return sorted[middle] ?? Number.NaN;
	return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

export function quantile(values: readonly number[], part: number): number {
	const sorted = values.toSorted((one, other) => one - other);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** Returns the median of the per-round ratios. Null if either side was not measured. */
export function ratio(ours: readonly number[] | undefined, theirs: readonly number[] | undefined): number | null {
	if (!ours || !theirs || ours.length === 0 || theirs.length === 0) return null;
	return median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));
}

/** Returns the rounds of the best setting of one contestant, by median. */
export function best(candidates: readonly (readonly number[])[]): readonly number[] {
	return candidates.toSorted((one, other) => median(other) - median(one))[0] ?? [];
}
