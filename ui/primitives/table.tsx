/** Table with named columns. Narrow screens hide the less important columns, so that nothing scrolls sideways. */
import type { ReactNode } from 'react';
import { Skeleton } from './skeleton.tsx';
import './table.css';

export interface Column<Row> {
	key: string;
	header: ReactNode;
	render: (row: Row) => ReactNode;
	/** Numbers are aligned to the end of their column. */
	align?: 'end';
	/** Minimum room in which the column is shown. Without it the column is always shown. */
	room?: 'some' | 'much';
	strong?: boolean;
}

export interface TableProps<Row> {
	label: string;
	columns: readonly Column<Row>[];
	/** Undefined while the rows are loading. */
	rows: readonly Row[] | undefined;
	rowKey: (row: Row) => string | number;
	isSelected?: (row: Row) => boolean;
}

const WAITING_ROWS = 6;

/** Make a row open something: put `<Link className="table-link">` into one cell; the whole row then is its target. */
export function Table<Row>({ label, columns, rows, rowKey, isSelected }: TableProps<Row>) {
	return (
		<div className="table-room">
			<table className="table" aria-label={label} aria-busy={rows === undefined || undefined}>
				<thead>
					<tr>
						{columns.map((column) => (
							<th key={column.key} scope="col" className={cellClass(column)}>
								{column.header}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows === undefined
						? waiting.map((row) => <WaitingRow key={row} columns={columns} />)
						: rows.map((row) => (
								<tr key={rowKey(row)} className={isSelected?.(row) ? 'table-selected' : undefined}>
									{columns.map((column) => (
										<td key={column.key} className={cellClass(column)}>
											{column.render(row)}
										</td>
									))}
								</tr>
							))}
				</tbody>
			</table>
		</div>
	);
}

const waiting = Array.from({ length: WAITING_ROWS }, (_, index) => index);

function WaitingRow<Row>({ columns }: { columns: readonly Column<Row>[] }) {
	return (
		<tr>
			{columns.map((column) => (
				<td key={column.key} className={cellClass(column)}>
					<Skeleton className="table-skeleton" />
				</td>
			))}
		</tr>
	);
}

function cellClass<Row>({ align, room, strong }: Column<Row>): string | undefined {
	const names = [align && 'table-end', room && `table-${room}-room`, strong && 'table-strong'].filter(Boolean);
	return names.length > 0 ? names.join(' ') : undefined;
}
