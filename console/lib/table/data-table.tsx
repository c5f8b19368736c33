/** A list: sorted, selected and shown as the operator likes it. On narrow screens, each row is a card. */
import { type FocusEvent, type KeyboardEvent, lazy, type ReactNode, useState } from 'react';
import { BULK_MAX } from '#contract/operator/lists/bulk.ts';
import type { ListName } from '#contract/operator/lists/saved-views.ts';
import { Icon } from '#ui/icons.tsx';
import { OptionalPart } from '#ui/optional-part.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { ConsoleIcon, LostConsoleDialog } from '../elements/elements.tsx';
import { counted } from '../format/values.ts';
import { ListState, type ListStateProps, MoreRows, type Paged, type Read } from '../lists/list-state.tsx';
import { useMay } from '../session/operator.tsx';
import type { BulkAction, ColumnHead, DataColumn, ListExport, TableView } from './table.tsx';
import { headOf, isShown, Table } from './table.tsx';
import './data-table.css';

const BulkDialog = lazy(() => import('./bulk-dialog.tsx'));

interface DataTableProps<Row extends object> extends Pick<ListStateProps, 'empty'> {
	label: string;
	columns: readonly DataColumn<Row>[];
	/** Undefined while the rows are loading. */
	rows: readonly Row[] | undefined;
	rowKey: (row: Row) => string | number;
	/** The row in words, for its checkbox and for what an action does to it. */
	nameOf: (row: Row) => string;
	view: TableView;
	read: Read & Paged;
	/** True for the row that is open beside the list. */
	isOpen?: (row: Row) => boolean;
	/** What can be done to several rows. Operators are offered what their role may do. */
	actions?: readonly BulkAction<Row>[];
	filters?: ReactNode;
	tools: ListTools;
}

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
	const { columns, rows, rowKey, nameOf, view, read, isOpen } = props;
	const may = useMay();
	const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
	// Rows are selected to do something to them.
	const actions = (props.actions ?? []).filter(({ endpoint }) => may(endpoint));
	const canSelect = actions.length > 0;
	const idOf = (row: Row) => String(rowKey(row));
	const shown = rows && inOrder(rows, columns, view);
	const chosen = (shown ?? []).filter((row) => selected.has(idOf(row)));
	const all = chosen.length > 0 && chosen.length === shown?.length;
	const select = (id: string, on = !selected.has(id)) =>
		setSelected((before) => new Set(on ? [...before, id] : [...before].filter((other) => other !== id)));
	const clear = () => setSelected(new Set());
	const keys = useRowKeys((shown ?? []).map(idOf), canSelect ? select : null, clear);
	const renderCheck = (row: Row) => (
		<RowCheckbox
			label={`Select ${nameOf(row)}`}
			checked={selected.has(idOf(row))}
			tabIndex={keys.current === idOf(row) ? 0 : -1}
			onToggle={() => select(idOf(row))}
		/>
	);
	return (
		<>
			<TableTools {...props.tools} columns={columns} view={view} filters={props.filters} />
			<ListState read={read} count={rows?.length} empty={props.empty}>
				<Table
					label={props.label}
					columns={columns.filter((column) => isShown(column, view.columns))}
					rows={shown}
					rowKey={rowKey}
					isSelected={(row) => selected.has(idOf(row)) || isOpen?.(row) === true}
					list={{
						className: `data-table data-${view.density}`,
						head: (column) => headSorting(column, view),
						checkAll: (
							<RowCheckbox
								label="Select all rows on this screen"
								checked={all}
								mixed={chosen.length > 0}
								onToggle={() => setSelected(new Set(all ? [] : shown?.map(idOf)))}
							/>
						),
						renderCheck: canSelect ? renderCheck : undefined,
						// A row takes the focus, so that the arrow keys move from row to row.
						row: (row) => ({
							'data-row': idOf(row),
							tabIndex: keys.current === idOf(row) ? 0 : -1,
							'aria-selected': canSelect ? selected.has(idOf(row)) : undefined,
						}),
						body: keys.body,
					}}
				/>
				{canSelect && <SelectionBar rows={chosen} actions={actions} idOf={idOf} nameOf={nameOf} onClear={clear} />}
			</ListState>
			<MoreRows read={read} />
		</>
	);
}

/** Lists that the server sorts arrive in their order. */
function inOrder<Row>(rows: readonly Row[], columns: readonly DataColumn<Row>[], { sort, order }: TableView) {
	const by = columns.find(({ sortAs, compareBy }) => compareBy && sortAs === sort)?.compareBy;
	if (!by) return rows;
	const turned = order === 'asc' ? 1 : -1;
	return rows.toSorted((one, other) => turned * compare(by(one), by(other)));
}

const compare = (one: string | number, other: string | number): number =>
	typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other));

function headSorting<Row>(column: DataColumn<Row>, view: TableView) {
	const { sortAs, header } = column;
	if (sortAs === undefined) return { sort: undefined, content: headOf(column) };
	const order = view.order === 'asc' ? ('ascending' as const) : ('descending' as const);
	const sort = sortAs === view.sort ? order : undefined;
	const content = (
		<button type="button" className="data-sort target gap-1" onClick={() => view.sortBy(sortAs)}>
			{header}
			<Icon name="down" className={`data-arrow data-${sort ?? 'unsorted'}`} />
		</button>
	);
	return { sort, content };
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
	const showMixed = (box: HTMLInputElement | null) => {
		if (box) box.indeterminate = mixed && !checked;
	};
	return (
		<label className="data-checkbox relative middle">
			<input
				ref={showMixed}
				type="checkbox"
				aria-label={label}
				checked={checked}
				tabIndex={tabIndex}
				onChange={onToggle}
			/>
		</label>
	);
}

