/** An action on several rows of a list: tried first, then done, and undone where that is possible. */
import type { Endpoint } from '#contract/endpoint.ts';
import type { BulkResult, setArtistsHidden, setNewsHidden } from '#contract/operator/lists/bulk.ts';
import { call } from '../api/call.ts';

export interface RowResult extends Pick<BulkResult, 'outcome' | 'message' | 'version'> {
	/** The row's key, as text. */
	id: string;
}

export interface BulkHow {
	/** True to learn what would happen. Nothing changes. */
	isDryRun: boolean;
	/** Empty in a dry run, and for actions that need no reason. */
	why: string;
}

export interface BulkAction<Row> {
	key: string;
	/** The button, beginning with a verb. */
	label: string;
	/** The call that the operator must be allowed to make. */
	endpoint: Pick<Endpoint, 'access'>;
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
	run: (rows: readonly Row[], how: BulkHow) => Promise<RowResult[]>;
	/** Takes back what `run` did to the rows. Left out where it cannot be taken back. */
	undo?: (done: readonly RowResult[], why: string) => Promise<RowResult[]>;
}

/** Results of a call as results of rows. */
export const rowResults = (results: readonly BulkResult[]): RowResult[] =>
	results.map(({ id, outcome, message, version }) => ({ id: String(id), outcome, message, version }));

/** The changed items with their new versions, for the call that takes the change back. */
const versionsOf = (done: readonly RowResult[]): { id: number; version: number }[] =>
	done.map(({ id, version }) => ({ id: Number(id), version: version ?? 0 }));

interface Hiding<Row> {
	endpoint: typeof setArtistsHidden | typeof setNewsHidden;
	itemOf: (row: Row) => { id: number; version: number };
}

/** Returns what the two actions share, for the one that hides and the one that shows. */
export function hidingAction<Row>({ endpoint, itemOf }: Hiding<Row>) {
	const set = async (items: { id: number; version: number }[], hidden: boolean, isDryRun: boolean) =>
		rowResults((await call(endpoint, { body: { items, hidden, dry_run: isDryRun } })).results);
	return (hidden: boolean): Omit<BulkAction<Row>, 'key' | 'label' | 'words'> => ({
		endpoint,
		run: (rows, { isDryRun }) => set(rows.map(itemOf), hidden, isDryRun),
		undo: (done) => set(versionsOf(done), !hidden, false),
	});
}
