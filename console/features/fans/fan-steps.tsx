/** Shows the actions on a fan that the operator's role allows. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { formatNumber } from '#client/numbers.ts';
import { adjustGems, deleteFan, logFanOut, restoreFan, suspendFan } from '#contract/operator/accounts.ts';
import { Steps } from '../../lib/dialogs/steps.tsx';
import { WhyDialog } from '../../lib/dialogs/why-dialog.tsx';
import { NumberField } from '../../lib/form/fields.tsx';
import { type Fan, useFanName } from './fan-facts.tsx';
import '../../lib/form/editor-form.css';

export function FanSteps({ fan }: { fan: Fan }) {
	const { t } = useLingui();
	const name = useFanName()(fan);
	if (fan.erased) return null;
	return (
		<div className="steps">
			<Steps
				params={{ fan_id: fan.fan_id }}
				steps={{
					adjust: {
						call: adjustGems,
						when: true,
						label: t`Adjust gems`,
						renderDialog: (close) => <AdjustDialog fan={fan} onClose={close} />,
					},
					suspend: {
						call: suspendFan,
						when: !fan.suspended,
						label: t`Suspend`,
						title: t`Suspend ${name}?`,
						text: t`The fan can still log in, but cannot vote, check in or buy.`,
						done: t`Suspended`,
					},
					restore: {
						call: restoreFan,
						when: fan.suspended,
						label: t`Restore`,
						title: t`Restore ${name}?`,
						text: t`The fan can vote, check in and buy again at once.`,
						done: t`Restored`,
					},
					logOut: {
						call: logFanOut,
						when: fan.active_sessions > 0,
						label: t`End all sessions`,
						title: t`End all sessions of ${name}?`,
						text: t`The fan is logged out at once on every device.`,
						action: t`End them`,
						done: t`All sessions have ended`,
					},
					delete: {
						call: deleteFan,
						when: !fan.erase_time,
						label: t`Delete on request`,
						className: 'button-dangerous',
						title: t`Delete ${name}?`,
						text: t`Only if the fan has asked for it. Every session ends now. Name, addresses and picture are erased after 7 days, and all gems are given up. Until then, the fan can cancel the deletion by signing in again.`,
						action: t`Delete`,
						dangerous: true,
						done: t`The account will be deleted`,
						body: (why) => ({ why, gems_are_given_up: true }),
					},
				}}
			/>
		</div>
	);
}

/** Adds or removes gems. Above the daily limit the change waits for another operator's approval. */
function AdjustDialog({ fan, onClose }: { fan: Fan; onClose: () => void }) {
	const { t } = useLingui();
	const name = useFanName()(fan);
	const [earned, setEarned] = useState<number | null>(null);
	const [purchased, setPurchased] = useState<number | null>(null);
	const isNumber = !Number.isNaN(earned) && !Number.isNaN(purchased);
	const after = { earned: fan.earned + (earned ?? 0), purchased: fan.purchased + (purchased ?? 0) };
	return (
		<WhyDialog
			title={t`Adjust the gems of ${name}`}
			action={<Trans>Adjust</Trans>}
			done={t`Adjusted`}
			call={adjustGems}
			params={{ fan_id: fan.fan_id }}
			body={(why) => (isNumber ? { earned: earned ?? 0, purchased: purchased ?? 0, why } : null)}
			onClose={onClose}
		>
			<div className="editor-pair">
				<NumberField label={t`Earned gems`} value={earned} onChange={setEarned} />
				<NumberField label={t`Bought gems`} value={purchased} onChange={setPurchased} />
			</div>
			<p className="form-hint">
				{isNumber && (
					<Trans>
						Use a minus sign to remove gems. New balance: {formatNumber(after.earned)} earned,{' '}
						{formatNumber(after.purchased)} bought.
					</Trans>
				)}
			</p>
		</WhyDialog>
	);
}
