/** What the buttons above a list open: its columns, order and density; the operator's own views; a file of it. */
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { addressOf, type CallInput, dataOf, Problem, requestOf } from '#client/call.ts';
import { formatNumber } from '#client/numbers.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { EXPORT_ROWS_MAX } from '#contract/operator/lists/exports.ts';
import { type ListName, listSavedViews, removeSavedView, saveView } from '#contract/operator/lists/saved-views.ts';
import { CONSOLE_HEADER } from '#contract/operator/shapes.ts';
import { Icon } from '#ui/icons.tsx';
import { Button, IconButton } from '#ui/primitives/button.tsx';
import { CheckboxField } from '#ui/primitives/form-field.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { BASE } from '../../nouns.ts';
import { ConsoleIcon, saveFile, useCopy } from '../elements/elements.tsx';
import { ErrorText, afterStepUp, useRead, useSend } from '../api/calls.tsx';
import { DialogBox, TextDialog } from '../dialogs/dialogs.tsx';
import { ChoiceField } from '../form/fields.tsx';
import { counted } from '../format/values.ts';
import { ListState } from '../lists/list-state.tsx';
import type { ColumnHead, Density, ListExport, Order, TableView } from './table.tsx';
import { isAlwaysShown, isShown } from './table.tsx';

interface DisplayProps {
	columns: readonly ColumnHead[];
	view: TableView;
	onClose: () => void;
}

const orders = Object.entries({ asc: 'Ascending', desc: 'Descending' }) as [Order, string][];
const densities = Object.entries({ comfortable: 'Comfortable', compact: 'Compact' }) as [Density, string][];

export function DisplayDialog({ columns, view, onClose }: DisplayProps) {
	const shown = columns.filter((column) => isShown(column, view.columns)).map(({ key }) => key);
	const sorts = columns.filter(({ sortAs }) => sortAs !== undefined);
	const named = sorts.map(({ sortAs = '', header }) => [sortAs, header] as const);
	const toggle = (key: string) =>
		view.setColumns(columns.map((column) => column.key).filter((other) => (other === key) !== shown.includes(other)));
	return (
		<DialogBox title="Display" onClose={onClose}>
			<div className="display-selects stack gap-3">
				{sorts.length > 0 && (
					<>
						<ChoiceField
							label="Sort by"
							value={view.sort}
							options={
								sorts.some(({ sortAs }) => sortAs === view.usual) ? named : [[view.usual, 'Usual order'], ...named]
							}
							onChange={(sort) => view.setSort(sort, view.order)}
						/>
						<ChoiceField
							label="Order"
							value={view.order}
							options={orders}
							onChange={(order) => view.setSort(view.sort, order)}
						/>
					</>
				)}
				<ChoiceField label="Density" value={view.density} options={densities} onChange={view.setDensity} />
			</div>
			<fieldset className="display-columns stack mt-5">
				<legend>Columns</legend>
				{columns
					.filter(({ fixed }) => !fixed)
					.map((column) => (
						<CheckboxField
							key={column.key}
							label={column.header}
							checked={shown.includes(column.key)}
							disabled={isAlwaysShown(column)}
							onChange={() => toggle(column.key)}
						/>
					))}
			</fieldset>
			<div className="dialog-actions flex wraps gap-2 mt-5">
				<Button variant="quiet" disabled={view.columns === null} onClick={() => view.setColumns(null)}>
					Usual columns
				</Button>
				<Button onClick={onClose}>Done</Button>
			</div>
		</DialogBox>
	);
}

