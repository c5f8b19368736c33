/** The head of a list: names of columns, those that sort as buttons, and a checkbox for all rows. */
import { useLingui } from '@lingui/react/macro';
import { Icon } from '#ui/icons.tsx';
import { cellClass } from './cell-class.ts';
import type { DataColumn } from './column.ts';
import { RowCheckbox } from './row-checkbox.tsx';
import type { TableView } from './table-view.ts';

interface Selectable {
	getIsAllRowsSelected: () => boolean;
	getIsSomeRowsSelected: () => boolean;
	toggleAllRowsSelected: (value?: boolean) => void;
}

interface Props<Row> {
	columns: readonly DataColumn<Row>[];
	view: TableView;
	/** Null if rows cannot be selected. */
	table: Selectable | null;
}

export function HeadRow<Row>({ columns, view, table }: Props<Row>) {
	const { t } = useLingui();
	return (
		<thead>
			<tr>
				{table && (
					<th scope="col" className="data-check">
						<RowCheckbox
							label={t`Select all rows on this screen`}
							checked={table.getIsAllRowsSelected()}
							mixed={table.getIsSomeRowsSelected()}
							onToggle={() => table.toggleAllRowsSelected(!table.getIsAllRowsSelected())}
						/>
					</th>
				)}
				{columns.map((column) => (
					<th key={column.key} scope="col" className={cellClass(column)} aria-sort={ariaSort(column, view)}>
						{column.sortAs === undefined ? (
							<HeadText column={column} />
						) : (
							<button type="button" className="data-sort" onClick={() => view.sortBy(column.sortAs ?? '')}>
								{column.header}
								<Icon name="down" className={`data-arrow data-${ariaSort(column, view) ?? 'unsorted'}`} />
							</button>
						)}
					</th>
				))}
			</tr>
		</thead>
	);
}

function HeadText<Row>({ column: { header, fixed } }: { column: DataColumn<Row> }) {
	return fixed ? <span className="visually-hidden">{header}</span> : header;
}

function ariaSort<Row>(
	{ sortAs }: DataColumn<Row>,
	{ sort, order }: TableView,
): 'ascending' | 'descending' | undefined {
	if (sortAs === undefined || sortAs !== sort) return undefined;
	return order === 'asc' ? 'ascending' : 'descending';
}
