/** Elements painted by the server stay in place when the script takes over. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '@playwright/test';
import { openBrowserSite, type BrowserSite } from '../../fixtures/browser/browser.ts';
import { aWholeSite, type WholeSite } from '../../fixtures/site/whole-site.ts';

let site: BrowserSite;
let content: WholeSite;

beforeAll(async () => {
	site = await openBrowserSite();
	content = await aWholeSite(site);
});
afterAll(() => site.close());

/** The box of an element that is there. Found and measured in one step: a skeleton may be replaced at any moment. */
const boxOf = (page: Page, selector: string) =>
	page.evaluate((selected) => {
		const element = document.querySelector(selected);
		if (!element) throw new Error(`There is no ${selected}`);
		const { x, y, width, height } = element.getBoundingClientRect();
		return [x, y + window.scrollY, width, height].map(Math.round);
	}, selector);

describe.each([390, 1440])('at %i pixels', (width) => {
	it.each([
		['home', () => '/', '.banner', ['.hall-now', '.section-head', '.entry-cards']],
		['leaderboard', () => '/leader-board', '.chart-head-cover', ['.countdown', '.leaderboard-bar', '.podium']],
		['artist', () => `/artist/${content.monthly.artistIds[0]}`, '.portrait', []],
		['article', () => `/news/${content.articles[0]}`, '.article > .cover', ['.article-text']],
	])('the main picture and the blocks of %s', async (_, path, place, blocks) => {
		const visitor = await site.visitor({ width });
		const { page } = visitor;
		const scripts = Promise.withResolvers<void>();
		await page.route('**/assets/index-*.js', async (route) => {
			await scripts.promise;
			await route.continue();
		});
		await page.goto(site.url + path(), { waitUntil: 'commit' });
		await page.locator(`#first-paint ${place} img`).waitFor();
		// Before it paints, the browser has all styles; a box that is asked for earlier lacks some of them.
		await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
		const before = await boxOf(page, `#first-paint ${place}`);
		const topsIn = (root: string) =>
			Promise.all(blocks.map(async (block) => (await boxOf(page, `${root} ${block}`)).slice(0, 3)));
		const tops = await topsIn('#first-paint');
		const bar = await boxOf(page, '#first-paint .home-link svg');
		scripts.resolve();
		await page.locator(`#app ${place} img`).first().waitFor();
		await page.locator('#first-paint').waitFor({ state: 'detached' });
		expect(await boxOf(page, `#app ${place}`)).toEqual(before);
		expect(await topsIn('#app')).toEqual(tops);
		expect(await boxOf(page, '#app .home-link svg')).toEqual(bar);
		await visitor.leave();
	});
});

it('stands still, and shines if the page takes long', async () => {
	const visitor = await site.visitor({ width: 390 });
	const { page } = visitor;
	const entry = Promise.withResolvers<void>();
	const framework = Promise.withResolvers<void>();
	const holdUntil = async (pattern: string, { promise }: PromiseWithResolvers<void>) =>
		page.route(pattern, async (route) => {
			await promise;
			await route.continue();
		});
	await holdUntil('**/assets/index-*.js', entry);
	await holdUntil('**/assets/framework-*.js', framework);
	const moving = () => page.evaluate(() => document.getAnimations().length);
	await page.goto(`${site.url}/leader-board`, { waitUntil: 'commit' });
	await page.locator('#first-paint .skeleton').first().waitFor();
	await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
	expect(await moving()).toBe(0);
	entry.resolve();
	await expect.poll(moving).toBeGreaterThan(0);
	framework.resolve();
	await page.locator('#first-paint').waitFor({ state: 'detached' });
	await visitor.leave();
});

/** How often the page has shown the splash, which stands for a page whose script is awaited. */
async function splashesOf(page: Page): Promise<() => Promise<number>> {
	await page.addInitScript(() => {
		const seen = Object.assign(window, { splashes: 0 });
		new MutationObserver((records) => {
			for (const { addedNodes } of records)
				for (const node of addedNodes)
					if (node instanceof Element && (node.matches('.splash') || node.querySelector('.splash'))) seen.splashes += 1;
		}).observe(document, { childList: true, subtree: true });
	});
	return () => page.evaluate(() => (window as unknown as { splashes: number }).splashes);
}

it('is replaced by the page itself, which was loaded before', async () => {
	const visitor = await site.visitor({ width: 390 });
	const { page } = visitor;
	const splashes = await splashesOf(page);
	await page.goto(`${site.url}/leader-board`);
	await page.locator('#first-paint').waitFor({ state: 'detached' });
	expect(await splashes()).toBe(0);
	await visitor.leave();
});

it('has the frame of the site in front, if the script of the page takes long', async () => {
	const visitor = await site.visitor({ width: 390 });
	const { page } = visitor;
	const splashes = await splashesOf(page);
	const script = Promise.withResolvers<void>();
	await page.route('**/assets/leaderboard-*.js', async (route) => {
		await script.promise;
		await route.continue();
	});
	await page.goto(`${site.url}/leader-board`, { waitUntil: 'commit' });
	await page.locator('#app').getByRole('banner').waitFor();
	expect([await splashes(), await page.locator('#first-paint').count()]).toEqual([1, 1]);
	script.resolve();
	await page.locator('#first-paint').waitFor({ state: 'detached' });
	await page.locator('#app .podium').waitFor();
	await visitor.leave();
});

it('lets a worker load the tables of formats, in the language of the page, which then ends', async () => {
	const visitor = await site.visitor({ width: 390 });
	const { page } = visitor;
	const made = page.waitForEvent('worker', (worker) => worker.url().includes('/formats-worker-'));
	await page.addInitScript(() => {
		window.Worker = new Proxy(Worker, {
			construct(target, [url, options]: [string, WorkerOptions]) {
				document.documentElement.dataset.worker = options.name;
				return new target(url, options);
			},
		});
	});
	await page.goto(`${site.url}/leader-board?lang=th`);
	const worker = await made;
	expect(await page.locator('html').getAttribute('data-worker')).toBe('th');
	await expect.poll(() => page.workers().includes(worker)).toBe(false);
	await visitor.leave();
});
