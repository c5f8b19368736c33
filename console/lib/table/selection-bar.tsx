/** Says how many rows are selected, and offers what can be done to them. The dialog is loaded when it is needed. */
import { Plural, Trans } from '@lingui/react/macro';
import { lazy, useState } from 'react';
import { BULK_MAX } from '#contract/operator/lists/bulk.ts';
import { OptionalPart } from '#ui/optional-part.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { LostConsoleDialog } from '../elements/lost-part.tsx';
import type { BulkAction } from './bulk-action.ts';
import './data-table.css';

const BulkDialog = lazy(() => import('./bulk-dialog.tsx'));

interface Props<Row> {
	rows: readonly Row[];
	actions: readonly BulkAction<Row>[];
	rowKey: (row: Row) => string | number;
	nameOf: (row: Row) => string;
	onClear: () => void;
}

export function SelectionBar<Row>({ rows, actions, rowKey, nameOf, onClear }: Props<Row>) {
	// The rows as they were: the list is read again while the dialog still tells what was done.
	const [asked, setAsked] = useState<{ action: BulkAction<Row>; rows: readonly Row[] } | null>(null);
	const tooMany = rows.length > BULK_MAX;
	return (
		<>
			<output className="selection-bar" hidden={rows.length === 0}>
				{rows.length > 0 && (
					<>
						<strong>
							<Plural value={rows.length} one="# selected" other="# selected" />
						</strong>
						{tooMany && <Trans>Choose at most {BULK_MAX}.</Trans>}
						{actions.map((action) => (
							<Button key={action.key} variant="line" disabled={tooMany} onClick={() => setAsked({ action, rows })}>
								{action.label}
							</Button>
						))}
						<Button variant="quiet" onClick={onClear}>
							<Trans>Clear</Trans>
						</Button>
					</>
				)}
			</output>
			<OptionalPart instead={<LostConsoleDialog open={asked !== null} onClose={() => setAsked(null)} />}>
				{asked && (
					<BulkDialog
						action={asked.action as BulkAction<unknown>}
						rows={asked.rows.map((row) => ({ id: String(rowKey(row)), name: nameOf(row), row }))}
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
