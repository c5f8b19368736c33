/** Saves what a list shows as a file. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { addressOf, type CallInput, dataOf, requestOf } from '#client/call.ts';
import { formatNumber } from '#client/numbers.ts';
import { Problem } from '#client/problem.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { EXPORT_ROWS_MAX } from '#contract/operator/lists/exports.ts';
import { CONSOLE_HEADER } from '#contract/operator/shapes.ts';
import { Button } from '#ui/primitives/button.tsx';
import { afterStepUp } from '../api/call.ts';
import { ErrorText } from '../api/error-text.tsx';
import { DialogBox } from '../dialogs/dialog-box.tsx';
import { saveFile } from '../elements/save-file.ts';
import { type ColumnHead, isShown, type ListExport } from './column.ts';
import type { TableView } from './table-view.ts';

interface Props {
	file: ListExport;
	columns: readonly ColumnHead[];
	view: TableView;
	onClose: () => void;
}

export default function ExportDialog({ file, columns, view, onClose }: Props) {
	const { t } = useLingui();
	const { endpoint, params, filter, fileName, isPersonal } = file;
	const abort = useRef(() => {});
	const close = () => {
		abort.current();
		onClose();
	};
	const save = useMutation({
		mutationFn: async () => {
			const body = { ...filter, columns: exportedColumnsOf(columns, view, file) };
			const leaving = new AbortController();
			abort.current = () => leaving.abort();
			const blob = await download(endpoint, { params, body }, leaving.signal);
			saveFile(blob, fileName);
			return rowsIn(blob);
		},
	});
	const most = formatNumber(EXPORT_ROWS_MAX);
	return (
		<DialogBox title={t`Export this list`} onClose={close}>
			<div className="rows">
				<p>
					<Trans>
						A CSV file with the rows and columns of this view, in its order: all pages, up to {most} rows. The audit
						trail records the export.
					</Trans>
				</p>
				{isPersonal && <p>{t`The file holds personal data of fans. Keep it no longer than you need it.`}</p>}
				{save.data !== undefined && (
					<output>
						<Plural value={save.data} one="# row saved." other="# rows saved." />{' '}
						{save.data >= EXPORT_ROWS_MAX && t`The list goes on. Narrow its filters for the rest.`}
					</output>
				)}
			</div>
			<ErrorText error={save.error} />
			<div className="dialog-actions">
				<Button variant="quiet" onClick={close}>
					{save.data === undefined ? <Trans>Cancel</Trans> : <Trans>Close</Trans>}
				</Button>
				<Button busy={save.isPending} onClick={() => save.mutate()}>
					<Trans>Download CSV</Trans>
				</Button>
			</div>
		</DialogBox>
	);
}

/** Reads a file from the console's API. A refusal arrives in an envelope, as with every other call. */
async function download(endpoint: Endpoint, input: CallInput, signal: AbortSignal): Promise<Blob> {
	let response = await ask(endpoint, input, signal);
	let refusal = await refusalIn(response);
	if (refusal && (await afterStepUp(refusal.error))) {
		response = await ask(endpoint, input, signal);
		refusal = await refusalIn(response);
	}
	if (refusal) dataOf(refusal);
	return response.blob();
}

async function ask(endpoint: Endpoint, input: CallInput, signal: AbortSignal): Promise<Response> {
	try {
		const request = requestOf(endpoint, input.body, { [CONSOLE_HEADER]: '1' });
		return await fetch(addressOf(endpoint, input), { ...request, signal });
	} catch {
		throw new Problem(0, 'network', 'The network could not be reached');
	}
}

async function refusalIn(response: Response): Promise<Parameters<typeof dataOf>[0] | null> {
	if (response.ok) return null;
	try {
		return await response.json();
	} catch {
		throw new Problem(response.status, 'bad_answer', `The server answered with status ${response.status}`);
	}
}

/** Number of rows of a CSV file below its head. Line breaks within quotes end no row. */
async function rowsIn(file: Blob): Promise<number> {
	const text = await file.text();
	return Math.max(0, text.replaceAll(/"[^"]*"/g, '').split('\r\n').length - 2);
}

/** Returns the columns of the file that hold what is shown. */
const exportedColumnsOf = (columns: readonly ColumnHead[], view: TableView, file: ListExport): string[] =>
	columns
		.filter((column) => isShown(column, view.columns))
		.flatMap(({ key, exportAs = [key] }) => exportAs)
		.filter((name) => file.columns.includes(name));
