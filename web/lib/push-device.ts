/** This browser as a device that takes reminders. What the server says decides: the browser alone knows half of it. */
import { i18n } from '@lingui/core';
import { isRefusal } from '#client/call.ts';
import { endPush, getPushSettings, type PushSettings, subscribePush } from '#contract/push.ts';
import { SERVICE_WORKER_PATH } from '#contract/values/service-worker.ts';
import { stored } from '#ui/stored.ts';
import { base64url } from '#client/idempotency-key.ts';
import { call } from './api/call.ts';

export interface DeviceSettings extends PushSettings {
	thisDevice: string | null;
}

export class NotificationsRefused extends Error {}

const lastAddress = stored('push_address');

export const canTakeReminders = (): boolean =>
	'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

export const mayBeReminded = (): boolean => canTakeReminders() && Notification.permission === 'granted';

/**
 * Reads the fan's settings, and brings this browser in line with them. A subscription under which the server does not remind
 * this fan belongs to somebody else, or to nobody: it ends. If the browser has changed the fan's own, the new one replaces it.
 */
export const settleDevice = (signal?: AbortSignal): Promise<DeviceSettings> =>
	inTurn(async () => {
		const settings = await call(getPushSettings, {}, signal ? { signal } : {});
		if (!mayBeReminded() || settings.public_key === null) return { ...settings, thisDevice: null };
		const present = await presentSubscription();
		const known = new Set(settings.devices.map(({ address_hash }) => address_hash));
		const isKnown = async (address: string) => known.has(await hashOf(address));
		const isCurrent = present !== null && !isForOther(present, settings.public_key);
		if (isCurrent && (await isKnown(present.endpoint))) {
			lastAddress.set(present.endpoint);
			return { ...settings, thisDevice: present.endpoint };
		}
		const former = lastAddress.get();
		if (former !== null && (await isKnown(former))) return register(settings.public_key, former);
		await present?.unsubscribe();
		return { ...settings, thisDevice: null };
	});

export async function turnOnDevice(publicKey: string): Promise<DeviceSettings> {
	if ((await Notification.requestPermission()) !== 'granted') throw new NotificationsRefused();
	return inTurn(() => register(publicKey));
}

export const turnOffDevice = (address: string): Promise<DeviceSettings> =>
	inTurn(async () => {
		await unsubscribe();
		return { ...(await call(endPush, { body: { endpoint: address } })), thisDevice: null };
	});

/** Its address ends with it: the push service tells the site at the next reminder. */
export const unsubscribeDevice = (): Promise<void> => inTurn(unsubscribe);

let last: Promise<unknown> = Promise.resolve();

/** One after the other: a subscription that the server is being told of looks like a stranger's. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
	const turn = last.then(() => ('locks' in navigator ? navigator.locks.request('push-device', work) : work()));
	last = turn.catch(() => undefined);
	return turn;
}

async function register(publicKey: string, replaces?: string): Promise<DeviceSettings> {
	// The page registers it a few seconds after it has opened.
	await navigator.serviceWorker.register(SERVICE_WORKER_PATH, { updateViaCache: 'none' });
	const { pushManager } = await navigator.serviceWorker.ready;
	const present = await pushManager.getSubscription();
	// With another key than today's, a subscription is of no use any more.
	if (present && isForOther(present, publicKey)) await present.unsubscribe();
	const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
	const address = addressOf(subscription);
	try {
		const body = { ...address, language: i18n.locale, ...(replaces === undefined ? {} : { replaces }) };
		const settings = await call(subscribePush, { body });
		lastAddress.set(address.endpoint);
		return { ...settings, thisDevice: address.endpoint };
	} catch (error) {
		// A refusal is final. Kept, the subscription would look as if reminders came. A lost answer is settled by the next visit.
		if (isRefusal(error)) await subscription.unsubscribe();
		throw error;
	}
}

async function unsubscribe(): Promise<void> {
	await (await presentSubscription())?.unsubscribe();
	lastAddress.set(null);
}

async function presentSubscription(): Promise<PushSubscription | null> {
	const registration = await navigator.serviceWorker.getRegistration();
	return (await registration?.pushManager.getSubscription()) ?? null;
}

function isForOther({ options }: PushSubscription, publicKey: string): boolean {
	const key = options.applicationServerKey;
	return key !== null && base64url(new Uint8Array(key)) !== publicKey;
}

const hashOf = async (address: string): Promise<string> =>
	base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(address))));

function addressOf(subscription: PushSubscription): { endpoint: string; p256dh: string; auth: string } {
	const key = (name: PushEncryptionKeyName) => base64url(new Uint8Array(subscription.getKey(name) ?? []));
	return { endpoint: subscription.endpoint, p256dh: key('p256dh'), auth: key('auth') };
}
