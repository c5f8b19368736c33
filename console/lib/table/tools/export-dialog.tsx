/** Saves what a list shows as a file. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { formatNumber } from '#client/numbers.ts';
import { EXPORT_ROWS_MAX } from '#contract/operator/lists/exports.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { FieldError } from '#ui/primitives/form-field.tsx';
import { download } from '../../api/download.ts';
import { useErrorText } from '../../api/error-text.ts';
import type { ColumnHead } from '../column.ts';
import type { TableView } from '../table-view.ts';
import { exportedColumnsOf, type ListExport } from './list-export.ts';
import { rowsIn, saveFile } from './save-file.ts';

interface Props {
	file: ListExport;
	columns: readonly ColumnHead[];
	view: TableView;
	onClose: () => void;
}

export default function ExportDialog({ file, columns, view, onClose }: Props) {
	const { t } = useLingui();
	const heading = useId();
	const textOf = useErrorText();
	const { endpoint, params, filter, fileName, isPersonal } = file;
	const abort = useRef(() => {});
	const close = () => {
		abort.current();
		onClose();
	};
	const save = useMutation({
		mutationFn: async () => {
			const body = { ...filter, columns: exportedColumnsOf(columns, view) };
			const leaving = new AbortController();
			abort.current = () => leaving.abort();
			const blob = await download(endpoint, { params, body }, leaving.signal);
			saveFile(blob, fileName);
			return rowsIn(blob);
		},
	});
	const most = formatNumber(EXPORT_ROWS_MAX);
	return (
		<Dialog open onClose={close} labelledBy={heading} shape="center">
			<div className="dialog-body">
				<h2 id={heading}>
					<Trans>Export this list</Trans>
				</h2>
				<div className="export-notes">
					<p>
						<Trans>
							A CSV file with the rows and columns of this view, in its order: all pages, up to {most} rows. The audit
							trail records the export.
						</Trans>
					</p>
					{isPersonal && (
						<p>
							<Trans>The file holds personal data of fans. Keep it no longer than you need it.</Trans>
						</p>
					)}
					{save.data !== undefined && (
						<output>
							<Plural value={save.data} one="# row saved." other="# rows saved." />{' '}
							{save.data >= EXPORT_ROWS_MAX && t`The list goes on. Narrow its filters for the rest.`}
						</output>
					)}
				</div>
				{save.error ? <FieldError>{textOf(save.error)}</FieldError> : null}
				<div className="dialog-actions">
					<Button variant="quiet" onClick={close}>
						{save.data === undefined ? <Trans>Cancel</Trans> : <Trans>Close</Trans>}
					</Button>
					<Button busy={save.isPending} onClick={() => save.mutate()}>
						<Trans>Download CSV</Trans>
					</Button>
				</div>
			</div>
		</Dialog>
	);
}
