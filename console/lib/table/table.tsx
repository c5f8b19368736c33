/** Rows with named columns. Narrow screens hide the less important columns, so that nothing scrolls sideways. */
import { type ComponentProps, type ReactNode, useState } from 'react';
import { type To, useSearchParams } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { BulkResult } from '#contract/operator/lists/bulk.ts';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { stored } from '#ui/stored.ts';
import { type Asked, call } from '../api/calls.tsx';
import { breaking, CellLink, RowLink } from '../elements/elements.tsx';
import { ListState, type ListStateProps, MoreRows, type Paged, type Read } from '../lists/list-state.tsx';
import { type RowOf, useList, withParams } from '../lists/list-state.tsx';
import { useDateTime } from '../session/operator.tsx';
import { paths, type Section } from '../../nouns.ts';
import './table.css';

interface TableProps<Row> {
	/** Accessible name: what the rows are. */
	label: string;
	columns: readonly DataColumn<Row>[];
	/** Undefined while the rows are loading. */
	rows: readonly Row[] | undefined;
	/** Left out for rows that never change places. */
	rowKey?: (row: Row, index: number) => string | number;
	isSelected?: (row: Row) => boolean;
	/** What a list adds: see `DataTable`. */
	list?: {
		className: string;
		head: (column: DataColumn<Row>) => { sort: 'ascending' | 'descending' | undefined; content: ReactNode };
		/** Checkboxes, in the head and in a row. */
		checkAll: ReactNode;
		renderCheck: ((row: Row) => ReactNode) | undefined;
		row: (row: Row) => ComponentProps<'tr'> & { 'data-row': string };
		body: ComponentProps<'tbody'>;
	};
}

const WAITING = [0, 1, 2, 3, 4, 5];

/** Make a row open something: say where a column `opens`. */
export const Table = <Row,>({ label, columns, rows, rowKey, isSelected, list }: TableProps<Row>) => (
	<div className="table-room">
		<table className={`table ${list?.className ?? ''}`} aria-label={label} aria-busy={rows === undefined || undefined}>
			<thead>
				<tr>
					{list?.renderCheck && (
						<th scope="col" className="data-check">
							{list.checkAll}
						</th>
					)}
					{columns.map((column) => {
						const { sort, content } = list?.head(column) ?? { sort: undefined, content: headOf(column) };
						return (
							<th key={column.key} scope="col" className={cellClass(column)} aria-sort={sort}>
								{content}
							</th>
						);
					})}
				</tr>
			</thead>
			<tbody {...list?.body}>
				{rows?.map((row, index) => (
					<tr
						key={rowKey?.(row, index) ?? index}
						className={isSelected?.(row) ? 'table-selected' : undefined}
						{...list?.row(row)}
					>
						{list?.renderCheck && <td className="data-check">{list.renderCheck(row)}</td>}
						{columns.map((column) => (
							<td key={column.key} className={cellClass(column)} data-label={column.header}>
								<Cell column={column} row={row} />
							</td>
						))}
					</tr>
				)) ??
					WAITING.map((row) => (
						<tr key={row}>
							{list?.renderCheck && <td aria-hidden />}
							{columns.map((column) => (
								<td key={column.key} className={cellClass(column)}>
									<Skeleton className="table-skeleton" />
								</td>
							))}
						</tr>
					))}
			</tbody>
		</table>
	</div>
);

export const headOf = <Row,>({ header, fixed }: DataColumn<Row>) =>
	fixed ? <span className="visually-hidden">{header}</span> : header;

function Cell<Row>({ column, row }: { column: DataColumn<Row>; row: Row }) {
	const { opens, leads = opens, renderDetail } = column;
	const content = <Content column={column} row={row} />;
	const target = leads && targetIn(opens ?? leads, row);
	const Wrapped = opens ? RowLink : CellLink;
	return (
		<>
			{target === undefined ? content : <Wrapped to={target}>{content}</Wrapped>}
			{renderDetail !== undefined && (
				<span className="cell-detail block faint regular text-xs">{valueIn(renderDetail, row)}</span>
			)}
		</>
	);
}

function Content<Row>({ column: { render, count, time = count }, row }: { column: DataColumn<Row>; row: Row }) {
	const dateTime = useDateTime();
	if (render !== undefined) return <>{breaking(valueIn(render, row))}</>;
	const number = time === undefined ? null : valueIn(time, row);
	return <>{number === null ? '–' : count ? formatNumber(number) : dateTime(number)}</>;
}

function cellClass<Row>({ count, align, room, strong, fixed }: DataColumn<Row>): string | undefined {
	const isEnd = count !== undefined || align !== undefined;
	const names = [isEnd && 'table-end', room && `table-${room}-room`, strong && 'table-strong', fixed && 'data-fixed'];
	return names.filter(Boolean).join(' ') || undefined;
}

