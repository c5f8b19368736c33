/** The figures of one simulated deadline, as a line of a table. */
import type { Scenario } from './scenarios.ts';
import { simulateDeadline, type Outcome } from './simulate.ts';

export interface Row {
	name: string;
	votes: number;
	/** Milliseconds, of votes that were pressed in the last minute and cast. */
	p50Ms: number;
	p99Ms: number;
	p999Ms: number;
	/** Votes of a batch in the last minute. */
	batch: number;
	/** Percentages of cores in the last ten seconds: the busiest database, the busiest process. */
	database: number;
	process: number;
	/** Answers of 503 for each hundred votes. */
	busy: number;
	/** Percentages of all votes: decided after the cut-off, and given up after ten seconds of refusals. */
	late: number;
	gaveUp: number;
	longestBatchMs: number;
}

export interface Simulated {
	row: Row;
	/** Of one part of the site. */
	outcome: Outcome;
	parts: number;
}

export function simulateRow({ name, deadline, parts }: Scenario): Simulated {
	const outcome = simulateDeadline(deadline);
	const { journal, batches, databaseBusy, processBusy } = outcome;
	const votes = journal.sum('pressed');
	const percent = (what: 'busy' | 'late' | 'gaveUp') => (100 * journal.sum(what)) / votes;
	const row: Row = {
		name,
		votes: votes * parts,
		p50Ms: journal.waits.quantile(0.5),
		p99Ms: journal.waits.quantile(0.99),
		p999Ms: journal.waits.quantile(0.999),
		batch: batches.mean(),
		database: 100 * databaseBusy,
		process: 100 * processBusy,
		busy: percent('busy'),
		late: percent('late'),
		gaveUp: percent('gaveUp'),
		longestBatchMs: batches.longestMs(),
	};
	return { row, outcome, parts };
}

const PROMISED_P99_MS = 1_000;

/** Returns true if the site carries the deadline: p99 below a second, and nobody gives up. */
export const isCarried = ({ p99Ms, gaveUp }: Row): boolean => p99Ms < PROMISED_P99_MS && gaveUp === 0;

const HEADS = {
	votes: 'votes',
	p50Ms: 'p50 ms',
	p99Ms: 'p99 ms',
	p999Ms: 'p99.9',
	batch: 'batch',
	database: 'db %',
	process: 'proc %',
	busy: '503 %',
	late: 'late %',
	gaveUp: 'gave up %',
	longestBatchMs: 'longest batch ms',
} as const;

const NAME_WIDTH = 44;

export const headLine = (title: string): string =>
	title.padEnd(NAME_WIDTH) +
	Object.values(HEADS)
		.map((head) => head.padStart(widthOf(head)))
		.join('');

export const rowLine = (row: Row): string =>
	row.name.padEnd(NAME_WIDTH) +
	Object.entries(HEADS)
		.map(([key, head]) => shown(row[key as keyof typeof HEADS]).padStart(widthOf(head)))
		.join('');

const widthOf = (head: string) => Math.max(9, head.length + 2);

function shown(value: number): string {
	if (!Number.isFinite(value)) return '-';
	return value >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(2)));
}
