/** Shows the actions on a fan that the operator's role allows. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { formatNumber } from '#client/numbers.ts';
import { deleteFan, logFanOut, suspendFan, adjustGems } from '#contract/operator/accounts.ts';
import { Button } from '#ui/primitives/button.tsx';
import { type StepWords, WhyDialog } from '../../lib/dialogs/why-dialog.tsx';
import { NumberField } from '../../lib/form/fields.tsx';
import { useMay } from '../../lib/session/operator.tsx';
import { useFanName } from './fan-facts.tsx';
import { type Fan, type FanStep, useAdjustGems, useFanStep } from './get-fans.ts';
import '../../lib/form/editor-form.css';

type Asked = FanStep | 'adjust';

export function FanSteps({ fan }: { fan: Fan }) {
	const may = useMay();
	const [asked, setAsked] = useState<Asked | null>(null);
	const close = () => setAsked(null);
	const button = (step: Asked, name: ReactNode) => (
		<Button variant="line" className={step === 'delete' ? 'button-dangerous' : ''} onClick={() => setAsked(step)}>
			{name}
		</Button>
	);
	if (fan.erased) return null;
	return (
		<>
			<div className="steps">
				{may(adjustGems) && button('adjust', <Trans>Adjust gems</Trans>)}
				{may(suspendFan) && !fan.suspended && button('suspend', <Trans>Suspend</Trans>)}
				{may(suspendFan) && fan.suspended && button('restore', <Trans>Restore</Trans>)}
				{may(logFanOut) && fan.active_sessions > 0 && button('log-out', <Trans>End all sessions</Trans>)}
				{may(deleteFan) && !fan.erase_time && button('delete', <Trans>Delete on request</Trans>)}
			</div>
			{asked === 'adjust' && <AdjustDialog fan={fan} onClose={close} />}
			{asked !== null && asked !== 'adjust' && <FanStepDialog key={asked} step={asked} fan={fan} onClose={close} />}
		</>
	);
}

function FanStepDialog({ step, fan, onClose }: { step: FanStep; fan: Fan; onClose: () => void }) {
	const { t } = useLingui();
	const name = useFanName()(fan);
	const take = useFanStep(fan.fan_id, step);
	const words: Record<FanStep, StepWords> = {
		suspend: {
			title: t`Suspend ${name}?`,
			text: <Trans>The fan can still log in, but cannot vote, check in or buy.</Trans>,
			action: t`Suspend`,
			done: t`Suspended`,
		},
		restore: {
			title: t`Restore ${name}?`,
			text: <Trans>The fan can vote, check in and buy again at once.</Trans>,
			action: t`Restore`,
			done: t`Restored`,
		},
		'log-out': {
			title: t`End all sessions of ${name}?`,
			text: <Trans>The fan is logged out at once on every device.</Trans>,
			action: t`End them`,
			done: t`All sessions have ended`,
		},
		delete: {
			title: t`Delete ${name}?`,
			text: (
				<Trans>
					Only if the fan has asked for it. Every session ends now. Name, addresses and picture are erased after 7 days,
					and all gems are given up. Until then, the fan can cancel the deletion by signing in again.
				</Trans>
			),
			action: t`Delete`,
			dangerous: true,
			done: t`The account will be deleted`,
		},
	};
	return <WhyDialog {...words[step]} take={take} input={(why) => why} onClose={onClose} />;
}

/** Adds or removes gems. Above the daily limit the change waits for another operator's approval. */
function AdjustDialog({ fan, onClose }: { fan: Fan; onClose: () => void }) {
	const { t } = useLingui();
	const name = useFanName()(fan);
	const [earned, setEarned] = useState<number | null>(null);
	const [purchased, setPurchased] = useState<number | null>(null);
	const after = { earned: fan.earned + (earned ?? 0), purchased: fan.purchased + (purchased ?? 0) };
	return (
		<WhyDialog
			title={t`Adjust the gems of ${name}`}
			action={<Trans>Adjust</Trans>}
			done={t`Adjusted`}
			take={useAdjustGems(fan.fan_id)}
			input={(why) => ({ earned: earned ?? 0, purchased: purchased ?? 0, why })}
			onClose={onClose}
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
