/** Reminders by choice: on or off on this device, which kinds, and quiet hours. Hidden where the site sends none. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Reminders } from '#contract/push.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { canTakeReminders, NotificationsRefused } from '../../lib/push-device.ts';
import { type SettingsChange, useChangeSettings, usePushSettings } from './get-push-settings.ts';
import { KindSwitches } from './kind-switches.tsx';
import { QuietHours } from './quiet-hours.tsx';
import '../../lib/elements/panel.css';
import './reminder-panel.css';

export function ReminderPanel() {
	const { t } = useLingui();
	const toast = useToast();
	const { data: settings, isPending } = usePushSettings(true);
	const { mutate, isPending: changing } = useChangeSettings();
	// A box shows its new state at once.
	const [asked, setAsked] = useState<Partial<Reminders>>({});
	if (isPending) return <Skeleton className="reminder-panel-skeleton" />;
	if (!settings || settings.public_key === null) return null;

	function change(wanted: SettingsChange) {
		mutate(wanted, {
			onSuccess: () => toast(t`Reminders saved`, 'success'),
			onError: (error) => {
				setAsked({});
				toast(
					error instanceof NotificationsRefused
						? t`Your browser blocks notifications of this site. Allow them in its settings.`
						: t`This could not be saved. Please try again.`,
				);
			},
		});
	}

	const { thisDevice } = settings;
	const reminders = settings.reminders && { ...settings.reminders, ...asked };
	const save = (changed: Partial<Reminders>) => {
		if (!reminders) return;
		setAsked({ ...asked, ...changed });
		change({ reminders: { ...reminders, ...changed } });
	};
	return (
		<section className="panel reminder-panel" aria-label={t`Reminders`}>
			<h2>
				<Trans>Reminders</Trans>
			</h2>
			{!canTakeReminders() && <Unsupported />}
			{canTakeReminders() && (
				<div className="reminder-panel-device">
					<p>
						{thisDevice === null ? (
							<Trans>Get told on this device when it matters. You choose what, and when not.</Trans>
						) : (
							<Trans>This device takes reminders.</Trans>
						)}
					</p>
					<Button
						variant={thisDevice === null ? 'primary' : 'quiet'}
						busy={changing}
						onClick={() => change({ turn: thisDevice === null ? 'on' : 'off', settings })}
					>
						{thisDevice === null ? <Trans>Turn on</Trans> : <Trans>Turn off</Trans>}
					</Button>
				</div>
			)}
			{reminders && (thisDevice !== null || settings.devices.length > 0) && (
				<>
					<KindSwitches reminders={reminders} onChange={save} />
					<QuietHours reminders={reminders} onChange={save} />
				</>
			)}
		</section>
	);
}

function Unsupported() {
	return (
		<p>
			<Trans>
				This browser takes no reminders. On an iPhone, add the site to the home screen and open it from there.
			</Trans>
		</p>
	);
}
