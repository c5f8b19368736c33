/** Reminders by choice: on or off on this device, which kinds, and quiet hours. Hidden where the site sends none. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useMutation, queryOptions, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Reminders, ReminderKind, PushSettings } from '#contract/push.ts';
import { reminderKinds, turnOffReminder, setReminders } from '#contract/push.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { CheckboxField, TextField } from '#ui/primitives/form-field.tsx';
import { isRefusal, isProblem } from '#client/call.ts';
import { useProblemText, useTurnText } from '../../lib/api/problem-text.ts';
import type { DeviceSettings } from '../../lib/push-device.ts';
import {
	canTakeReminders,
	NotificationsRefused,
	settleDevice,
	turnOffDevice,
	turnOnDevice,
} from '../../lib/push-device.ts';
import { fanTimeZone } from '../../lib/time.ts';
import { call } from '../../lib/api/call.ts';
import { DEFAULT_TIMEZONE } from '#contract/values/constants.ts';
import { useSite } from '../../lib/site/get-site.ts';

export function ReminderPanel() {
	const { t } = useLingui();
	const toast = useToast();
	const problemText = useProblemText();
	const { data: settings, isPending } = useQuery(pushSettingsQuery);
	const { mutate, isPending: changing } = useChangeSettings();
	// A box shows its new state at once.
	const [asked, setAsked] = useState<Partial<Reminders>>({});
	if (isPending) return <Skeleton className="mt-6" style={{ height: '10rem', borderRadius: 'var(--radius-xl)' }} />;
	if (!settings || settings.public_key === null) return null;

	function change(wanted: SettingsChange) {
		mutate(wanted, {
			onSuccess: () => toast(t`Reminders saved`, 'success'),
			onError: (error) => {
				setAsked({});
				if (error instanceof NotificationsRefused)
					toast(t`Your browser blocks notifications of this site. Allow them in its settings.`);
				else if (isRefusal(error)) toast(problemText(error));
				else toast(t`This could not be saved. Please try again.`);
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
		<section className="panel mt-6" aria-label={t`Reminders`}>
			<h2>{t`Reminders`}</h2>
			{canTakeReminders() ? (
				<div className="spread mt-2">
					<p className="muted">
						{thisDevice === null
							? t`Get reminders on this device. You choose which, and at what hours.`
							: t`This device takes reminders.`}
					</p>
					<Button
						variant={thisDevice === null ? 'primary' : 'quiet'}
						busy={changing}
						onClick={() => change({ turn: thisDevice === null ? 'on' : 'off', settings })}
					>
						{thisDevice === null ? <Trans>Turn on</Trans> : <Trans>Turn off</Trans>}
					</Button>
				</div>
			) : (
				<p className="muted">
					<Trans>
						This browser takes no reminders. On an iPhone, add the site to the home screen and open it from there.
					</Trans>
				</p>
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

interface ReminderProps {
	reminders: Reminders;
	onChange: (changed: Partial<Reminders>) => void;
}

function KindSwitches({ reminders, onChange }: ReminderProps) {
	const { t } = useLingui();
	return (
		<fieldset className="reminder-kinds stack gap-1 min-0 mt-5" aria-label={t`Remind me when`}>
			{reminderKinds.map((kind) => (
				<CheckboxField
					key={kind}
					label={KIND_NAMES[kind]}
					checked={reminders[kind]}
					onChange={(event) => onChange({ [kind]: event.target.checked })}
				/>
			))}
		</fieldset>
	);
}

const KIND_NAMES: Record<ReminderKind, ReactNode> = {
	vote_opens: <Trans>A vote opens</Trans>,
	vote_closes: <Trans>An hour is left to vote</Trans>,
	overtaken: <Trans>One of my artists is overtaken</Trans>,
	claim_ready: <Trans>Today’s gems wait</Trans>,
};

const NIGHT = { quiet_from: 22 * 60, quiet_until: 8 * 60 };

/** Hours in which nothing is sent: it comes when they end, if it is still of use. */
function QuietHours({ reminders, onChange }: ReminderProps) {
	const { quiet_from, quiet_until, timezone } = reminders;
	const siteZone = useSiteZone();
	const quiet = quiet_from !== quiet_until;
	/** The zone is the one in which the fan sets the hours. */
	const save = (changed: Partial<Reminders>) => onChange({ ...changed, timezone: fanTimeZone() ?? siteZone });
	return (
		<div className="reminder-quiet mt-4">
			<CheckboxField
				label={<Trans>Quiet hours</Trans>}
				checked={quiet}
				onChange={(event) => save(event.target.checked ? NIGHT : { quiet_from: 0, quiet_until: 0 })}
			/>
			{quiet && (
				<div className="reminder-quiet-times stack gap-4 mt-3 mb-3">
					{(['quiet_from', 'quiet_until'] as const).map((name) => (
						<TextField
							key={`${name} ${reminders[name]}`}
							label={name === 'quiet_from' ? <Trans>From</Trans> : <Trans>Until</Trans>}
							type="time"
							defaultValue={clockOf(reminders[name])}
							onBlur={(event) => saveTime(name, event.target.value)}
						/>
					))}
				</div>
			)}
			{quiet && (
				<p className="muted">{fanTimeZone() === null ? timezone : <Trans>Times are yours: {timezone}</Trans>}</p>
			)}
		</div>
	);

	function saveTime(name: 'quiet_from' | 'quiet_until', clock: string) {
		const minute = minuteOf(clock);
		if (minute !== null && minute !== reminders[name]) save({ [name]: minute });
	}
}

