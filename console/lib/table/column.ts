/** Columns of a list: what a cell shows, and what sorting, the display options and files need to know of it. */
import type { ReactNode } from 'react';
import type { To } from 'react-router';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Section } from '../../paths.ts';

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
	/** True for a column that is not for data, such as a button. It is always shown, and its header is not seen. */
	fixed?: true;
	/** Columns of the file that hold what this column shows, if not the one of the same key. */
	exportAs?: readonly string[];
}

type Target = To | readonly [section: Section, id: string | number];

/** One of `render`, `count` and `time` says what a cell shows. */
export interface DataColumn<Row> extends ColumnHead {
	render?: (row: Row) => ReactNode;
	/** A whole number. Null is a dash. */
	count?: (row: Row) => number | null;
	/** Epoch seconds. Null is a dash. */
	time?: (row: Row) => number | null;
	/** Where a link around the cell leads: a section with an id, or an address. The whole row is the target of `opens`. */
	opens?: (row: Row) => Target | undefined;
	leads?: (row: Row) => Target;
	/** Numbers are aligned to the end of their column. */
	align?: 'end';
	/** Minimum room in which the column is shown. Without it the column is always shown. */
	room?: 'some' | 'much';
	/** For lists that the browser holds whole, and sorts: the value that is compared. */
	compareBy?: (row: Row) => string | number;
}

export const isShown = ({ key, optional, ...head }: ColumnHead, chosen: readonly string[] | null) =>
	isAlwaysShown(head) || (chosen ? chosen.includes(key) : optional !== true);

export const isAlwaysShown = ({ fixed, strong, always }: Pick<ColumnHead, 'fixed' | 'strong' | 'always'>) =>
	fixed === true || strong === true || always === true;

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
