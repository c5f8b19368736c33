/** Adds entries from a CSV file. Nothing is added before the operator has seen a preview without errors. */
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { UseMutationResult } from '@tanstack/react-query';
import { formatNumber } from '#client/numbers.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import {
	commitImport,
	IMPORT_BYTES_MAX,
	IMPORT_ROWS_MAX,
	type previewImport,
} from '#contract/operator/rankings/entries.ts';
import { Button } from '#ui/primitives/button.tsx';
import { FileDrop } from '#ui/primitives/file-drop.tsx';
import { Table } from '../../lib/table/table.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { ErrorText, useErrorText } from '../../lib/api/error-text.tsx';
import { useSend } from '../../lib/api/queries.ts';
import { CancelButton, closeUnless, DialogBox } from '../../lib/dialogs/dialog-box.tsx';
import './entries.css';

interface Props {
	rankingKey: string;
	/** Reads files. The first one has been chosen already. */
	read: UseMutationResult<ReplyOf<typeof previewImport>, Error, File>;
	onClose: () => void;
}

export function ImportDialog({ rankingKey, read, onClose }: Props) {
	const { t } = useLingui();
	const toast = useToast();
	const textOf = useErrorText();
	const preview = read.data?.preview;
	const created = preview?.rows.filter(({ outcome }) => outcome === 'create').length ?? 0;
	const news = created + (preview?.rows.filter(({ outcome }) => outcome === 'enter').length ?? 0);
	const commit = useSend(commitImport, () => {
		toast(plural(news, { one: '# artist added', other: '# artists added' }), 'success');
		onClose();
	});
	const enter = () => preview && commit.mutate({ params: { ranking_key: rankingKey, import_id: preview.import_id } });
	const close = closeUnless(commit.isPending, onClose);
	return (
		<DialogBox title={t`Import entries`} className="wide-dialog" onClose={close}>
			<FileDrop
				label={preview ? t`Choose another file` : t`Choose a CSV file`}
				hint={t`A column en_name or artist_id; at most ${formatNumber(IMPORT_ROWS_MAX)} rows and ${IMPORT_BYTES_MAX / 1024 / 1024} MB. New artists also need a column kind: group, song, or solo with gender and birthday (YYYY-MM-DD).`}
				accept=".csv,text/csv"
				busy={read.isPending}
				error={read.error ? textOf(read.error) : null}
				onFile={(file) => {
					commit.reset();
					read.mutate(file);
				}}
			/>
			{preview && <ImportPreview preview={preview} />}
			<ErrorText error={commit.error} />
			<div className="dialog-actions">
				<CancelButton onClick={close} />
				<Button busy={commit.isPending} disabled={!preview || preview.errors > 0 || news === 0} onClick={enter}>
					<Plural value={news} one="Add # artist" other="Add # artists" />
				</Button>
			</div>
		</DialogBox>
	);
}

/** Limits the rows shown, since a file may have two thousand. Invalid rows come first, so valid ones are hidden first. */
const ROWS_SHOWN = 200;

/** Previews an import row by row, with invalid rows first. */
function ImportPreview({ preview }: ReplyOf<typeof previewImport>) {
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
				) : preview.encoding === 'CP949' ? (
					<Trans>{preview.file_name} was read as Korean (CP949). Check the names, or save the file as UTF-8.</Trans>
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
								{row.outcome === 'incomplete' && row.column ? t`Check the column ${row.column}` : outcomes[row.outcome]}
							</Tag>
						),
					},
				]}
			/>
		</div>
	);
}
