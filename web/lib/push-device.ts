/** This browser as a device that takes reminders. */
import { base64url } from '#client/idempotency-key.ts';
import { SERVICE_WORKER_PATH } from '#contract/values/service-worker.ts';

export interface DeviceAddress {
	endpoint: string;
	p256dh: string;
	auth: string;
}

/** The fan, or the browser's settings, refused notifications. */
export class NotificationsRefused extends Error {}

export function canTakeReminders(): boolean {
	return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** Null if this browser takes no reminders. */
export async function deviceAddress(): Promise<DeviceAddress | null> {
	if (!canTakeReminders() || Notification.permission !== 'granted') return null;
	const registration = await navigator.serviceWorker.getRegistration();
	const subscription = await registration?.pushManager.getSubscription();
	return subscription ? addressOf(subscription) : null;
}

/** Asks the fan for permission. @throws {NotificationsRefused} */
export async function subscribeDevice(publicKey: string): Promise<DeviceAddress> {
	if ((await Notification.requestPermission()) !== 'granted') throw new NotificationsRefused();
	// The page registers it a few seconds after it has opened.
	await navigator.serviceWorker.register(SERVICE_WORKER_PATH, { updateViaCache: 'none' });
	const registration = await navigator.serviceWorker.ready;
	const present = await registration.pushManager.getSubscription();
	// With other keys than today's, a subscription is of no use any more.
	if (present && !isFor(present, publicKey)) await present.unsubscribe();
	const options = { userVisibleOnly: true, applicationServerKey: publicKey };
	return addressOf(await registration.pushManager.subscribe(options));
}

/** Its address ends with it: the push service tells the site at the next reminder. */
export async function unsubscribeDevice(): Promise<void> {
	const registration = await navigator.serviceWorker.getRegistration();
	await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

function isFor(subscription: PushSubscription, publicKey: string): boolean {
	const key = subscription.options.applicationServerKey;
	return key !== null && base64url(new Uint8Array(key)) === publicKey;
}

function addressOf(subscription: PushSubscription): DeviceAddress {
	const key = (name: PushEncryptionKeyName) => base64url(new Uint8Array(subscription.getKey(name) ?? []));
	return { endpoint: subscription.endpoint, p256dh: key('p256dh'), auth: key('auth') };
}