/** Keys of a list: arrows move from row to row, Enter opens, x selects, Shift with an arrow extends, Escape clears. */
function useRowKeys(ids: readonly string[], select: ((id: string, on?: boolean) => void) | null, clear: () => void) {
	const [focused, setFocused] = useState<string | null>(null);
	const current = ids.find((id) => id === focused) ?? ids[0] ?? null;

	function move(event: KeyboardEvent<HTMLElement>, from: number, to: number): void {
		const [here, next] = [ids[from], ids[Math.max(0, Math.min(ids.length - 1, to))]];
		if (here === undefined || next === undefined) return;
		event.preventDefault();
		setFocused(next);
		event.currentTarget.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(next)}"]`)?.focus();
		if (!event.shiftKey) return;
		select?.(here, true);
		select?.(next, true);
	}

	function press(event: KeyboardEvent<HTMLElement>): void {
		if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
		if (event.target.matches('select, textarea, input:not([type="checkbox"])')) return;
		const element = event.target.closest<HTMLElement>('tr[data-row]');
		const index = ids.findIndex((id) => id === element?.dataset['row']);
		const id = ids[index];
		if (!element || id === undefined) return;
		const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: ids.length - 1 }[event.key];
		if (to !== undefined) move(event, index, to);
		else if (event.key === 'Enter' && event.target === element) linkOf(element)?.click();
		else if (event.key.toLowerCase() === 'x') select?.(id);
		else if (event.key === 'Escape' && select) clear();
	}

	const focus = (event: FocusEvent<HTMLElement>) => {
		const id = event.target.closest<HTMLElement>('tr[data-row]')?.dataset['row'];
		if (id !== undefined) setFocused(id);
	};
	return { current, body: { onKeyDown: press, onFocus: focus } };
}

/** The link that opens the row, or its only one. */
const linkOf = (row: HTMLElement) =>
	row.querySelector<HTMLElement>('a.table-link') ?? row.querySelector<HTMLElement>('a');

interface SelectionProps<Row> {
	rows: readonly Row[];
	actions: readonly BulkAction<Row>[];
	idOf: (row: Row) => string;
	nameOf: (row: Row) => string;
	onClear: () => void;
}

/** Says how many rows are selected, and offers what can be done to them. The dialog is loaded when it is needed. */
function SelectionBar<Row>({ rows, actions, idOf, nameOf, onClear }: SelectionProps<Row>) {
	// The rows as they were: the list is read again while the dialog still tells what was done.
	const [asked, setAsked] = useState<{ action: BulkAction<Row>; rows: readonly Row[] } | null>(null);
	const tooMany = rows.length > BULK_MAX;
	return (
		<>
			<output className="selection-bar row wraps" hidden={rows.length === 0}>
				{rows.length > 0 && (
					<>
						<strong>{counted(rows.length, 'selected', 'selected')}</strong>
						{tooMany && `Choose at most ${BULK_MAX}.`}
						{actions.map((action) => (
							<Button key={action.label} variant="line" disabled={tooMany} onClick={() => setAsked({ action, rows })}>
								{action.label}
							</Button>
						))}
						<Button variant="quiet" onClick={onClear}>
							Clear
						</Button>
					</>
				)}
			</output>
			<OptionalPart instead={<LostConsoleDialog open={asked !== null} onClose={() => setAsked(null)} />}>
				{asked && (
					<BulkDialog
						action={asked.action as BulkAction<unknown>}
						rows={asked.rows.map((row) => ({ id: idOf(row), name: nameOf(row), row }))}
						onClose={(isDone) => {
							setAsked(null);
							if (isDone) onClear();
						}}
					/>
				)}
			</OptionalPart>
		</>
	);
}

const dialogs = () => import('./list-dialogs.tsx');
const DisplayDialog = lazy(async () => ({ default: (await dialogs()).DisplayDialog }));
const ViewsDialog = lazy(async () => ({ default: (await dialogs()).ViewsDialog }));
const ExportDialog = lazy(async () => ({ default: (await dialogs()).ExportDialog }));

interface ListTools {
	list: ListName;
	/** Left out for lists without a file. */
	file?: ListExport | undefined;
}

interface Props extends ListTools {
	columns: readonly ColumnHead[];
	view: TableView;
	filters: ReactNode;
}

function TableTools({ list, file, columns, view, filters }: Props) {
	const may = useMay();
	const [open, setOpen] = useState<'display' | 'views' | 'export' | null>(null);
	const close = () => setOpen(null);
	return (
		<div className="table-tools flex wraps">
			<div className="table-filters flex wraps gap-3 min-0">{filters}</div>
			<div className="flex wraps gap-2">
				<Button variant="quiet" onClick={() => setOpen('views')}>
					Views
				</Button>
				<Button variant="quiet" onClick={() => setOpen('display')}>
					Display
				</Button>
				{file && may(file.endpoint) && (
					<Button variant="quiet" icon={<ConsoleIcon name="down" />} onClick={() => setOpen('export')}>
						Export
					</Button>
				)}
			</div>
			<OptionalPart instead={<LostConsoleDialog open={open !== null} onClose={close} />}>
				{open === 'display' && <DisplayDialog columns={columns} view={view} onClose={close} />}
				{open === 'views' && <ViewsDialog list={list} onClose={close} />}
				{open === 'export' && file && <ExportDialog file={file} columns={columns} view={view} onClose={close} />}
			</OptionalPart>
		</div>
	);
}
