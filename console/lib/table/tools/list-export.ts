/** A list as a file: the call, and how the chosen columns are named in it. */
import type { Endpoint } from '#contract/endpoint.ts';
import { type ColumnHead, isShown } from '../column.ts';
import type { TableView } from '../table-view.ts';

export interface ListExport {
	endpoint: Endpoint;
	params?: object;
	/** Filters and order, as the list has them. */
	filter: object;
	fileName: string;
	/** True if the file holds names or addresses of fans. */
	isPersonal: boolean;
}

/** Returns the columns of the file that hold what is shown. */
export const exportedColumnsOf = (columns: readonly ColumnHead[], view: TableView): string[] =>
	columns.filter((column) => isShown(column, view.columns)).flatMap(({ exportAs = [] }) => exportAs);
