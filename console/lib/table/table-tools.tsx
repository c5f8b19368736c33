/** Above a list: its filters, and the buttons for saved views, columns and export. Their dialogs are loaded when opened. */
import { Trans } from '@lingui/react/macro';
import { lazy, type ReactNode, useState } from 'react';
import type { ListName } from '#contract/operator/lists/saved-views.ts';
import { OptionalPart } from '#ui/optional-part.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { ConsoleIcon } from '../elements/console-icon.tsx';
import { LostConsoleDialog } from '../elements/lost-part.tsx';
import { useMay } from '../session/operator.tsx';
import type { ColumnHead, ListExport } from './column.ts';
import type { TableView } from './table-view.ts';
import './data-table.css';

const DisplayDialog = lazy(() => import('./display-dialog.tsx'));
const ViewsDialog = lazy(() => import('./views-dialog.tsx'));
const ExportDialog = lazy(() => import('./export-dialog.tsx'));

export interface ListTools {
	list: ListName;
	/** Left out for lists without a file. */
	file?: ListExport | undefined;
}

interface Props extends ListTools {
	columns: readonly ColumnHead[];
	view: TableView;
	filters: ReactNode;
}

export function TableTools({ list, file, columns, view, filters }: Props) {
	const may = useMay();
	const [open, setOpen] = useState<'display' | 'views' | 'export' | null>(null);
	const close = () => setOpen(null);
	return (
		<div className="table-tools">
			<div className="table-filters">{filters}</div>
			<div className="table-buttons">
				<Button variant="quiet" onClick={() => setOpen('views')}>
					<Trans>Views</Trans>
				</Button>
				<Button variant="quiet" onClick={() => setOpen('display')}>
					<Trans>Display</Trans>
				</Button>
				{file && may(file.endpoint) && (
					<Button variant="quiet" icon={<ConsoleIcon name="down" />} onClick={() => setOpen('export')}>
						<Trans>Export</Trans>
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
