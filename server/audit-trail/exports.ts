/**
 * Exports of lists as CSV files, on record. The file is written page by page while it is sent, so that a list of any
 * length takes the memory of one page.
 */
import { EXPORT_ROWS_MAX } from '#contract/operator/lists/exports.ts';
import { CSV_START, csvLines } from '#server/kernel/csv.ts';
import type { Database } from '#server/kernel/database.ts';
import type { Actor } from '#server/kernel/operator.ts';
import { record } from './audit-trail.ts';

const PAGE_ROWS = 500;

export interface ListExport<Name extends string, Row> {
	actions: readonly [begun: string, ended: string];
	target: string;
	/** Filters and order. The trail keeps them, but not the words of a search: they may be an address. */
	filter: object & { search?: string | undefined };
	/** All of them without a choice. */
	columns: readonly Name[] | undefined;
	cells: Record<Name, (row: Row) => string | number | null>;
	readPage: (page: { cursor: string | undefined; limit: number }) => Promise<{ list: Row[]; cursor: string | null }>;
}

/** Records the export, then returns the file in parts. The first page is read before, so that a bad filter is refused. */
export async function exportList<Name extends string, Row>(
	db: Database,
	actor: Actor,
	{ actions: [begun, ended], target, filter, columns: chosen, cells, readPage }: ListExport<Name, Row>,
): Promise<AsyncGenerator<string, void>> {
	const columns = chosen ?? (Object.keys(cells) as Name[]);
	const { search, ...rest } = filter;
	const after = { ...rest, searched: Boolean(search), columns };
	const first = await readPage({ cursor: undefined, limit: PAGE_ROWS });
	await db.transaction((tx) => record(tx, actor, { action: begun, target, after }));
	const lineOf = (row: Row) => columns.map((column) => cells[column](row) ?? '');

	return (async function* lines() {
		let page = first;
		let rows = 0;
		let complete = false;
		try {
			yield CSV_START + csvLines([columns]);
			for (;;) {
				const list = page.list.slice(0, EXPORT_ROWS_MAX - rows);
				rows += list.length;
				yield csvLines(list.map(lineOf));
				if (page.cursor === null || rows === EXPORT_ROWS_MAX) break;
				page = await readPage({ cursor: page.cursor, limit: PAGE_ROWS });
			}
			complete = true;
		} finally {
			// Also if the operator's browser went away.
			await noteEnd(db, actor, { action: ended, target, after: { rows, complete } });
		}
	})();
}

function noteEnd(db: Database, actor: Actor, done: { action: string; target: string; after: object }): Promise<void> {
	return db.transaction((tx) => record(tx, actor, done));
}

/** For cells: a time as spreadsheets read it, in UTC. */
export const csvTime = (seconds: number | null): string | null =>
	seconds === null ? null : new Date(seconds * 1000).toISOString();
