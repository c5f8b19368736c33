/** The daily loop: my artist pinned, the claim on home, the first gems, a vote that goes on after log-in, and reminders. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page, Worker } from '@playwright/test';
import { openPush } from '#server/providers.ts';
import { openReminders } from '#server/push/remind.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { openBrowserSite, type BrowserSite } from '../../fixtures/browser/browser.ts';
import { runUntil, stopClock } from '../../fixtures/browser/page-clock.ts';
import { everything } from '../../fixtures/push/push-site.ts';
import { aWholeSite, type WholeSite } from '../../fixtures/site/whole-site.ts';
import { startPushEmulator, type RunningPush } from '../../../emulators/push/emulator.ts';
import { makePushKeys } from '../../../scripts/lib/push-keys.ts';

let site: BrowserSite;
let content: WholeSite;
let service: RunningPush;

beforeAll(async () => {
	service = await startPushEmulator({ port: 0 });
	site = await openBrowserSite({ ...makePushKeys(), PUSH_EMULATOR: service.origin });
	content = await aWholeSite(site);
});
afterAll(async () => {
	await site.close();
	await service.close();
});

const artist = (index: number) => content.monthly.artistIds[index] ?? 0;
const mine = (page: Page) => page.getByRole('region', { name: 'My artist', exact: true });
const daily = (page: Page) => page.getByRole('region', { name: 'Daily check-in' });
const heart = (page: Page, name: string) => page.getByRole('button', { name: `My artist: ${name}` });

describe('my artist', () => {
	it('is marked by a visitor, pinned on home and chart, and joins the account at log-in', async () => {
		const fan = await aPerson(site.owner, 'mira', { earned: 50 });
		const { page, open, expectAccessibleInBothThemes } = await site.visitor({ width: 390 });
		await open(`/artist/${artist(7)}?from=home&isVote=0`);
		await heart(page, 'Solo 08').click();
		await page.getByText('Solo 08 is pinned on home and charts').waitFor();
		await open('/leader-board?main_tab=solo');
		await mine(page)
			.getByRole('link', { name: /^Solo 08/ })
			.waitFor();
		await open('/');
		await mine(page)
			.getByText(/to #7|Level with #7/)
			.waitFor();
		await expectAccessibleInBothThemes();
		await page.evaluate((token) => localStorage.setItem('authentication_token', token), fan.token);
		await open('/my-artist');
		await page.getByText('Pinned', { exact: true }).waitFor();
		const inAccount = async () => (await site.ask({ path: '/user/me/favorites', token: fan.token })).body.data;
		await expect.poll(inAccount).toMatchObject({ favorites: [{ artist_id: artist(7) }] });
	});

	it('can be another one, lights the hall if wanted, and is not shown to the next person', async () => {
		const fan = await aPerson(site.owner, 'nora');
		const artist_ids = [artist(2), artist(3)];
		await site.ask({ path: '/user/me/favorites', token: fan.token, body: { artist_ids } });
		const { page, open, expectAccessibleInBothThemes } = await site.visitor({ as: fan });
		const hall = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--hall').toLowerCase());
		await open('/my-artist');
		await page.getByRole('button', { name: 'Pin Solo 04' }).click();
		await page.getByRole('button', { name: 'Pin Solo 03' }).waitFor();
		const pinned = page.getByRole('region', { name: 'Solo 04', exact: true });
		await pinned.getByText(/to #3|Level with #3/).waitFor();
		await pinned.getByText('Solo 03', { exact: true }).waitFor();
		await pinned.getByRole('button', { name: 'Vote for Solo 04' }).waitFor();
		await pinned.getByRole('button', { name: 'Make a poster' }).waitFor();
		await page.getByLabel('Light the hall in my artist’s color').check();
		await expect.poll(hall).toBe('#2fd3c2');
		await open('/leader-board?main_tab=solo');
		const cover = page.locator('.chart-head-cover');
		await expect
			.poll(() => cover.evaluate((element) => getComputedStyle(element, '::before').backgroundColor))
			.toBe('rgb(47, 211, 194)');
		await open('/my-artist');
		await expectAccessibleInBothThemes();
		await page.getByRole('button', { name: 'Remove Solo 04' }).click();
		await pinned.waitFor({ state: 'detached' });
		await page.getByRole('button', { name: 'Account menu' }).click();
		await page.getByRole('button', { name: 'Log Out' }).click();
		await page.waitForURL('**/login');
		await open('/leader-board?main_tab=solo');
		await page.getByRole('button', { name: 'Vote for Solo 03' }).waitFor();
		expect(await mine(page).count()).toBe(0);
	});
});

