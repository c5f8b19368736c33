/** Shows the actions on a fan that the operator's role allows. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { deleteFan, logFanOut, suspendFan, adjustGems } from '#contract/operator/accounts.ts';
import { Button } from '#ui/primitives/button.tsx';
import { useMay } from '../../lib/session/operator.tsx';
import { WaitingDialog } from '../../lib/dialogs/waiting-dialog.tsx';
import { StepDialog, type StepWords } from '../../lib/dialogs/step-dialog.tsx';
import { AdjustDialog } from './adjust-dialog.tsx';
import { useFanName } from './fan-name.tsx';
import { type Fan, type FanStep, useFanStep } from './get-fans.ts';

type Asked = FanStep | 'adjust' | 'waiting';

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
			<div className="fan-steps">
				{may(adjustGems) && button('adjust', <Trans>Adjust gems</Trans>)}
				{may(suspendFan) && !fan.suspended && button('suspend', <Trans>Suspend</Trans>)}
				{may(suspendFan) && fan.suspended && button('restore', <Trans>Restore</Trans>)}
				{may(logFanOut) && fan.active_sessions > 0 && button('log-out', <Trans>End all sessions</Trans>)}
				{may(deleteFan) && !fan.erase_time && button('delete', <Trans>Delete on request</Trans>)}
			</div>
			{asked === 'adjust' && <AdjustDialog fan={fan} onClose={close} onWaiting={() => setAsked('waiting')} />}
			{asked === 'waiting' && <WaitingDialog onClose={close} />}
			{asked !== null && asked !== 'adjust' && asked !== 'waiting' && (
				<FanStepDialog key={asked} step={asked} fan={fan} onClose={close} />
			)}
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
	return <StepDialog words={words[step]} take={take} onClose={onClose} />;
}
