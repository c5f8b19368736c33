/** The state of a list, kept by a headless table library: sorted rows, shown columns, selected rows. */
import {
	columnVisibilityFeature,
	createSortedRowModel,
	rowSelectionFeature,
	rowSortingFeature,
	tableFeatures,
	useTable,
	type ColumnDef,
	type RowSelectionState,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { type DataColumn, isShown } from './column.ts';
import type { TableView } from './table-view.ts';

const features = tableFeatures({
	columnVisibilityFeature,
	rowSelectionFeature,
	rowSortingFeature,
	sortedRowModel: createSortedRowModel(),
});

interface Options<Row> {
	columns: readonly DataColumn<Row>[];
	rows: readonly Row[] | undefined;
	rowKey: (row: Row) => string | number;
	view: TableView;
	canSelect: boolean;
}

const NO_ROWS: never[] = [];

export function useDataTable<Row extends object>({ columns, rows, rowKey, view, canSelect }: Options<Row>) {
	const [rowSelection, setRowSelection] = useState<RowSelectionState>({});
	const definitions = useMemo(() => columns.map((column) => definitionOf(column)), [columns]);
	const data = useMemo(() => (rows ? [...rows] : NO_ROWS), [rows]);
	const sorted = columns.find(({ sortAs, compareBy }) => compareBy && sortAs === view.sort);
	// The library compares its state by identity.
	const sortedBy = sorted?.key;
	const sorting = useMemo(
		() => (sortedBy === undefined ? [] : [{ id: sortedBy, desc: view.order === 'desc' }]),
		[sortedBy, view.order],
	);
	const hidden = columns
		.filter((column) => !isShown(column, view.columns))
		.map(({ key }) => key)
		.join();
	const columnVisibility = useMemo(
		() => Object.fromEntries(hidden === '' ? [] : hidden.split(',').map((key) => [key, false])),
		[hidden],
	);
	return useTable({
		features,
		columns: definitions,
		data,
		getRowId: (row) => String(rowKey(row)),
		// Lists that the server sorts arrive in their order.
		manualSorting: sorted === undefined,
		enableMultiSort: false,
		enableRowSelection: canSelect,
		state: { rowSelection, sorting, columnVisibility },
		onRowSelectionChange: setRowSelection,
	});
}

function definitionOf<Row extends object>(column: DataColumn<Row>): ColumnDef<typeof features, Row> {
	const { key, header, render, compareBy } = column;
	return {
		id: key,
		header,
		accessorFn: (row) => compareBy?.(row),
		cell: ({ row }) => render(row.original),
		enableSorting: compareBy !== undefined,
		sortFn: (one, other, id) => compare(one.getValue(id), other.getValue(id)),
	};
}

function compare(one: unknown, other: unknown): number {
	if (typeof one === 'number' && typeof other === 'number') return one - other;
	return String(one).localeCompare(String(other));
}
