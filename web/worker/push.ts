/** Shows what arrives, opens its page on a tap, turns its kind off, and tells the site of a changed address. */
import { pages } from '#contract/pages.ts';
import type { PushNotice } from '#contract/push.ts';

/** What we use of ServiceWorkerGlobalScope, whose types exclude those of pages. */
export interface PushScope {
	addEventListener(type: 'push', listener: (event: PushEventLike) => void): void;
	addEventListener(type: 'notificationclick', listener: (event: ClickEventLike) => void): void;
	addEventListener(type: 'pushsubscriptionchange', listener: (event: ChangeEventLike) => void): void;
	registration: Pick<ServiceWorkerRegistration, 'showNotification'> & { pushManager: Pick<PushManager, 'subscribe'> };
	clients: {
		matchAll(options: { type: 'window' }): Promise<readonly WindowLike[]>;
		openWindow(url: string): Promise<unknown>;
	};
	location: { origin: string };
}

interface PushEventLike {
	data: { json(): unknown } | null;
	waitUntil(work: Promise<unknown>): void;
}

interface ClickEventLike {
	action: string;
	notification: { data: unknown; close(): void };
	waitUntil(work: Promise<unknown>): void;
}

/** Not every browser fills both in. */
interface ChangeEventLike {
	oldSubscription?: PushSubscription | null;
	newSubscription?: PushSubscription | null;
	waitUntil(work: Promise<unknown>): void;
}

interface WindowLike {
	url: string;
	focus(): Promise<unknown>;
	navigate(url: string): Promise<unknown>;
}

const OFF = 'off';
const ICON = '/icon-192.png';
const OFF_CALL = '/api/v1/reminders/off';
const MOVE_CALL = '/api/v1/reminders/move';
/** Says that the kind is off, or offers it again where the call has failed. */
const OFF_PAGE = pages.myArtist;

export function listenToPush(scope: PushScope): void {
	scope.addEventListener('push', (event) => {
		const notice = noticeIn(event);
		// A browser demands that something is shown.
		if (notice) event.waitUntil(show(scope, notice));
	});
	scope.addEventListener('notificationclick', (event) => {
		event.notification.close();
		const notice = event.notification.data as PushNotice;
		event.waitUntil(event.action === OFF ? turnOff(scope, notice) : open(scope, notice.url));
	});
	// What fails here, the page does at the fan's next visit.
	scope.addEventListener('pushsubscriptionchange', (event) =>
		event.waitUntil(move(scope, event).catch(() => undefined)),
	);
}

function noticeIn({ data }: PushEventLike): PushNotice | null {
	try {
		return (data?.json() ?? null) as PushNotice | null;
	} catch {
		return null;
	}
}

function show({ registration }: PushScope, notice: PushNotice): Promise<void> {
	const { title, body, tag, lang, off_text } = notice;
	const options = { body, tag, lang, icon: ICON, data: notice, actions: [{ action: OFF, title: off_text }] };
	return registration.showNotification(title, options);
}

async function turnOff(scope: PushScope, { off }: PushNotice): Promise<void> {
	try {
		const answer = await post(OFF_CALL, { token: off });
		if (answer.ok) return;
	} catch {
		// Offline: the page offers it again.
	}
	await open(scope, `${OFF_PAGE}?off=${encodeURIComponent(off)}`);
}

async function move(
	{ registration }: PushScope,
	{ oldSubscription: old, newSubscription }: ChangeEventLike,
): Promise<void> {
	const former = old?.toJSON();
	if (!old || !former?.keys) return;
	const { endpoint, keys } = (newSubscription ?? (await registration.pushManager.subscribe(old.options))).toJSON();
	const secret = { former_endpoint: former.endpoint, former_auth: former.keys['auth'] };
	await post(MOVE_CALL, { ...secret, endpoint, p256dh: keys?.['p256dh'], auth: keys?.['auth'] });
}

const post = (path: string, body: object): Promise<Response> =>
	fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** In a window that is open already, if there is one. */
async function open({ clients, location }: PushScope, path: string): Promise<void> {
	const url = new URL(path, location.origin);
	// A message can only lead to pages of this site.
	if (url.origin !== location.origin) return;
	const [window] = await clients.matchAll({ type: 'window' });
	if (!window) return void (await clients.openWindow(url.href));
	await window.focus();
	await window.navigate(url.href);
}
