/** Adds or removes gems. Above the daily limit the change waits for another operator's approval. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useIdempotencyKey } from '#client/idempotency-key.ts';
import { formatNumber } from '#client/numbers.ts';
import { useToast } from '#ui/primitives/toast.tsx';
import { NumberField } from '../../lib/form/number-field.tsx';
import { WhyDialog } from '../../lib/dialogs/why-dialog.tsx';
import '../../lib/form/editor-form.css';
import { useFanName } from './fan-name.tsx';
import { type Fan, useAdjustGems } from './get-fans.ts';

interface Props {
	fan: Fan;
	onClose: () => void;
	/** Called when the change waits for approval. Nothing has changed yet. */
	onWaiting: () => void;
}

export function AdjustDialog({ fan, onClose, onWaiting }: Props) {
	const { t } = useLingui();
	const toast = useToast();
	const name = useFanName()(fan);
	const keyOf = useIdempotencyKey();
	const adjust = useAdjustGems(fan.fan_id);
	const [earned, setEarned] = useState<number | null>(null);
	const [purchased, setPurchased] = useState<number | null>(null);
	const after = { earned: fan.earned + (earned ?? 0), purchased: fan.purchased + (purchased ?? 0) };
	function send(why: string) {
		const body = { earned: earned ?? 0, purchased: purchased ?? 0, why };
		adjust.mutate(
			{ body, idempotencyKey: keyOf(body) },
			{
				onSuccess: ({ status }) => {
					if (status === 'waiting') return onWaiting();
					toast(t`Adjusted`, 'success');
					onClose();
				},
			},
		);
	}
	return (
		<WhyDialog
			open
			title={t`Adjust the gems of ${name}`}
			action={<Trans>Adjust</Trans>}
			busy={adjust.isPending}
			error={adjust.error}
			onClose={onClose}
			onDo={send}
		>
			<div className="editor-pair">
				<NumberField label={t`Earned gems`} value={earned} onChange={setEarned} />
				<NumberField label={t`Bought gems`} value={purchased} onChange={setPurchased} />
			</div>
			<p className="form-hint">
				<Trans>
					Use a minus sign to remove gems. New balance: {formatNumber(after.earned)} earned,{' '}
					{formatNumber(after.purchased)} bought.
				</Trans>
			</p>
		</WhyDialog>
	);
}
