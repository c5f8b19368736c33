/** Rows with named columns. Narrow screens hide the less important columns, so that nothing scrolls sideways. */
import type { ComponentProps, ReactNode } from 'react';
import type { To } from 'react-router';
import { formatNumber } from '#client/numbers.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { type RowOf, useList } from '../api/lists.ts';
import type { Asked } from '../api/queries.ts';
import { CellLink, RowLink } from '../elements/links.tsx';
import { ListState, MoreRows, type Paged, type Read } from '../lists/list-state.tsx';
import { useDateTime } from '../session/operator.tsx';
import { paths } from '../../paths.ts';
import type { DataColumn } from './column.ts';
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
export function Table<Row>({ label, columns, rows, rowKey, isSelected, list }: TableProps<Row>) {
	return (
		<div className="table-room">
			<table
				className={`table ${list?.className ?? ''}`}
				aria-label={label}
				aria-busy={rows === undefined || undefined}
			>
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
}

export const headOf = <Row,>({ header, fixed }: DataColumn<Row>) =>
	fixed ? <span className="visually-hidden">{header}</span> : header;

function Cell<Row>({ column, row }: { column: DataColumn<Row>; row: Row }) {
	const { opens, leads } = column;
	const content = <Content column={column} row={row} />;
	const target = (opens ?? leads)?.(row);
	if (target === undefined) return content;
	const Wrapped = opens ? RowLink : CellLink;
	return <Wrapped to={Array.isArray(target) ? paths.one(target[0], target[1]) : (target as To)}>{content}</Wrapped>;
}

function Content<Row>({ column: { render, count, time }, row }: { column: DataColumn<Row>; row: Row }) {
	const dateTime = useDateTime();
	if (render) return <>{render(row)}</>;
	const number = (count ?? time)?.(row) ?? null;
	return <>{number === null ? '–' : count ? formatNumber(number) : dateTime(number)}</>;
}

function cellClass<Row>({ count, align, room, strong, fixed }: DataColumn<Row>): string | undefined {
	const isEnd = count !== undefined || align !== undefined;
	const names = [isEnd && 'table-end', room && `table-${room}-room`, strong && 'table-strong', fixed && 'data-fixed'];
	return names.filter(Boolean).join(' ') || undefined;
}

interface RowsProps<Row> extends Omit<TableProps<Row>, 'list'> {
	read: Read & Paged;
	/** What an empty list says: a title, or more. */
	empty?: ReactNode;
	nothing?: ReactNode;
}

/** A small list with its states. */
export function ReadRows<Row>({ read, empty, nothing, ...table }: RowsProps<Row>) {
	return (
		<ListState read={read} count={table.rows?.length} empty={empty} nothing={nothing}>
			<Table {...table} />
			<MoreRows read={read} />
		</ListState>
	);
}

type OfCall<E extends Endpoint> = Omit<RowsProps<RowOf<E>>, 'read' | 'rows'> & { of: E; input: Asked<E> };

/** The same, read by a call page by page. */
export function Rows<E extends Endpoint>({ of, input, ...table }: OfCall<E>) {
	return <ReadRows {...useList(of, input)} {...table} />;
}
