/** Reminders: what a fan chooses and a device shows; a browser's subscription beside the server's list of devices. */
import type { Page, Worker } from '@playwright/test';
import { expect, it } from 'vitest';
import { openPush } from '#server/providers.ts';
import { openReminders } from '#server/push/remind.ts';
import { startPushEmulator } from '../../fixtures/push/emulator.ts';
import { makePushKeys } from '../../../scripts/lib/push-keys.ts';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import type { BrowserSite, Visitor, VisitorOptions } from '../../fixtures/browser/browser.ts';
import { openBrowserSite } from '../../fixtures/browser/browser.ts';
import { runUntil } from '../../fixtures/browser/page-clock.ts';
import { step } from '../../fixtures/browser/step.ts';
import { everything } from '../../fixtures/push/push-site.ts';

interface StandIn {
	endpoint: string;
	p256dh: string;
	auth: string;
	/** The site's key with which it was made. Null: the one of the page. */
	siteKey: string | null;
}

const service = beforeTests(() => startPushEmulator());
const site = beforeTests<BrowserSite>(() => openBrowserSite({ ...makePushKeys(), PUSH_EMULATOR: service.origin }));

/** Headless browsers have no push service: the page is given subscriptions of the emulator, kept as a browser keeps them. */
function pretendPush(): void {
	const bytes = (text: string) =>
		Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
			.buffer;
	const read = (name: string) => JSON.parse(localStorage.getItem(name) ?? 'null') as StandIn | null;
	const present = () => {
		const kept = read('stand-in');
		return (
			kept && {
				endpoint: kept.endpoint,
				options: { applicationServerKey: kept.siteKey === null ? null : bytes(kept.siteKey) },
				getKey: (name: 'p256dh' | 'auth') => bytes(kept[name]),
				unsubscribe: async () => (localStorage.removeItem('stand-in'), true),
			}
		);
	};
	Object.assign(PushManager.prototype, {
		getSubscription: async () => present(),
		async subscribe({ applicationServerKey: siteKey }: { applicationServerKey: string }) {
			if (!present()) localStorage.setItem('stand-in', JSON.stringify({ ...read('stand-in next'), siteKey }));
			return present();
		},
	});
	Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
	Notification.requestPermission = async () => 'granted';
}

/** Of the site, with its storage and without the app. */
const NO_PAGE = '/theme.js';

let fans = 0;
const aFan = () => aPerson(site.owner, `reminded ${(fans += 1)}`);
const made = (siteKey: string | null = null): StandIn => {
	const { endpoint, p256dh, auth } = service.subscribe();
	return { endpoint, p256dh, auth, siteKey };
};

const devicesOf = async ({ token }: Person): Promise<number> =>
	(await site.ask({ path: '/user/me/reminders', token })).body.data['devices']['length'];
const keep = (page: Page, name: string, value: object | string | null) =>
	page.evaluate(([key, text]) => (text === null ? localStorage.removeItem(key) : localStorage.setItem(key, text)), [
		name,
		value === null || typeof value === 'string' ? value : JSON.stringify(value),
	] as const);
const subscribed = (page: Page) => page.evaluate(() => localStorage.getItem('stand-in') !== null);
const button = (page: Page, name: string) =>
	page.getByRole('region', { name: 'Reminders' }).getByRole('button', { name });

/** A fan whose browser takes reminders. */
async function aRemindedBrowser(options: VisitorOptions = {}): Promise<Visitor & { fan: Person }> {
	const fan = await aFan();
	const visitor = await site.visitor({ ...options, as: fan, serviceWorker: true });
	await visitor.context.addInitScript(pretendPush);
	await visitor.open(NO_PAGE);
	await keep(visitor.page, 'stand-in next', made());
	await visitor.open('/my-artist');
	await button(visitor.page, 'Turn on').click();
	await button(visitor.page, 'Turn off').waitFor();
	expect(await devicesOf(fan)).toBe(1);
	await keep(visitor.page, 'stand-in next', made());
	return { ...visitor, fan };
}

type Browsing = Awaited<ReturnType<typeof aRemindedBrowser>>;

type Happening = (browsing: Browsing) => Promise<unknown>;

/** What may have happened since the last visit, and the fan's reminders come all the same. */
const harmless: Record<string, Happening> = {
	nothing: async () => undefined,
	'the site has another key': async ({ page }) => {
		const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('stand-in') ?? 'null') as StandIn);
		await keep(page, 'stand-in', { ...kept, siteKey: `B${'A'.repeat(86)}` });
	},
	'the browser changed the address': ({ page }) => keep(page, 'stand-in', made()),
	'the browser lost the subscription': ({ page }) => keep(page, 'stand-in', null),
};

