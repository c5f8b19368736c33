/** Adds entries from a CSV file. Nothing is added before the operator has seen a preview without errors. */
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { formatNumber } from '#client/numbers.ts';
import { IMPORT_BYTES_MAX, IMPORT_ROWS_MAX } from '#contract/operator/rankings/entries.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { FieldError } from '#ui/primitives/form-field.tsx';
import { FileDrop } from '#ui/primitives/file-drop.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { useErrorText } from '../../lib/api/error-text.ts';
import { useCommitImport, type usePreviewImport } from './get-entries.ts';
import { ImportPreview } from './import-preview.tsx';

interface Props {
	rankingKey: string;
	/** Reads files. The first one has been chosen already. */
	read: ReturnType<typeof usePreviewImport>;
	onClose: () => void;
}

export function ImportDialog({ rankingKey, read, onClose }: Props) {
	const { t } = useLingui();
	const toast = useToast();
	const textOf = useErrorText();
	const heading = useId();
	const commit = useCommitImport(rankingKey);
	const preview = read.data?.preview;
	const created = preview?.rows.filter(({ outcome }) => outcome === 'create').length ?? 0;
	const news = created + (preview?.rows.filter(({ outcome }) => outcome === 'enter').length ?? 0);
	function enter() {
		if (!preview) return;
		commit.mutate(preview.import_id, {
			onSuccess: () => {
				toast(plural(news, { one: '# artist added', other: '# artists added' }), 'success');
				onClose();
			},
		});
	}
	return (
		<Dialog open onClose={onClose} labelledBy={heading} shape="center" className="import-dialog">
			<div className="dialog-body">
				<h2 id={heading}>
					<Trans>Import entries</Trans>
				</h2>
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
				{commit.error ? <FieldError>{textOf(commit.error)}</FieldError> : null}
				<div className="dialog-actions">
					<Button variant="quiet" onClick={onClose}>
						<Trans>Cancel</Trans>
					</Button>
					<Button busy={commit.isPending} disabled={!preview || preview.errors > 0 || news === 0} onClick={enter}>
						<Plural value={news} one="Add # artist" other="Add # artists" />
					</Button>
				</div>
			</div>
		</Dialog>
	);
}
