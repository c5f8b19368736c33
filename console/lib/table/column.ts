/** Columns of a list, beyond what a plain table knows. */
import { formatNumber } from '#client/numbers.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Column } from '#ui/primitives/table.tsx';

export type Order = 'asc' | 'desc';

/** What is known of a column without its rows. */
export interface ColumnHead {
	key: string;
	header: string;
	strong?: boolean;
	/** Sort by this column: a name of the server's, or, with `compareBy`, the column's own. */
	sortAs?: string;
	/** True for a column that cannot be hidden, like the strong ones: it says what the row is. */
	always?: true;
	/** True for a column that is shown only when it was chosen. */
	optional?: true;
	/** True for a column that is not for data, such as a button. It is always shown. */
	fixed?: true;
	/** Columns of the file that hold what this column shows, if not the one of the same key. */
	exportAs?: readonly string[];
}

export interface DataColumn<Row> extends ColumnHead, Omit<Column<Row>, keyof ColumnHead> {
	/** For lists that the browser holds whole, and sorts: the value that is compared. */
	compareBy?: (row: Row) => string | number;
}

export const isShown = ({ key, optional, ...head }: ColumnHead, chosen: readonly string[] | null) =>
	isAlwaysShown(head) || (chosen ? chosen.includes(key) : optional !== true);

export const isAlwaysShown = ({ fixed, strong, always }: Pick<ColumnHead, 'fixed' | 'strong' | 'always'>) =>
	fixed === true || strong === true || always === true;

export function cellClass<Row>({ align, room, strong, fixed }: DataColumn<Row>): string | undefined {
	const names = [align && 'table-end', room && `data-${room}-room`, strong && 'table-strong', fixed && 'data-fixed'];
	return names.filter(Boolean).join(' ') || undefined;
}

/** A column of whole numbers. */
export const counts = <Row>(
	key: string,
	header: string,
	of: (row: Row) => number,
	more: Partial<DataColumn<Row>> = {},
): DataColumn<Row> => ({ key, header, align: 'end', render: (row) => formatNumber(of(row)), ...more });

/** A list as a file. */
export interface ListExport {
	endpoint: Endpoint;
	params?: object;
	/** Filters and order, as the list has them. */
	filter: object;
	fileName: string;
	/** Names of the file's columns. */
	columns: readonly string[];
	/** True if the file holds names or addresses of fans. */
	isPersonal: boolean;
}
