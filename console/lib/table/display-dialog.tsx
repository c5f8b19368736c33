/** Columns, order and density of a list. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#ui/primitives/button.tsx';
import { CheckboxField, SelectField } from '#ui/primitives/form-field.tsx';
import { DialogBox } from '../dialogs/dialog-box.tsx';
import { type ColumnHead, isAlwaysShown, isShown } from './column.ts';
import type { TableView } from './table-view.ts';

interface Props {
	columns: readonly ColumnHead[];
	view: TableView;
	onClose: () => void;
}

export default function DisplayDialog({ columns, view, onClose }: Props) {
	const { t } = useLingui();
	const shown = columns.filter((column) => isShown(column, view.columns)).map(({ key }) => key);
	const sorts = columns.filter(({ sortAs }) => sortAs !== undefined);
	const toggle = (key: string) =>
		view.setColumns(columns.map((column) => column.key).filter((other) => (other === key) !== shown.includes(other)));
	return (
		<DialogBox title={t`Display`} onClose={onClose}>
			<div className="display-selects">
				{sorts.length > 0 && (
					<SelectField
						label={t`Sort by`}
						value={view.sort}
						onChange={({ target }) => view.setSort(target.value, view.order)}
					>
						{sorts.every(({ sortAs }) => sortAs !== view.usual) && <option value={view.usual}>{t`Usual order`}</option>}
						{sorts.map(({ key, sortAs, header }) => (
							<option key={key} value={sortAs}>
								{header}
							</option>
						))}
					</SelectField>
				)}
				{sorts.length > 0 && (
					<SelectField
						label={t`Order`}
						value={view.order}
						onChange={({ target }) => view.setSort(view.sort, target.value === 'asc' ? 'asc' : 'desc')}
					>
						<option value="asc">{t`Ascending`}</option>
						<option value="desc">{t`Descending`}</option>
					</SelectField>
				)}
				<SelectField
					label={t`Density`}
					value={view.density}
					onChange={({ target }) => view.setDensity(target.value === 'compact' ? 'compact' : 'comfortable')}
				>
					<option value="comfortable">{t`Comfortable`}</option>
					<option value="compact">{t`Compact`}</option>
				</SelectField>
			</div>
			<fieldset className="display-columns">
				<legend>{t`Columns`}</legend>
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
			<div className="dialog-actions">
				<Button variant="quiet" disabled={view.columns === null} onClick={() => view.setColumns(null)}>
					<Trans>Usual columns</Trans>
				</Button>
				<Button onClick={onClose}>{t`Done`}</Button>
			</div>
		</DialogBox>
	);
}
