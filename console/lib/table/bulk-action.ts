/** An action on several rows of a list: tried first, then done, and undone where that is possible. */
import type { Endpoint } from '#contract/endpoint.ts';
import type { BulkResult } from '#contract/operator/lists/bulk.ts';
import { type Asked, call } from '../api/calls.tsx';

export interface RowResult extends Pick<BulkResult, 'outcome' | 'message' | 'version'> {
	/** The row's key, as text. */
	id: string;
}

export interface BulkAction<Row> {
	/** The button, beginning with a verb. */
	label: string;
	/** The call that the operator must be allowed to make. */
	endpoint: Endpoint;
	needsReason?: true;
	/** True if it cannot be undone. */
	isDangerous?: true;
	words: {
		/** The question above the rows. */
		title: string;
		/** What happens to a row in a moment, what has happened to it, and why nothing does. */
		will: string;
		done: string;
		unchanged: string;
	};
	/** What is sent. The reason is empty in a dry run, and for actions that need none. */
	body: (rows: readonly Row[], why: string) => object;
	/** What is sent to take it back from rows that were changed. Left out where it cannot be taken back. */
	undo?: (done: readonly RowResult[], why: string) => object;
	/** Does it where no call takes several rows. */
	run?: (rows: readonly Row[], isDryRun: boolean, why: string) => Promise<RowResult[]>;
}

export async function sendBulk(endpoint: Endpoint, body: object, isDryRun: boolean): Promise<RowResult[]> {
	const reply = await call(endpoint, { body: { ...body, dry_run: isDryRun } } as Asked<Endpoint>);
	const { results } = reply as { results: BulkResult[] };
	return results.map(({ id, outcome, message, version }) => ({ id: String(id), outcome, message, version }));
}

/** The button, the question, and what happens to a row in a moment, what has happened to it, why nothing does. */
type Words = [label: string, title: string, will: string, done: string, unchanged: string];

export const told = (...[label, title, will, done, unchanged]: Words) => ({
	label,
	words: { title, will, done, unchanged },
});

/** Hides things from fans, or shows them. Each is the undoing of the other. */
export const visibility = <Row extends { version: number }>(
	endpoint: Endpoint,
	idOf: (row: Row) => number,
	hidden: boolean,
	words: Words,
): BulkAction<Row> => ({
	...told(...words),
	endpoint,
	body: (rows) => ({ items: rows.map((row) => ({ id: idOf(row), version: row.version })), hidden }),
	undo: (done) => ({
		items: done.map(({ id, version }) => ({ id: Number(id), version: version ?? 0 })),
		hidden: !hidden,
	}),
});