/** After which they do not come any more, until they are turned on again. */
const ending: Record<string, Happening> = {
	'the server forgot the device': () => site.owner.query({ text: 'delete from push_subscription' }),
	'another fan signed in': async ({ fan, page }) => {
		const { token } = await aFan();
		await keep(page, 'authentication_token', token);
		Object.assign(fan, { token });
	},
	'somebody’s subscription of another key is left': async ({ page }) => {
		await site.owner.query({ text: 'delete from push_subscription' });
		await keep(page, 'push_address', null);
		await keep(page, 'stand-in', made(`B${'A'.repeat(86)}`));
	},
	'ten other devices came': async ({ fan }) => {
		for (let device = 0; device < 10; device += 1) {
			const { siteKey: _, ...address } = made();
			await site.ask({ method: 'POST', path: '/user/me/push-subscriptions', token: fan.token, body: address });
		}
	},
};

/** Any page puts it right, and the page of reminders says it. */
async function expectToAgree(browsing: Browsing, happen: Happening, isOn: boolean): Promise<void> {
	const { page, fan, open, goTo } = browsing;
	await open(NO_PAGE);
	await happen(browsing);
	const before = isOn ? 1 : await devicesOf(fan);
	await open('/news');
	await expect.poll(async () => [await subscribed(page), await devicesOf(fan)]).toEqual([isOn, before]);
	await goTo('/my-artist');
	await button(page, isOn ? 'Turn off' : 'Turn on').waitFor();
	expect([await subscribed(page), await devicesOf(fan)]).toEqual([isOn, before]);
}

it('page, browser and server agree whether reminders come, whatever the browser, the site or another fan has changed', async () => {
	const browsing = await aRemindedBrowser();
	const { page } = browsing;
	for (const [what, happen] of [...Object.entries(harmless), ...Object.entries(ending)]) {
		await keep(page, 'stand-in next', made());
		await step(what, () => expectToAgree(browsing, happen, what in harmless));
		if (what in harmless) continue;
		await button(page, 'Turn on').click();
		await button(page, 'Turn off').waitFor();
	}
});

it('a browser whose push service is refused says so, gives its subscription up, and is off after a reload', async () => {
	const fan = await aFan();
	const { page, open, context } = await site.visitor({ as: fan, serviceWorker: true });
	await context.addInitScript(pretendPush);
	await open(NO_PAGE);
	await keep(page, 'stand-in next', { ...made(), endpoint: 'https://permanently-removed.invalid/fcm/send/a' });
	await open('/my-artist');
	await button(page, 'Turn on').click();
	await page.getByText('Reminders cannot be sent to this browser').waitFor();
	await button(page, 'Turn on').waitFor();
	await expect.poll(() => subscribed(page)).toBe(false);
	const { body } = await site.ask({ path: '/user/me/reminders', token: fan.token });
	expect(body.data).toMatchObject({ reminders: null, devices: [] });
	await open('/my-artist');
	await button(page, 'Turn on').waitFor();
});

it('reminders are turned on for a device, chosen, and turned off by the link of a notification', async () => {
	const { fan, page, open, expectAccessibleInBothThemes } = await aRemindedBrowser({ width: 390 });
	const panel = page.getByRole('region', { name: 'Reminders' });
	await panel.getByLabel('An hour is left to vote').uncheck();
	await expect
		.poll(async () => (await site.ask({ path: '/user/me/reminders', token: fan.token })).body.data)
		.toMatchObject({ reminders: { vote_opens: true, vote_closes: false, quiet_from: 1320 }, devices: [{}] });
	await panel.getByLabel('From').waitFor();
	await expectAccessibleInBothThemes();
	await panel.getByRole('button', { name: 'Turn off' }).click();
	await panel.getByRole('button', { name: 'Turn on' }).waitFor();
	await open('/my-artist?off=1.claim_ready.wrong');
	await page.getByRole('heading', { name: 'Turn this reminder off' }).waitFor();
	await page.getByRole('button', { name: 'Turn off' }).first().click();
	await page.getByText('This did not work.').waitFor();
});

it('reminders are shown by a device in the words that the job sent', async () => {
	const fan = await aPerson(site.owner, 'ana', { earned: 10 });
	const ask = (method: 'PUT' | 'POST', path: string, body: object) =>
		site.ask({ method, path, token: fan.token, body });
	expect((await ask('PUT', '/user/me/reminders', everything)).status).toBe(200);
	const { endpoint, p256dh, auth } = service.subscribe();
	expect((await ask('POST', '/user/me/push-subscriptions', { endpoint, p256dh, auth })).status).toBe(200);
	const remind = openReminders({
		...openPush(site.config),
		db: site.db,
		log: { info: () => undefined, warn: () => undefined },
	});
	await remind(new AbortController().signal);
	const sent = service.received.find(({ device }) => device === endpoint.split('/').at(-1));
	expect(sent).toBeDefined();

	const { page, open, context } = await site.visitor({ as: fan, width: 390, serviceWorker: true });
	await page.clock.install();
	await open('/');
	const isThere = () => page.evaluate(() => navigator.serviceWorker.controller?.state === 'activated');
	await runUntil(page, 5_000, isThere);
	const worker = context.serviceWorkers()[0] as Worker;
	await recordNotifications(worker);
	await deliver(page, sent?.text ?? '');
	await expect
		.poll(() => worker.evaluate(() => (self as unknown as Recorder).shown))
		.toMatchObject([{ title: 'Today’s gems are ready', body: 'Check in and claim them.', lang: 'en' }]);
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
