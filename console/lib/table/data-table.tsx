/** A list: sorted, selected and shown as the operator likes it. On narrow screens, each row is a card. */
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '#ui/icons.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { ListState, MoreRows, type Paged, type Read } from '../lists/list-state.tsx';
import { useMay } from '../session/operator.tsx';
import type { BulkAction } from './bulk-action.ts';
import { cellClass, type DataColumn } from './column.ts';
import { SelectionBar } from './selection-bar.tsx';
import { type ListTools, TableTools } from './table-tools.tsx';
import type { TableView } from './table-view.ts';
import { useDataTable, useRowKeys } from './use-data-table.ts';
import '#ui/primitives/table.css';
import './data-table.css';

interface DataTableProps<Row extends object> {
	/** Accessible name: what the rows are. */
	label: string;
	columns: readonly DataColumn<Row>[];
	/** Undefined while the rows are loading. */
	rows: readonly Row[] | undefined;
	rowKey: (row: Row) => string | number;
	/** The row in words, for its checkbox and for what an action does to it. */
	nameOf: (row: Row) => string;
	view: TableView;
	read: Read & Paged;
	/** Shown instead of rows if there are none. */
	nothing: ReactNode;
	/** True for the row that is open beside the list. */
	isOpen?: (row: Row) => boolean;
	/** What can be done to several rows. Operators are offered what their role may do. */
	actions?: readonly BulkAction<Row>[];
	filters?: ReactNode;
	tools: ListTools;
}

const WAITING = [0, 1, 2, 3, 4, 5];

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
	const { label, columns, rows, rowKey, nameOf, view, read, nothing, isOpen, filters, tools } = props;
	const may = useMay();
	// Rows are selected to do something to them.
	const actions = (props.actions ?? []).filter(({ endpoint }) => may(endpoint));
	const canSelect = actions.length > 0;
	const table = useDataTable({ columns, rows, rowKey, view, canSelect });
	const shown = table.getRowModel().rows;
	const keys = useRowKeys(shown, canSelect, () => table.resetRowSelection(true));
	const visible = table.getVisibleLeafColumns().flatMap(({ id }) => columns.find(({ key }) => key === id) ?? []);
	const selected = shown.filter((row) => row.getIsSelected()).map(({ original }) => original);
	return (
		<>
			<TableTools {...tools} columns={columns} view={view} filters={filters} />
			<ListState read={read} count={rows?.length} nothing={nothing}>
				<div className="table-room">
					<table
						className={`table data-table data-${view.density}`}
						aria-label={label}
						aria-busy={rows === undefined || undefined}
					>
						<HeadRow columns={visible} view={view} table={canSelect ? table : null} />
						<tbody {...keys.body}>
							{rows === undefined
								? WAITING.map((row) => <WaitingRow key={row} columns={visible.length + (canSelect ? 1 : 0)} />)
								: shown.map((row) => (
										<DataRow
											key={row.id}
											row={row}
											columns={visible}
											name={nameOf(row.original)}
											isOpen={isOpen?.(row.original) ?? false}
											isCurrent={keys.current === row.id}
											canSelect={canSelect}
										/>
									))}
						</tbody>
					</table>
				</div>
				{canSelect && (
					<SelectionBar
						rows={selected}
						actions={actions}
						rowKey={rowKey}
						nameOf={nameOf}
						onClear={() => table.resetRowSelection(true)}
					/>
				)}
			</ListState>
			<MoreRows read={read} />
		</>
	);
}

function WaitingRow({ columns }: { columns: number }) {
	return (
		<tr>
			{Array.from({ length: columns }, (_, index) => (
				<td key={index}>
					<Skeleton className="table-skeleton" />
				</td>
			))}
		</tr>
	);
}

interface HeadRowProps<Row> {
	columns: readonly DataColumn<Row>[];
	view: TableView;
	/** Null if rows cannot be selected. */
	table: {
		getIsAllRowsSelected: () => boolean;
		getIsSomeRowsSelected: () => boolean;
		toggleAllRowsSelected: (value?: boolean) => void;
	} | null;
}

/** The head of a list: names of columns, those that sort as buttons, and a checkbox for all rows. */
function HeadRow<Row>({ columns, view, table }: HeadRowProps<Row>) {
	const { t } = useLingui();
	return (
		<thead>
			<tr>
				{table && (
					<th scope="col" className="data-check">
						<RowCheckbox
							label={t`Select all rows on this screen`}
							checked={table.getIsAllRowsSelected()}
							mixed={table.getIsSomeRowsSelected()}
							onToggle={() => table.toggleAllRowsSelected(!table.getIsAllRowsSelected())}
						/>
					</th>
				)}
				{columns.map((column) => (
					<th key={column.key} scope="col" className={cellClass(column)} aria-sort={ariaSort(column, view)}>
						{column.sortAs === undefined ? (
							headText(column)
						) : (
							<button type="button" className="data-sort" onClick={() => view.sortBy(column.sortAs ?? '')}>
								{column.header}
								<Icon name="down" className={`data-arrow data-${ariaSort(column, view) ?? 'unsorted'}`} />
							</button>
						)}
					</th>
				))}
			</tr>
		</thead>
	);
}

const headText = <Row,>({ header, fixed }: DataColumn<Row>) =>
	fixed ? <span className="visually-hidden">{header}</span> : header;

function ariaSort<Row>({ sortAs }: DataColumn<Row>, { sort, order }: TableView) {
	if (sortAs === undefined || sortAs !== sort) return undefined;
	return order === 'asc' ? 'ascending' : 'descending';
}

interface DataRowProps<Row> {
	row: { id: string; original: Row; getIsSelected: () => boolean; toggleSelected: () => void };
	columns: readonly DataColumn<Row>[];
	name: string;
	isOpen: boolean;
	/** True for the row to which the Tab key leads. */
	isCurrent: boolean;
	canSelect: boolean;
}

/** One row of a list. It takes the focus, so that the arrow keys move from row to row. */
function DataRow<Row>({ row, columns, name, isOpen, isCurrent, canSelect }: DataRowProps<Row>) {
	const { t } = useLingui();
	const isSelected = row.getIsSelected();
	return (
		<tr
			data-row={row.id}
			tabIndex={isCurrent ? 0 : -1}
			className={isSelected || isOpen ? 'table-selected' : undefined}
			aria-selected={canSelect ? isSelected : undefined}
		>
			{canSelect && (
				<td className="data-check">
					<RowCheckbox
						label={t`Select ${name}`}
						checked={isSelected}
						tabIndex={isCurrent ? 0 : -1}
						onToggle={() => row.toggleSelected()}
					/>
				</td>
			)}
			{columns.map((column) => (
				<td key={column.key} className={cellClass(column)} data-label={column.header}>
					{column.render(row.original)}
				</td>
			))}
		</tr>
	);
}

interface RowCheckboxProps {
	label: string;
	checked: boolean;
	/** True if some of the rows are selected. */
	mixed?: boolean;
	/** Rows of a list are one stop of the Tab key. */
	tabIndex?: number;
	onToggle: () => void;
}

/** Selects a row, or all of them. */
function RowCheckbox({ label, checked, mixed = false, tabIndex, onToggle }: RowCheckboxProps) {
	const box = useRef<HTMLInputElement>(null);
	useEffect(() => {
		if (box.current) box.current.indeterminate = mixed && !checked;
	}, [mixed, checked]);
	return (
		<label className="data-checkbox">
			<input ref={box} type="checkbox" aria-label={label} checked={checked} tabIndex={tabIndex} onChange={onToggle} />
		</label>
	);
}
