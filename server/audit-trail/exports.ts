/** Exports of lists as CSV files, on record, written page by page: a list of any length takes the memory of one page. */
import { EXPORT_ROWS_MAX } from '#contract/operator/lists/exports.ts';
import { CSV_START, csvLines } from '#server/kernel/csv.ts';
import type { Database } from '#server/kernel/database.ts';
import type { Actor } from '#server/kernel/caller.ts';
import { record, insertRead, type ReadAction } from './audit-trail.ts';

const PAGE_ROWS = 500;

type Cell = string | number | null;
type CellOf<Row> = (row: Row) => Cell;

export interface ListExport<Name extends string, Row> {
	file: string;
	actions: readonly [begun: string, ended: string];
	target: string;
	/** Filters and order. The trail keeps them, but not the words of a search: they may be an address. */
	filter: object & { search?: string | undefined };
	columns: readonly Name[];
	/** Of columns that the row does not hold as they are written. */
	cells: { [Column in Exclude<Name, keyof Row>]: CellOf<Row> } & { [Column in Name & keyof Row]?: CellOf<Row> };
	readPage: (page: { cursor: string | undefined; limit: number }) => Promise<{ list: Row[]; cursor: string | null }>;
}

export async function exportList<Name extends string, Row>(
	db: Database,
	actor: Actor,
	{ actions: [begun, ended], target, filter, columns, cells, readPage }: Omit<ListExport<Name, Row>, 'file'>,
): Promise<AsyncGenerator<string, void>> {
	const { search, ...rest } = filter;
	const after = { ...rest, searched: Boolean(search), columns };
	const first = await readPage({ cursor: undefined, limit: PAGE_ROWS });
	await db.transaction((tx) => record(tx, actor, { action: begun, target, after }));
	const cellOf = (row: Row, column: Name): Cell | undefined => {
		const own = (cells as Partial<Record<Name, CellOf<Row>>>)[column];
		return own ? own(row) : (row as Partial<Record<Name, Cell>>)[column];
	};
	const lineOf = (row: Row) => columns.map((column) => cellOf(row, column) ?? '');

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
			await db.transaction((tx) => record(tx, actor, { action: ended, target, after: { rows, complete } }));
		}
	})();
}

export const csvTime = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000).toISOString());

export interface Reader extends Actor {
	readsPersonalData: boolean;
}

const HIDDEN = '•••';
const startOf = (text: string) => String.fromCodePoint(text.codePointAt(0) ?? 0x2022);

/** The first letter: enough to compare with what a fan says of themselves. */
export const maskName = (name: string | null): string | null => (name === null ? null : `${startOf(name)}${HIDDEN}`);

/** Its domain too: it may be the person's own. */
export const maskEmail = (email: string | null): string | null =>
	email === null ? null : `${startOf(email)}${HIDDEN}@${HIDDEN}`;

interface Read {
	action: ReadAction;
	target: string;
	/** Fans whose data a list showed. Not the search text: it may be an address, and the trail is kept forever. */
	fanIds?: readonly number[];
}

/** Records a read, at most once an hour per target: open screens read again and again. */
export async function recordRead(db: Database, { operatorId, readsPersonalData }: Reader, read: Read): Promise<void> {
	const { action, target, fanIds } = read;
	if (fanIds?.length === 0) return;
	const after = { masked: !readsPersonalData, ...(fanIds ? { fan_ids: [...new Set(fanIds)] } : {}) };
	await insertRead(db, operatorId, { action, target, after });
}

export async function showFans<Row extends { fan_id: number }, Shown extends { list: Row[] }>(
	db: Database,
	reader: Reader,
	read: Omit<Read, 'fanIds'>,
	page: Shown & { list: Row[] },
	mask: (row: Row) => Row,
): Promise<Shown> {
	await recordRead(db, reader, { ...read, fanIds: page.list.map(({ fan_id: fanId }) => fanId) });
	return reader.readsPersonalData ? page : { ...page, list: page.list.map(mask) };
}

export const maskVoter = <Row extends { name: string | null }>(row: Row): Row => ({ ...row, name: maskName(row.name) });
