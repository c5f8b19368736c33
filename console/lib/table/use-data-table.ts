/** The state of a list, kept by a headless table library: sorted rows, shown columns, selected rows. */
import {
	type ColumnDef,
	columnVisibilityFeature,
	createSortedRowModel,
	rowSelectionFeature,
	type RowSelectionState,
	rowSortingFeature,
	tableFeatures,
	useTable,
} from '@tanstack/react-table';
import { type FocusEvent, type KeyboardEvent, useMemo, useState } from 'react';
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

interface Selectable {
	id: string;
	getIsSelected: () => boolean;
	toggleSelected: (value?: boolean) => void;
}

/** Keys of a list: arrows move from row to row, Enter opens, x selects, Shift with an arrow extends, Escape clears. */
export function useRowKeys(rows: readonly Selectable[], canSelect: boolean, clear: () => void) {
	const [focused, setFocused] = useState<string | null>(null);
	const current = rows.some(({ id }) => id === focused) ? focused : (rows[0]?.id ?? null);

	function move(event: KeyboardEvent<HTMLElement>, from: number, to: number): void {
		const [here, next] = [rows[from], rows[Math.max(0, Math.min(rows.length - 1, to))]];
		if (!here || !next) return;
		event.preventDefault();
		setFocused(next.id);
		rowElement(event.currentTarget, next.id)?.focus();
		if (!event.shiftKey || !canSelect) return;
		here.toggleSelected(true);
		next.toggleSelected(true);
	}

	function press(event: KeyboardEvent<HTMLElement>): void {
		if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
		if (event.target.matches('select, textarea, input:not([type="checkbox"])')) return;
		const element = event.target.closest<HTMLElement>('tr[data-row]');
		const index = rows.findIndex(({ id }) => id === element?.dataset['row']);
		const row = rows[index];
		if (!element || !row) return;
		if (event.key === 'ArrowDown') move(event, index, index + 1);
		else if (event.key === 'ArrowUp') move(event, index, index - 1);
		else if (event.key === 'Home') move(event, index, 0);
		else if (event.key === 'End') move(event, index, rows.length - 1);
		else if (event.key === 'Enter' && event.target === element) linkOf(element)?.click();
		else if (event.key.toLowerCase() === 'x' && canSelect) row.toggleSelected();
		else if (event.key === 'Escape' && canSelect) clear();
	}

	const focus = (event: FocusEvent<HTMLElement>) => {
		const id = event.target.closest<HTMLElement>('tr[data-row]')?.dataset['row'];
		if (id !== undefined) setFocused(id);
	};
	return { current, body: { onKeyDown: press, onFocus: focus } };
}

const rowElement = (body: HTMLElement, id: string) =>
	[...body.querySelectorAll<HTMLElement>('tr[data-row]')].find(({ dataset }) => dataset['row'] === id);

/** The link that opens the row, or its only one. */
const linkOf = (row: HTMLElement) =>
	row.querySelector<HTMLElement>('a.table-link') ?? row.querySelector<HTMLElement>('a');