export function ViewsDialog({ list, onClose }: { list: ListName; onClose: () => void }) {
	const { pathname, search } = useLocation();
	const query = search.slice(1);
	const toast = useToast();
	const copy = useCopy();
	const read = useRead(listSavedViews, { query: { list } });
	const remove = useSend(removeSavedView);
	const share = (address: string) =>
		copy(`${location.origin}${BASE}${pathname}?${address}`, 'The address of the view has been copied');
	const save = useSend(saveView, (_, { body: { name } }) => {
		toast(`Saved as ${name}`, 'success');
		onClose();
	});
	return (
		<TextDialog
			title="Saved views"
			action="Save view"
			busy={save.isPending}
			error={save.error}
			onClose={onClose}
			onText={(name) => save.mutate({ body: { list, name, query } })}
			field={{ label: 'Save this view as', missing: 'Please enter a name' }}
		>
			<p>A view keeps filters, order and columns under a name. Only you see your views.</p>
			<ListState read={read} count={read.data?.views.length} empty={<p>No saved views yet.</p>}>
				<ul className="saved-views stack gap-1">
					{read.data?.views.map((view) => (
						<li key={view.saved_view_id} className="flex target wraps gap-2">
							<Link
								className="grow semibold breaks"
								to={{ pathname, search: view.query }}
								aria-current={view.query === query ? 'true' : undefined}
								onClick={onClose}
							>
								{view.name}
							</Link>
							<IconButton label={`Copy the address of ${view.name}`} onClick={() => void share(view.query)}>
								<Icon name="link" />
							</IconButton>
							<IconButton
								label={`Delete ${view.name}`}
								onClick={() => remove.mutate({ params: { saved_view_id: view.saved_view_id } })}
							>
								<ConsoleIcon name="trash" />
							</IconButton>
						</li>
					))}
				</ul>
				<ErrorText error={remove.error} />
			</ListState>
		</TextDialog>
	);
}

interface ExportProps extends DisplayProps {
	file: ListExport;
}

export function ExportDialog({ file, columns, view, onClose }: ExportProps) {
	const { endpoint, params, filter, fileName, isPersonal } = file;
	const abort = useRef(() => {});
	const close = () => {
		abort.current();
		onClose();
	};
	const save = useMutation({
		mutationFn: async () => {
			const shown = columns.filter((column) => isShown(column, view.columns));
			const held = shown.flatMap(({ key, exportAs = [key] }) => exportAs);
			const body = { ...filter, columns: held.filter((name) => file.columns.includes(name)) };
			const leaving = new AbortController();
			abort.current = () => leaving.abort();
			const blob = await download(endpoint, { params, body }, leaving.signal);
			saveFile(blob, fileName);
			return rowsIn(blob);
		},
	});
	const most = formatNumber(EXPORT_ROWS_MAX);
	return (
		<DialogBox
			title="Export this list"
			action="Download CSV"
			cancel={save.data === undefined ? 'Cancel' : 'Close'}
			busy={save.isPending}
			givesUp
			error={save.error}
			onClose={close}
			onDo={() => save.mutate()}
		>
			<div className="stack gap-3">
				<p>
					A CSV file with the rows and columns of this view, in its order: all pages, up to {most} rows. The audit trail
					records the export.
				</p>
				{isPersonal && <p>The file holds personal data of fans. Keep it no longer than you need it.</p>}
				{save.data !== undefined && (
					<output>
						{counted(save.data, 'row saved.', 'rows saved.')}{' '}
						{save.data >= EXPORT_ROWS_MAX && 'The list goes on. Narrow its filters for the rest.'}
					</output>
				)}
			</div>
		</DialogBox>
	);
}

/** Reads a file from the console's API. A refusal arrives in an envelope, as with every other call. */
async function download(endpoint: Endpoint, input: CallInput, signal: AbortSignal, again = true): Promise<Blob> {
	const request = { ...requestOf(endpoint, input.body, { [CONSOLE_HEADER]: '1' }), signal };
	const response = await fetch(addressOf(endpoint, input), request).catch(() => {
		throw new Problem(0, 'network', 'The network could not be reached');
	});
	if (response.ok) return response.blob();
	const bad = new Problem(response.status, 'bad_answer', `The server answered with status ${response.status}`);
	const refusal: Parameters<typeof dataOf>[0] = await response.json().catch(() => {
		throw bad;
	});
	if (again && (await afterStepUp(refusal.error))) return download(endpoint, input, signal, false);
	dataOf(refusal);
	throw bad;
}

/** Number of rows of a CSV file below its head. Line breaks within quotes end no row. */
async function rowsIn(file: Blob): Promise<number> {
	const text = await file.text();
	return Math.max(0, text.replaceAll(/"[^"]*"/g, '').split('\r\n').length - 2);
}