interface RowsProps<Row> extends Omit<TableProps<Row>, 'list'>, Pick<ListStateProps, 'empty'> {
	read: Read & Paged;
}

/** A small list with its states. */
export const ReadRows = <Row,>({ read, empty, ...table }: RowsProps<Row>) => (
	<ListState read={read} count={table.rows?.length} empty={empty}>
		<Table {...table} />
		<MoreRows read={read} />
	</ListState>
);

type OfCall<E extends Endpoint> = Omit<RowsProps<RowOf<E>>, 'read' | 'rows'> & { of: E; input: Asked<E> };

/** The same, read by a call page by page. */
export function Rows<E extends Endpoint>({ of, input, ...table }: OfCall<E>) {
	return <ReadRows {...useList(of, input)} {...table} />;
}

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

/** The name of a field of the row, or a function of the row. */
type Named<Row, Value> = { [Name in keyof Row]-?: Row[Name] extends Value ? Name : never }[keyof Row] & string;
type Of<Row, Value> = ((row: Row) => Value) | Named<Row, Value>;
/** Leads to a section, by the field that holds the id, or to where the function says. */
type LeadsOf<Row, Where> = ((row: Row) => Where) | readonly [section: Section, id: Named<Row, string | number>];

/** One of `render`, `count` and `time` says what a cell shows. */
export interface DataColumn<Row> extends ColumnHead {
	render?: Of<Row, ReactNode>;
	/** A whole number. Null is a dash. */
	count?: Of<Row, number | null>;
	/** Epoch seconds. Null is a dash. */
	time?: Of<Row, number | null>;
	/** Below it, in small. */
	renderDetail?: Of<Row, ReactNode>;
	/** Where a link around the cell leads. The whole row is the target of `opens`. */
	opens?: LeadsOf<Row, Target | undefined>;
	leads?: LeadsOf<Row, Target>;
	/** Numbers are aligned to the end of their column. */
	align?: 'end';
	/** Minimum room in which the column is shown. Without it the column is always shown. */
	room?: 'some' | 'much';
	/** For lists that the browser holds whole, and sorts: the value that is compared. */
	compareBy?: (row: Row) => string | number;
}

/** What a column says of a row, or where it leads. */
const valueIn = <Row, Value>(of: Of<Row, Value>, row: Row): Value =>
	typeof of === 'function' ? of(row) : (row[of] as Value);
const targetIn = <Row,>(of: NonNullable<DataColumn<Row>['opens']>, row: Row): To | undefined => {
	const target = typeof of === 'function' ? of(row) : ([of[0], row[of[1]]] as const);
	return Array.isArray(target) ? paths.one(target[0] as Section, target[1] as string) : (target as To | undefined);
};

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

export type Density = 'comfortable' | 'compact';

export type TableView = ReturnType<typeof useTableView>;

const keptDensity = stored('lightstick-console-density');

/** `sorts`: the sorts of the list with their natural order. The first is used where the address says nothing. */
export function useTableView(sorts: Readonly<Record<string, Order>>) {
	const [address, setAddress] = useSearchParams();
	const [density, setDensity] = useState(storedDensity);
	const names = Object.keys(sorts);
	/** The sort of an address that names none. */
	const [usual = ''] = names;
	const known = (sort: string | null) => names.find((name) => name === sort) ?? usual;
	const naturalOf = (sort: string) => sorts[sort] ?? 'asc';
	const sort = known(address.get('sort'));
	const asked = address.get('order');
	const order: Order = asked === 'asc' || asked === 'desc' ? asked : naturalOf(sort);
	const change = (params: Record<string, string>) => setAddress(withParams(params), { replace: true });
	const setSort = (wanted: string, next: Order) => {
		const by = known(wanted);
		change({ sort: by === usual ? '' : by, order: next === naturalOf(by) ? '' : next });
	};
	return {
		sort,
		usual,
		order,
		setSort,
		/** Sorts by it, or turns the order around if the list is sorted so already. */
		sortBy: (by: string) => setSort(by, by === sort ? (order === 'asc' ? 'desc' : 'asc') : naturalOf(by)),
		/** Keys of the chosen columns. Null for the usual ones. */
		columns: address.get('columns')?.split(',') ?? null,
		setColumns: (columns: readonly string[] | null) => change({ columns: columns?.join(',') ?? '' }),
		density,
		setDensity: (next: Density) => {
			keptDensity.set(next);
			setDensity(next);
		},
	};
}

const storedDensity = (): Density => (keptDensity.get() === 'compact' ? 'compact' : 'comfortable');

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
