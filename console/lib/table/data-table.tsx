/** A list: sorted, selected and shown as the operator likes it. On narrow screens, each row is a card. */
import type { ReactNode } from 'react';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { ListState } from '../lists/list-state.tsx';
import { useMay } from '../session/operator.tsx';
import { SelectionBar } from './bulk/selection-bar.tsx';
import type { BulkAction } from './bulk/bulk-action.ts';
import type { DataColumn } from './column.ts';
import { DataRow } from './data-row.tsx';
import { HeadRow } from './head-row.tsx';
import type { TableView } from './table-view.ts';
import { type ListTools, TableTools } from './tools/table-tools.tsx';
import { useDataTable } from './use-data-table.ts';
import { useRowKeys } from './use-row-keys.ts';
import '#ui/primitives/table.css';
import './data-table.css';
import './cards.css';

export interface DataTableProps<Row extends object> {
	/** Accessible name: what the rows are. */
	label: string;
	columns: readonly DataColumn<Row>[];
	/** Undefined while the rows are loading. */
	rows: readonly Row[] | undefined;
	rowKey: (row: Row) => string | number;
	/** The row in words, for its checkbox and for what an action does to it. */
	nameOf: (row: Row) => string;
	view: TableView;
	read: { isError: boolean; refetch: () => unknown };
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
