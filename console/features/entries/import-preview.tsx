/** Previews an import row by row, with invalid rows first. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Table } from '#ui/primitives/table.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import type { Preview } from './get-entries.ts';
import './import-preview.css';

/** Limits the rows shown, since a file may have two thousand. Invalid rows come first, so valid ones are hidden first. */
const ROWS_SHOWN = 200;

export function ImportPreview({ preview }: { preview: Preview }) {
	const { t } = useLingui();
	const outcomes = {
		enter: preview.errors > 0 ? t`Would be added` : t`Will be added`,
		create: preview.errors > 0 ? t`New: would be created` : t`New: will be created`,
		already: t`Already in the ranking`,
		unknown: t`No such artist`,
		incomplete: t`New, but not complete`,
		ambiguous: t`Several artists of that name`,
		twice: t`Twice in the file`,
		hidden: t`This artist is hidden`,
		empty: t`This row is empty`,
	};
	const isRight = (outcome: keyof typeof outcomes) => ['enter', 'create', 'already'].includes(outcome);
	const rows = preview.rows.toSorted((one, other) => Number(isRight(one.outcome)) - Number(isRight(other.outcome)));
	return (
		<div className="import-preview">
			<output>
				{preview.errors > 0 ? (
					<Plural
						value={preview.errors}
						one="# row cannot be added. Fix the file and choose it again. Nothing has been added."
						other="# rows cannot be added. Fix the file and choose it again. Nothing has been added."
					/>
				) : (
					<Trans>
						{preview.file_name} ({preview.encoding}) is right.
					</Trans>
				)}
			</output>
			<Table
				label={t`Rows of the file`}
				rows={rows.slice(0, ROWS_SHOWN)}
				rowKey={(row) => row.row}
				columns={[
					{ key: 'row', header: t`Row`, align: 'end', render: (row) => row.row },
					{ key: 'text', header: t`Artist`, strong: true, render: (row) => row.en_name ?? row.text },
					{
						key: 'outcome',
						header: t`Outcome`,
						render: (row) => (
							<Tag
								tone={
									isRight(row.outcome) && row.outcome !== 'already' && preview.errors === 0
										? 'good'
										: isRight(row.outcome)
											? 'neutral'
											: 'bad'
								}
							>
								{outcomes[row.outcome]}
							</Tag>
						),
					},
				]}
			/>
		</div>
	);
}
