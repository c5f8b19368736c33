/** One row of a list. It takes the focus, so that the arrow keys move from row to row. */
import { useLingui } from '@lingui/react/macro';
import { cellClass } from './cell-class.ts';
import type { DataColumn } from './column.ts';
import { RowCheckbox } from './row-checkbox.tsx';

interface Props<Row> {
	row: { id: string; original: Row; getIsSelected: () => boolean; toggleSelected: () => void };
	columns: readonly DataColumn<Row>[];
	name: string;
	isOpen: boolean;
	/** True for the row to which the Tab key leads. */
	isCurrent: boolean;
	canSelect: boolean;
}

export function DataRow<Row>({ row, columns, name, isOpen, isCurrent, canSelect }: Props<Row>) {
	const { t } = useLingui();
	const isSelected = row.getIsSelected();
	return (
		<tr
			data-row={row.id}
			tabIndex={isCurrent ? 0 : -1}
			className={isSelected || isOpen ? 'table-selected' : undefined}
			aria-selected={canSelect ? isSelected : undefined}
		>
			{canSelect && (
				<td className="data-check">
					<RowCheckbox
						label={t`Select ${name}`}
						checked={isSelected}
						tabIndex={isCurrent ? 0 : -1}
						onToggle={() => row.toggleSelected()}
					/>
				</td>
			)}
			{columns.map((column) => (
				<td key={column.key} className={cellClass(column)} data-label={column.header}>
					{column.render(row.original)}
				</td>
			))}
		</tr>
	);
}
