import { i18n } from '@lingui/core';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
	endPush,
	getPushSettings,
	type PushSettings,
	type Reminders,
	setReminders,
	subscribePush,
} from '#contract/push.ts';
import { call } from '../../lib/api/call.ts';
import { deviceAddress, subscribeDevice, unsubscribeDevice } from '../../lib/push-device.ts';

export interface DeviceSettings extends PushSettings {
	/** Address of this device, if it takes reminders. */
	thisDevice: string | null;
}

export const pushSettingsQuery = queryOptions({
	queryKey: ['push-settings'],
	queryFn: async ({ signal }): Promise<DeviceSettings> => {
		const [settings, device] = await Promise.all([call(getPushSettings, {}, { signal }), deviceAddress()]);
		return { ...settings, thisDevice: device?.endpoint ?? null };
	},
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
	});
}

async function send(change: SettingsChange): Promise<Partial<DeviceSettings> & PushSettings> {
	if ('reminders' in change) return call(setReminders, { body: change.reminders });
	const { turn, settings } = change;
	if (turn === 'off') {
		await unsubscribeDevice();
		const ended = await call(endPush, { body: { endpoint: settings.thisDevice ?? '' } });
		return { ...ended, thisDevice: null };
	}
	const device = await subscribeDevice(settings.public_key ?? '');
	if (settings.reminders === null) await call(setReminders, { body: firstChoice() });
	const subscribed = await call(subscribePush, { body: { ...device, language: i18n.locale } });
	return { ...subscribed, thisDevice: device.endpoint };
}