it('the claim on home invites a visitor, and shows a fan without gems the way to the first vote', async () => {
	const fan = await aPerson(site.owner, 'first gems');
	const { page, open, expectAccessibleInBothThemes } = await site.visitor({ width: 390 });
	await open('/');
	await daily(page).getByRole('link', { name: 'Log in to claim' }).click();
	await page.waitForURL('**/login');
	await page.evaluate((token) => localStorage.setItem('authentication_token', token), fan.token);
	await open('/');
	await daily(page).getByText('Claim 10 gems. They pay your first vote.').waitFor();
	await page.getByRole('link', { name: '0 gems, to the store, where today’s gems wait' }).waitFor();
	await expectAccessibleInBothThemes();
	await daily(page).getByRole('button', { name: 'Claim 10 gems' }).click();
	const note = daily(page).getByRole('status');
	await expect.poll(() => note.innerText()).toMatch(/^\+10 gems = 1 vote\.\s+Tomorrow: \+20 gems, in \d+ (?:h|min)\.$/);
	await expect.poll(() => note.evaluate((element) => element === document.activeElement)).toBe(true);
	await page.getByRole('link', { name: '10 gems, to the store', exact: true }).waitFor();
	await daily(page).getByRole('link', { name: 'Vote now' }).waitFor();
});

describe.each([false, true])('with reduced motion: %s, day seven of the bracelet', (reducedMotion) => {
	it('lights its beads, lands its gems before the balance rolls, bursts, and offers them to my artist', async () => {
		const fan = await aPerson(site.owner, `day seven ${reducedMotion}`, { earned: 40 });
		await site.owner.query({
			text: `insert into check_in (fan_id, day, sequence, gems, ledger_seq, timezone, checked_at)
				select $1, (now() at time zone 'Asia/Seoul')::date - 7 + day, day, 10, 0, 'Asia/Seoul', now() - (7 - day) * interval '1 day'
				from generate_series(1, 6) as day`,
			values: [fan.fanId],
		});
		const body = { artist_ids: [artist(4)] };
		await site.ask({ path: '/user/me/favorites', token: fan.token, body });
		const { page, open } = await site.visitor({ as: fan, width: 390, reducedMotion });
		const balance = (gems: number) => page.getByRole('link', { name: `${gems} gems, to the store`, exact: false });
		await open('/store');
		await page.getByText('Day 7 of 7').waitFor();
		await balance(40).waitFor();
		await stopClock(page);
		await page.getByRole('button', { name: /^Day 7.*Claim$/ }).click();
		// The page's clock goes far less than a flight takes.
		await runUntil(page, 1, () => page.locator('.bead-burst').isVisible());
		await expect.poll(() => page.locator('.bead-lit').count()).toBe(7);
		if (reducedMotion) expect(await page.locator('body > .gem-icon').count()).toBe(0);
		else expect(await balance(40).count()).toBe(1);
		await runUntil(page, 250, async () => (await balance(190).count()) === 1);
		const bursts = await page
			.locator('.bead-burst')
			.evaluate((bead) => getComputedStyle(bead, '::after').animationName);
		expect(bursts).toBe(reducedMotion ? 'none' : 'bead-burst');
		await page.clock.resume();
		await page.getByRole('link', { name: 'Give them to Solo 05' }).click();
		await page.getByRole('dialog', { name: 'Solo 05' }).waitFor();
		expect(await page.getByLabel('Votes').inputValue()).toBe('15');
	});
});

it('my month on the account says what was given in it, and to whom', async () => {
	const fan = await aPerson(site.owner, 'month', { earned: 100 });
	const { page, open, expectAccessibleInBothThemes } = await site.visitor({ as: fan, width: 390 });
	const month = page.getByRole('region', { name: 'My month' });
	await open('/my-account');
	await month.getByText('0 votes', { exact: true }).waitFor();
	await month.getByRole('link', { name: 'See the chart' }).waitFor();
	for (const [index, ticket_number] of [
		[5, 2],
		[6, 3],
	] as const) {
		const body = { artist_id: artist(index), ticket_number };
		const path = `/rankings/vote/${content.monthly.key}`;
		expect((await site.ask({ path, token: fan.token, body })).status).toBe(200);
	}
	await open('/my-account');
	await month.getByText('5 votes', { exact: true }).waitFor();
	expect(await month.getByRole('listitem').allInnerTexts()).toEqual([
		expect.stringMatching(/Solo 07\s+3 votes/),
		expect.stringMatching(/Solo 06\s+2 votes/),
	]);
	await expectAccessibleInBothThemes();
});

