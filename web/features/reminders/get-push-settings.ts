import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { isProblem } from '#client/call.ts';
import { type PushSettings, type Reminders, setReminders } from '#contract/push.ts';
import { DEFAULT_TIMEZONE } from '#contract/values/constants.ts';
import { call } from '../../lib/api/call.ts';
import { type DeviceSettings, settleDevice, turnOffDevice, turnOnDevice } from '../../lib/push-device.ts';
import { useSite } from '../../lib/site/get-site.ts';
import { fanTimeZone } from '../../lib/time.ts';

export const pushSettingsQuery = queryOptions({
	queryKey: ['push-settings'],
	queryFn: ({ signal }): Promise<DeviceSettings> => settleDevice(signal),
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
		// The browser may have given its subscription up.
		onError: () => void client.invalidateQueries({ queryKey: pushSettingsQuery.queryKey }),
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
	if (turn === 'off') return turnOffDevice(settings.thisDevice ?? '');
	const device = await turnOnDevice(settings.public_key ?? '');
	if (settings.reminders !== null) return device;
	// After the device: a browser that is refused leaves no choice behind.
	try {
		return { ...(await save(firstChoice(siteZone), siteZone)), thisDevice: device.thisDevice };
	} catch (error) {
		await turnOffDevice(device.thisDevice ?? '');
		throw error;
	}
}
