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
import { isProblem } from '#client/problem.ts';
import { DEFAULT_TIMEZONE } from '#contract/values/constants.ts';
import { call } from '../../lib/api/call.ts';
import { deviceAddress, subscribeDevice, unsubscribeDevice } from '../../lib/push-device.ts';
import { useSite } from '../../lib/site/get-site.ts';
import { fanTimeZone } from '../../lib/time.ts';

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

/** All kinds, in the zone of this browser or else of the site, and silence at night. */
function firstChoice(siteZone: string): Reminders {
	return {
		vote_opens: true,
		vote_closes: true,
		overtaken: true,
		claim_ready: true,
		timezone: fanTimeZone() ?? siteZone,
		quiet_from: 22 * 60,
		quiet_until: 8 * 60,
	};
}

export type SettingsChange = { reminders: Reminders } | { turn: 'on' | 'off'; settings: DeviceSettings };

export function useChangeSettings() {
	const client = useQueryClient();
	const siteZone = useSiteZone();
	return useMutation({
		mutationFn: (change: SettingsChange) => send(change, siteZone),
		onSuccess: (settings) =>
			client.setQueryData(pushSettingsQuery.queryKey, (former) => ({ thisDevice: null, ...former, ...settings })),
	});
}

/** The site's zone by its name, also where this browser does not know it. */
export function useSiteZone(): string {
	return useSite()?.timezone ?? DEFAULT_TIMEZONE;
}

/** A zone that the browser knows and the server does not gives way to the site's. */
async function save(reminders: Reminders, siteZone: string): Promise<PushSettings> {
	try {
		return await call(setReminders, { body: reminders });
	} catch (error) {
		if (!isProblem(error, 'timezone_unknown') || reminders.timezone === siteZone) throw error;
		return call(setReminders, { body: { ...reminders, timezone: siteZone } });
	}
}

async function send(change: SettingsChange, siteZone: string): Promise<Partial<DeviceSettings> & PushSettings> {
	if ('reminders' in change) return save(change.reminders, siteZone);
	const { turn, settings } = change;
	if (turn === 'off') {
		await unsubscribeDevice();
		const ended = await call(endPush, { body: { endpoint: settings.thisDevice ?? '' } });
		return { ...ended, thisDevice: null };
	}
	const device = await subscribeDevice(settings.public_key ?? '');
	if (settings.reminders === null) await save(firstChoice(siteZone), siteZone);
	const subscribed = await call(subscribePush, { body: { ...device, language: i18n.locale } });
	return { ...subscribed, thisDevice: device.endpoint };
}
