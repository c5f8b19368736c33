import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type PushSettings, type Reminders, setReminders } from '#contract/push.ts';
import { call } from '../../lib/api/call.ts';
import { type DeviceSettings, settleDevice, turnOffDevice, turnOnDevice } from '../../lib/push-device.ts';

export const pushSettingsQuery = queryOptions({
	queryKey: ['push-settings'],
	queryFn: ({ signal }): Promise<DeviceSettings> => settleDevice(signal),
	staleTime: 0,
});

/** All kinds, in the zone of this browser, and silence at night. */
function firstChoice(): Reminders {
	return {
		vote_opens: true,
		vote_closes: true,
		overtaken: true,
		claim_ready: true,
		timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
		quiet_from: 22 * 60,
		quiet_until: 8 * 60,
	};
}

export type SettingsChange = { reminders: Reminders } | { turn: 'on' | 'off'; settings: DeviceSettings };

export function useChangeSettings() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: send,
		onSuccess: (settings) =>
			client.setQueryData(pushSettingsQuery.queryKey, (former) => ({ thisDevice: null, ...former, ...settings })),
		// The browser may have given its subscription up.
		onError: () => client.invalidateQueries({ queryKey: pushSettingsQuery.queryKey }),
	});
}

async function send(change: SettingsChange): Promise<Partial<DeviceSettings> & PushSettings> {
	if ('reminders' in change) return call(setReminders, { body: change.reminders });
	const { turn, settings } = change;
	if (turn === 'off') return turnOffDevice(settings.thisDevice ?? '');
	const device = await turnOnDevice(settings.public_key ?? '');
	if (settings.reminders !== null) return device;
	// After the device: a browser that is refused leaves no choice behind.
	try {
		return { ...(await call(setReminders, { body: firstChoice() })), thisDevice: device.thisDevice };
	} catch (error) {
		await turnOffDevice(device.thisDevice ?? '');
		throw error;
	}
}
