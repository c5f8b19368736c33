/** Repeat visits from the device: what the service worker shows, what it never stores, and how it goes away. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Page } from '@playwright/test';
import { SERVICE_WORKER_PATH, STORED_AT_ATTRIBUTE } from '#contract/values/service-worker.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { openBrowserSite, ownBrowserSite, type Visitor } from '../../fixtures/browser/browser.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

const site = ownBrowserSite();
let votes = 0;

const contest = beforeTests(() =>
	aContest(site.owner, 'november', { tab: 'solo', artists: ['Ayu Bara', 'Bex Corran'] }),
);
const fan = beforeTests(() => aPerson(site.owner, 'voter', { earned: 987_650 }));

/** Gives the leader's votes from now on, once the server's pages show them. */
async function vote(): Promise<string> {
	const body = { artist_id: contest.artistIds[0], ticket_number: 1_234 };
	expect((await site.ask({ path: '/rankings/vote/november', token: fan.token, body })).status).toBe(200);
	const now = (votes += 1_234).toLocaleString('en');
	await expect.poll(async () => (await site.app.inject('/leader-board')).body).toContain(now);
	return now;
}

/** A fan whose first visit has installed the worker. */
async function visitTwice(): Promise<Visitor> {
	const visitor = await site.visitor({ as: fan, width: 390, serviceWorker: true });
	await visitor.page.clock.install();
	await visitor.open('/leader-board');
	await visitor.page.getByText(votes.toLocaleString('en')).first().waitFor();
	await visitor.page.clock.fastForward(20_000);
	await visitor.page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
	return visitor;
}

const storedAt = (page: Page) => page.locator('#first-screen').getAttribute(STORED_AT_ATTRIBUTE);
const leader = (page: Page, count: string) => page.locator('.podium-1').getByText(count).first();

describe('a fan who comes again', () => {
	it('sees the last page at once, with numbers that are read again', async () => {
		const before = await vote();
		const { page } = await visitTwice();
		await page.goto('about:blank');
		const now = await vote();
		await page.goto(`${site.url}/leader-board`, { waitUntil: 'commit' });
		expect(Number(await storedAt(page))).toBeGreaterThan(0);
		await leader(page, now).waitFor();
		expect(before).not.toBe(now);
		await page.reload();
		expect(await storedAt(page)).toBeNull();
	});

	it('gets the scripts of the build from the device, without asking the worker for each', async () => {
		const { page } = await visitTwice();
		await page.goto(`${site.url}/leader-board`);
		await page.getByText(votes.toLocaleString('en')).first().waitFor();
		// An observer: the page's clock, which the test holds, has a list of entries of its own.
		const ways = await page.evaluate(
			() =>
				new Promise<unknown[]>((resolve) => {
					const observer = new PerformanceObserver((list) => {
						const files = list.getEntries().filter(({ name }) => /\/assets\/.*\.js$/.test(name));
						resolve(files.map((file) => (file.toJSON() as Record<string, unknown>).workerMatchedSourceType));
					});
					observer.observe({ type: 'resource', buffered: true });
				}),
		);
		expect(ways.length).toBeGreaterThan(10);
		expect(new Set(ways)).toEqual(new Set(['cache']));
	});

	it('sees the last chart without a network, and neither a balance nor an answer of a call', async () => {
		const before = await vote();
		const { page, context } = await visitTwice();
		await page.getByRole('link', { name: /gems, to the store/ }).waitFor();
		await context.setOffline(true);
		await page.goto(`${site.url}/leader-board`);
		await leader(page, before).waitFor();
		await page.getByRole('link', { name: 'Log in' }).first().waitFor();
		expect(await page.getByRole('link', { name: /gems, to the store/ }).count()).toBe(0);
		// An installed app opens here.
		await page.goto(`${site.url}/`);
		await page.getByRole('heading', { name: 'The hall right now' }).waitFor();
		const stored = await page.evaluate(async () => {
			const names = await caches.keys();
			const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
			return keys.flat().map(({ url }) => new URL(url).pathname);
		});
		expect(stored).toContain('/leader-board');
		expect(
			stored.filter((path) => !/^\/(?:assets\/|media\/|theme\.js|favicon\.svg|leader-board$|$)/.test(path)),
		).toEqual([]);
	});
});

