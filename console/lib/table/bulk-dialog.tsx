/** Tells what an action will do to each row, does it when the operator confirms, and tells what it did. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { ErrorText } from '../api/calls.tsx';
import { DialogBox, reason, TextOf } from '../dialogs/dialogs.tsx';
import { type Looks, StateTag } from '../elements/elements.tsx';
import { type BulkAction, type RowResult, sendBulk } from './table.tsx';
import './data-table.css';

interface BulkDialogProps {
	action: BulkAction<unknown>;
	rows: readonly { id: string; name: string; row: unknown }[];
	onClose: (isDone: boolean) => void;
}

export default function BulkDialog({ action, rows, onClose }: BulkDialogProps) {
	const [why, setWhy] = useState('');
	const [isMissing, setIsMissing] = useState(false);
	const plain = rows.map(({ row }) => row);
	const run = (isDryRun: boolean, because: string) =>
		action.run?.(plain, isDryRun, because) ?? sendBulk(action.endpoint, action.body(plain, because), isDryRun);
	const preview = useQuery({
		queryKey: ['bulk', action.label, rows.map(({ id }) => id)],
		queryFn: () => run(true, ''),
		gcTime: 0,
		retry: false,
	});
	const client = useQueryClient();
	// The preview tells what was about to happen: it stays.
	const refresh = () => void client.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== 'bulk' });
	const done = useMutation({ mutationFn: () => run(false, why.trim()), onSettled: refresh });
	const undo = useMutation({
		mutationFn: async () =>
			action.undo ? sendBulk(action.endpoint, action.undo(changedIn(done.data), `Undone: ${why.trim()}`), false) : [],
		onSettled: refresh,
	});
	const will = changedIn(preview.data, ['changed', 'waiting']).length;
	const told = undo.data ?? done.data ?? preview.data;
	const looks: Looks<RowResult['outcome']> = {
		changed: ['good', undo.data ? 'Taken back' : action.words[done.data ? 'done' : 'will']],
		waiting: ['warning', 'Waits for another operator'],
		unchanged: ['neutral', action.words.unchanged],
		refused: ['bad', undo.data || done.data ? 'Refused' : 'Cannot'],
	};
	const error = undo.error ?? done.error ?? preview.error;
	const close = () => {
		// What happened to each row is told when all is done.
		if (!done.isPending && !undo.isPending) onClose(done.data !== undefined);
	};

	function confirm() {
		const missing = action.needsReason === true && why.trim() === '';
		setIsMissing(missing);
		if (!missing) done.mutate();
	}

	return (
		<DialogBox
			title={undo.data ? 'Undone' : done.data ? 'Done' : action.words.title}
			className="bulk-dialog"
			onClose={close}
		>
			{preview.isPending && <Skeleton className="screen-skeleton" />}
			{told && (
				<ul className="bulk-rows lined" aria-label="What happens to each row">
					{told.map(({ id, outcome, message }) => (
						<li key={id}>
							<span className="breaks">{rows.find((row) => row.id === id)?.name ?? id}</span>
							<StateTag looks={looks} state={outcome} />
							{outcome === 'refused' && <span className="bulk-reason muted text-s">{message}</span>}
						</li>
					))}
				</ul>
			)}
			{!done.data && action.needsReason && (
				<TextOf {...reason} maxLength={480} value={why} onChange={setWhy} isMissing={isMissing} />
			)}
			<ErrorText error={error} />
			<div className="dialog-actions flex wraps gap-2 mt-5">
				{done.data && action.undo && !undo.data && changedIn(done.data).length > 0 && (
					<Button variant="line" busy={undo.isPending} onClick={() => undo.mutate()}>
						Undo
					</Button>
				)}
				<Button variant={done.data ? 'primary' : 'quiet'} onClick={close}>
					{done.data ? 'Close' : 'Cancel'}
				</Button>
				{!done.data && (
					<Button
						className={action.isDangerous ? 'button-danger' : ''}
						busy={done.isPending}
						disabled={will === 0}
						onClick={confirm}
					>
						{action.label} {will > 0 ? `(${will})` : null}
					</Button>
				)}
			</div>
		</DialogBox>
	);
}

const changedIn = <Result extends { outcome: string }>(
	results: readonly Result[] | undefined,
	outcomes = ['changed'],
): Result[] => (results ?? []).filter(({ outcome }) => outcomes.includes(outcome));
