/** Tells what an action will do to each row, does it when the operator confirms, and tells what it did. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { FieldError } from '#ui/primitives/form-field.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { useErrorText } from '../../api/error-text.ts';
import { ReasonField } from '../../dialogs/reason-field.tsx';
import type { BulkAction } from './bulk-action.ts';
import { BulkRows } from './bulk-rows.tsx';

interface Props {
	action: BulkAction<unknown>;
	rows: readonly { id: string; name: string; row: unknown }[];
	onClose: (isDone: boolean) => void;
}

export default function BulkDialog({ action, rows, onClose }: Props) {
	const { t } = useLingui();
	const heading = useId();
	const textOf = useErrorText();
	const [why, setWhy] = useState('');
	const [isMissing, setIsMissing] = useState(false);
	const plain = rows.map(({ row }) => row);
	const preview = useQuery({
		queryKey: ['bulk', action.key, rows.map(({ id }) => id)],
		queryFn: () => action.run(plain, { isDryRun: true, why: '' }),
		gcTime: 0,
		retry: false,
	});
	const run = useMutation({
		mutationFn: () => action.run(plain, { isDryRun: false, why: why.trim() }),
		onSettled: action.onDone,
	});
	const undo = useMutation({
		mutationFn: async () => action.undo?.(changed(run.data), t`Undone: ${why.trim()}`) ?? [],
		onSettled: action.onDone,
	});
	const will = changed(preview.data).length;
	const done = undo.data ?? run.data;
	const error = undo.error ?? run.error ?? preview.error;
	const close = () => {
		// What happened to each row is told when all is done.
		if (!run.isPending && !undo.isPending) onClose(run.data !== undefined);
	};

	function confirm() {
		const missing = action.needsReason === true && why.trim() === '';
		setIsMissing(missing);
		if (!missing) run.mutate();
	}

	return (
		<Dialog open onClose={close} labelledBy={heading} shape="center">
			<div className="dialog-body bulk-dialog">
				<h2 id={heading}>{undo.data ? t`Undone` : run.data ? t`Done` : action.words.title}</h2>
				{preview.isPending && <Skeleton className="screen-skeleton" />}
				{(done ?? preview.data) && (
					<BulkRows
						rows={rows}
						results={done ?? preview.data ?? []}
						words={action.words}
						state={undo.data ? 'undone' : run.data ? 'done' : 'will'}
					/>
				)}
				{!run.data && action.needsReason && (
					<ReasonField value={why} onChange={setWhy} missing={isMissing} maxLength={480} />
				)}
				{error ? <FieldError>{textOf(error)}</FieldError> : null}
				<div className="dialog-actions">
					{run.data && action.undo && !undo.data && changed(run.data).length > 0 && (
						<Button variant="line" busy={undo.isPending} onClick={() => undo.mutate()}>
							<Trans>Undo</Trans>
						</Button>
					)}
					<Button variant={run.data ? 'primary' : 'quiet'} onClick={close}>
						{run.data ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}
					</Button>
					{!run.data && (
						<Button
							className={action.isDangerous ? 'button-danger' : ''}
							busy={run.isPending}
							disabled={will === 0}
							onClick={confirm}
						>
							{action.label} {will > 0 ? `(${will})` : null}
						</Button>
					)}
				</div>
			</div>
		</Dialog>
	);
}

const changed = <Result extends { outcome: string }>(results: readonly Result[] | undefined): Result[] =>
	(results ?? []).filter(({ outcome }) => outcome === 'changed');