it('the hall of an artist’s page is that artist’s, by address or by a link, and the leader’s elsewhere', async () => {
	await site.owner.query({ text: `update artist set fan_color = '#4DB2FF' where artist_id = $1`, values: [artist(9)] });
	const { page, open } = await site.visitor({ width: 390 });
	const hall = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--hall').toLowerCase());
	for (const query of ['', `?voted=${content.monthly.key}`, '?from=home&isVote=0']) {
		const live = page.waitForRequest('**/rankings/live**');
		await open(`/artist/${artist(9)}${query}`);
		// The leader's color is known by then, too.
		await live;
		await page.getByRole('heading', { name: 'The race' }).waitFor();
		await expect.poll(hall).toBe('#4db2ff');
	}
	await page.getByRole('link', { name: 'Home', exact: true }).first().click();
	await page.getByText('The hall right now').waitFor();
	await expect.poll(hall).toBe('#2fd3c2');
});

it('a vote goes on after the log-in with its dialog open, and names the artist meanwhile', async () => {
	const fan = await aPerson(site.owner, 'back again');
	const { page, open, expectAccessible } = await site.visitor();
	await open('/leader-board?main_tab=solo');
	await page.getByRole('button', { name: 'Vote for Solo 20' }).click();
	await page.getByText('your vote for Solo 20 goes on').waitFor();
	const way = await page.evaluate(() => (history.state as { usr: { from: string } }).usr.from);
	await page.evaluate((token) => localStorage.setItem('authentication_token', token), fan.token);
	await open(way);
	const dialog = page.getByRole('dialog', { name: 'Solo 20' });
	await dialog.getByText('One vote takes 10 gems.').waitFor();
	expect(new URL(page.url()).search).toBe('?main_tab=solo');
	await expectAccessible();

	await dialog.getByRole('link', { name: 'Get More' }).click();
	await page.waitForURL('**/store');
	await page.getByRole('link', { name: 'Back to your vote for Solo 20' }).click();
	await dialog.getByRole('button', { name: 'Claim 10 gems' }).click();
	// As soon as the claimed gems have arrived.
	await expect
		.poll(async () => {
			await dialog.getByRole('button', { name: 'Max' }).click();
			return dialog.getByRole('button', { name: 'Vote 1' }).count();
		})
		.toBe(1);
	await dialog.getByRole('button', { name: 'Vote 1' }).click();
	const success = page.getByRole('dialog', { name: 'Vote Successful' });
	await success.getByText('Takes #1', { exact: true }).waitFor();
	await expectAccessible();
});

describe('reminders', () => {
	it('are turned on for a device, chosen, and turned off by the link of a notification', async () => {
		const fan = await aPerson(site.owner, 'told');
		const device = service.subscribe();
		const { page, open, expectAccessibleInBothThemes } = await site.visitor({
			as: fan,
			width: 390,
			serviceWorker: true,
		});
		await page.addInitScript(pretendPush, { endpoint: device.endpoint, p256dh: device.p256dh, auth: device.auth });
		await open('/my-artist');
		const panel = page.getByRole('region', { name: 'Reminders' });
		await panel.getByRole('button', { name: 'Turn on' }).click();
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

	it('are shown by a device in the words that the job sent', async () => {
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

/** Headless browsers have no push service: the page is given the emulator's. */
function pretendPush(keys: { endpoint: string; p256dh: string; auth: string }): void {
	const bytes = (text: string) =>
		Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
			.buffer;
	let subscription: object | null = null;
	const made = {
		endpoint: keys.endpoint,
		options: { applicationServerKey: null },
		getKey: (name: 'p256dh' | 'auth') => bytes(keys[name]),
		unsubscribe: async () => {
			subscription = null;
			return true;
		},
	};
	Object.assign(PushManager.prototype, {
		getSubscription: async () => subscription,
		subscribe: async () => (subscription = made),
	});
	Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
	Notification.requestPermission = async () => 'granted';
}