it('the worker of the release before shows its last page, then the new one, and goes with what it stored', async () => {
	const now = await vote();
	const { page, context } = await site.visitor({ as: fan, width: 390, serviceWorker: true });
	const answer = await site.app.inject(SERVICE_WORKER_PATH);
	// The same worker with the files of another build.
	const before = answer.body
		.replaceAll(/`[0-9a-f]{12}`/g, '`before`')
		.replace(/`\/theme\.js,[^`]+`/, '`/assets/before.js`');
	expect(before).toContain('/assets/before.js');
	const script = { contentType: 'text/javascript', headers: { 'cache-control': 'no-cache' } };
	await context.route(`**${SERVICE_WORKER_PATH}`, (route) => route.fulfill({ ...script, body: before }));
	await context.route('**/assets/before.js', (route) => route.fulfill({ ...script, body: '' }));
	await page.goto('/news');
	await page.evaluate((path) => navigator.serviceWorker.register(path), SERVICE_WORKER_PATH);
	await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
	// As it stored the last visit.
	await page.evaluate(async () => {
		const put = async (cache: string, path: string, body: string, headers: Record<string, string>) =>
			(await caches.open(cache)).put(path, new Response(body, { headers }));
		const type = 'content-type';
		await put('lightstick-files-before', '/assets/before.js', 'document.title = "taken over"', {
			[type]: 'text/javascript',
		});
		const html = '<html lang="en"><script type="module" src="/assets/before.js"></script><p>The release before</p>';
		await put('lightstick-pages-before', '/leader-board', html, {
			[type]: 'text/html',
			'x-stored-at': String(Date.now()),
		});
	});
	// From here on the release of now answers. A browser with routes would ask for every page anew.
	await context.unrouteAll();

	await page.goto('/leader-board', { waitUntil: 'commit' });
	await page.getByText('The release before').waitFor();
	await expect.poll(() => page.title()).toBe('taken over');
	await expect
		.poll(() => page.evaluate(async () => (await (await caches.match('/leader-board'))?.text())?.includes('podium-1')))
		.toBe(true);
	await page.goto('/leader-board');
	await page.locator('#app[data-ready]').waitFor();
	const shown = Number(await storedAt(page));
	expect(shown).toBeGreaterThan(0);
	await leader(page, now).waitFor();
	// What this visit stores would otherwise come after the new worker has removed the rest.
	await expect
		.poll(() => page.evaluate(async () => Number((await caches.match('/leader-board'))?.headers.get('x-stored-at'))))
		.toBeGreaterThan(shown);
	await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
	await expect.poll(() => page.evaluate(() => caches.keys())).not.toContain('lightstick-pages-before');
	await page.reload();
	await leader(page, now).waitFor();
});

it('the worker that an operator switches off goes from devices, with everything that it stored', async () => {
	const without = await openBrowserSite({ SERVICE_WORKER: 'off' });
	onTestFinished(() => without.close());
	const { page, open } = await without.visitor({ serviceWorker: true });
	await open('/');
	expect(await page.locator('meta[name=service-worker]').count()).toBe(0);
	// As an earlier visit left it.
	await page.evaluate(async (path) => {
		await (await caches.open('lightstick-pages-before')).put('/', new Response('old'));
		await navigator.serviceWorker.register(path);
	}, SERVICE_WORKER_PATH);
	await expect
		.poll(() =>
			page.evaluate(async () => [(await navigator.serviceWorker.getRegistrations()).length, await caches.keys()]),
		)
		.toEqual([0, []]);
});
