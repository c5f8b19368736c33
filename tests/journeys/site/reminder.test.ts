/** A reminder on its whole way: sent by the job, taken by a push service, delivered to the worker of a real browser. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page, Worker } from '@playwright/test';
import { openPush } from '#server/providers.ts';
import { openReminders } from '#server/push/remind.ts';
import { startPushEmulator, type RunningPush } from '../../../emulators/push/emulator.ts';
import { makePushKeys } from '../../../scripts/lib/push-keys.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { openBrowserSite, type BrowserSite } from '../../fixtures/browser/browser.ts';
import { everything } from '../../fixtures/push/push-site.ts';

let service: RunningPush;
let site: BrowserSite;

beforeAll(async () => {
	service = await startPushEmulator({ port: 0 });
	site = await openBrowserSite({ ...makePushKeys(), PUSH_EMULATOR: service.origin });
});
afterAll(async () => {
	await site.close();
	await service.close();
});

/** Delivers a message as the browser's own push service does once it has decrypted it. */
async function deliver(page: Page, data: string): Promise<void> {
	const session = await page.context().newCDPSession(page);
	const registration = new Promise<string>((resolve) => {
		session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
			if (first) resolve(first.registrationId);
		});
	});
	await session.send('ServiceWorker.enable');
	await session.send('ServiceWorker.deliverPushMessage', {
		origin: new URL(page.url()).origin,
		registrationId: await registration,
		data,
	});
}

interface Recorder {
	shown: object[];
	registration: { showNotification(title: string, options: object): Promise<void> };
}

/** The tests' browser has no notifications: its headless shell denies every origin. Debian's Chromium shows them. */
async function recordNotifications(worker: Worker): Promise<void> {
	await worker.evaluate(() => {
		const scope = self as unknown as Recorder;
		scope.shown = [];
		scope.registration.showNotification = async (title, options) => void scope.shown.push({ title, ...options });
	});
}

it('is shown by a device in the words that the job sent', async () => {
	const fan = await aPerson(site.owner, 'ana', { earned: 10 });
	const ask = (method: 'PUT' | 'POST', path: string, body: object) =>
		site.ask({ method, path, token: fan.token, body });
	expect((await ask('PUT', '/user/me/reminders', everything)).status).toBe(200);
	const { endpoint, p256dh, auth } = service.subscribe();
	expect((await ask('POST', '/user/me/push-subscriptions', { endpoint, p256dh, auth })).status).toBe(200);
	const remind = openReminders({ ...openPush(site.config), db: site.db, log: { info: () => undefined } });
	await remind(new AbortController().signal);
	const [sent] = service.received;
	expect(sent).toBeDefined();

	const { page, open, context } = await site.visitor({ as: fan, width: 390, serviceWorker: true });
	await page.clock.install();
	await open('/');
	const isThere = () => page.evaluate(() => navigator.serviceWorker.controller?.state === 'activated');
	await expect
		.poll(async () => {
			await page.clock.runFor(5_000);
			return isThere();
		})
		.toBe(true);
	const worker = context.serviceWorkers()[0] as Worker;
	await recordNotifications(worker);
	await deliver(page, sent?.text ?? '');
	await expect
		.poll(() => worker.evaluate(() => (self as unknown as Recorder).shown))
		.toMatchObject([{ title: 'Today’s gems are ready', body: 'Check in and claim them.', lang: 'en' }]);
});