function clockOf(minute: number): string {
	const two = (number: number) => String(number).padStart(2, '0');
	return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

function minuteOf(clock: string): number | null {
	const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(clock) ?? [];
	return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/** Turns a kind of reminder off by the link of a notification, without signing in. */
export function OffPanel({ token }: { token: string }) {
	const { t } = useLingui();
	const turnText = useTurnText();
	const { mutate, isPending, isSuccess, error } = useMutation({
		mutationFn: () => call(turnOffReminder, { body: { token } }),
	});
	return (
		<section className="panel mt-6" aria-live="polite">
			<h2>{t`Turn this reminder off`}</h2>
			{isSuccess && <p className="muted">{t`It is off on all your devices. You can turn it on again on this page.`}</p>}
			{error && <p className="muted">{turnText(error) ?? t`This did not work. Log in to change your reminders.`}</p>}
			{!isSuccess && <Button className="mt-4" busy={isPending} onClick={() => mutate()}>{t`Turn off`}</Button>}
		</section>
	);
}

const pushSettingsQuery = queryOptions({
	queryKey: ['push-settings'],
	queryFn: ({ signal }): Promise<DeviceSettings> => settleDevice(signal),
	staleTime: 0,
});

/** All kinds, in the zone of this browser or else of the site, and silence at night. */
const firstChoice = (siteZone: string): Reminders => ({
	vote_opens: true,
	vote_closes: true,
	overtaken: true,
	claim_ready: true,
	timezone: fanTimeZone() ?? siteZone,
	...NIGHT,
});

type SettingsChange = { reminders: Reminders } | { turn: 'on' | 'off'; settings: DeviceSettings };

function useChangeSettings() {
	const client = useQueryClient();
	const siteZone = useSiteZone();
	return useMutation({
		mutationFn: (change: SettingsChange) => send(change, siteZone),
		onSuccess: (settings) =>
			client.setQueryData(pushSettingsQuery.queryKey, (former) => ({ thisDevice: null, ...former, ...settings })),
		// The browser may have given its subscription up.
		onError: () => void client.invalidateQueries({ queryKey: pushSettingsQuery.queryKey }),
	});
}

/** The site's zone by its name, also where this browser does not know it. */
const useSiteZone = (): string => useSite()?.timezone ?? DEFAULT_TIMEZONE;

/** A zone that the browser knows and the server does not gives way to the site's. */
async function keep(reminders: Reminders, siteZone: string): Promise<PushSettings> {
	try {
		return await call(setReminders, { body: reminders });
	} catch (error) {
		if (!isProblem(error, 'timezone_unknown') || reminders.timezone === siteZone) throw error;
		return call(setReminders, { body: { ...reminders, timezone: siteZone } });
	}
}

async function send(change: SettingsChange, siteZone: string): Promise<Partial<DeviceSettings> & PushSettings> {
	if ('reminders' in change) return keep(change.reminders, siteZone);
	const { turn, settings } = change;
	if (turn === 'off') return turnOffDevice(settings.thisDevice ?? '');
	const device = await turnOnDevice(settings.public_key ?? '');
	if (settings.reminders !== null) return device;
	// After the device: a browser that is refused leaves no choice behind.
	try {
		return { ...(await keep(firstChoice(siteZone), siteZone)), thisDevice: device.thisDevice };
	} catch (error) {
		await turnOffDevice(device.thisDevice ?? '');
		throw error;
	}
}
