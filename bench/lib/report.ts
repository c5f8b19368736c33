/** Prints the results of a bench: a table for people and a line of JSON for programs. */
import type { Length } from './rounds.ts';

export interface Result {
	metrics: Record<string, number | string | null>;
	/** Null where the peer is not installed: never guessed. */
	ratios: Record<string, number | null>;
}

export type Bench = (length: Length) => Promise<Result>;

export function printResult(bench: string, { metrics, ratios }: Result): void {
	const rows = [...Object.entries(metrics), ...Object.entries(ratios)].map(([name, value]) => [name, shown(value)]);
	const width = Math.max(...rows.map(([name = '']) => name.length));
	for (const [name = '', value = ''] of rows) console.log(`${name.padEnd(width)}  ${value.padStart(12)}`);
	console.log(JSON.stringify({ bench, metrics: rounded(metrics), ratios: rounded(ratios) }));
}

function shown(value: number | string | null): string {
	if (value === null) return 'not installed';
	return typeof value === 'number' ? String(significant(value)) : value;
}

function rounded(values: Result['metrics']): Result['metrics'] {
	return Object.fromEntries(
		Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? significant(value) : value]),
	);
}

const significant = (value: number): number => (value >= 1_000 ? Math.round(value) : Number(value.toPrecision(3)));
