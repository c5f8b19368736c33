/** The first paint: what the server painted stays in place when the script takes over, which requests nothing twice. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '@playwright/test';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { holdBack } from '../../../testkit/network.ts';
import { openWithoutTime } from '../../fixtures/browser/page-clock.ts';
import { aWholeSite, type WholeSite } from '../../fixtures/site/whole-site.ts';

const site = ownBrowserSite();
let content: WholeSite;

beforeAll(async () => {
	content = await aWholeSite(site);
});

/** The box of an element that is there. Found and measured in one step: a skeleton may be replaced at any moment. */
const boxOf = (page: Page, selector: string) =>
	page.evaluate((selected) => {
		const element = document.querySelector(selected);
		if (!element) throw new Error(`There is no ${selected}`);
		const { x, y, width, height } = element.getBoundingClientRect();
		return [x, y + window.scrollY, width, height].map(Math.round);
	}, selector);

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

describe.each([390, 1440])('the first paint at %i pixels', (width) => {
	it.each([
		['home', () => '/', '.poster', ['.hall-now', '.section-head', '.entry-cards']],
		['leaderboard', () => '/leader-board', '.chart-head-cover', ['.countdown', '.leaderboard-bar', '.podium']],
		['artist', () => `/artist/${content.monthly.artistIds[0]}`, '.portrait', []],
		['article', () => `/news/${content.articles[0]}`, '.article > .cover', ['.article-text']],
	])('of %s keeps its main picture and blocks in place', async (_, path, place, blocks) => {
		const { page } = await site.visitor({ width });
		const scripts = await holdBack(page, '**/assets/index-*.js');
		await page.goto(site.url + path(), { waitUntil: 'commit' });
		await page.locator(`#first-paint ${place} img`).waitFor();
		// Before it paints, the browser has all styles; a box that is asked for earlier lacks some of them.
		await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
		const before = await boxOf(page, `#first-paint ${place}`);
		const topsIn = (root: string) =>
			Promise.all(blocks.map(async (block) => (await boxOf(page, `${root} ${block}`)).slice(0, 3)));
		const tops = await topsIn('#first-paint');
		const bar = await boxOf(page, '#first-paint .home-link svg');
		scripts();
		await page.locator(`#app ${place} img`).first().waitFor();
		await page.locator('#first-paint').waitFor({ state: 'detached' });
		expect(await boxOf(page, `#app ${place}`)).toEqual(before);
		expect(await topsIn('#app')).toEqual(tops);
		expect(await boxOf(page, '#app .home-link svg')).toEqual(bar);
	});
});

describe('the first paint', () => {
	it('stands still, and shines if the page takes long', async () => {
		const { page } = await site.visitor({ width: 390 });
		const entry = await holdBack(page, '**/assets/index-*.js');
		const framework = await holdBack(page, '**/assets/framework-*.js');
		const moving = () => page.evaluate(() => document.getAnimations().length);
		await page.goto(`${site.url}/leader-board`, { waitUntil: 'commit' });
		await page.locator('#first-paint .skeleton').first().waitFor();
		await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
		expect(await moving()).toBe(0);
		entry();
		await expect.poll(moving).toBeGreaterThan(0);
		framework();
		await page.locator('#first-paint').waitFor({ state: 'detached' });
	});

	it('gives way to the page itself, which was loaded before', async () => {
		const { page } = await site.visitor({ width: 390 });
		const splashes = await splashesOf(page);
		await page.goto(`${site.url}/leader-board`);
		await page.locator('#first-paint').waitFor({ state: 'detached' });
		expect(await splashes()).toBe(0);
	});

	it('lies behind the frame of the site if the script of the page takes long', async () => {
		const { page } = await site.visitor({ width: 390 });
		const splashes = await splashesOf(page);
		const script = await holdBack(page, '**/assets/leaderboard-*.js');
		await page.goto(`${site.url}/leader-board`, { waitUntil: 'commit' });
		await page.locator('#app').getByRole('banner').waitFor();
		expect([await splashes(), await page.locator('#first-paint').count()]).toEqual([1, 1]);
		script();
		await page.locator('#first-paint').waitFor({ state: 'detached' });
		await page.locator('#app .podium').waitFor();
	});

	it('lets a worker load the tables of formats in the language of the page, and ends it', async () => {
		const { page } = await site.visitor({ width: 390 });
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
	});
});

describe('the first screen', () => {
	it.each([
		['home', () => '/', 'Solo 01', ['/configurations/site', '/configurations/banners', '/rankings/detail']],
		['leaderboard', () => '/leader-board', 'Solo Chart', ['/configurations/site', '/rankings/detail']],
		['artist', () => `/artist/${content.monthly.artistIds[0]}`, 'Solo 01', ['/configurations/site', '/artists/detail']],
		['article', () => `/news/${content.articles[0]}`, 'Article 01', ['/configurations/site', '/news/detail']],
	])('of %s is shown from what came with the page', async (_, path, shown, came) => {
		const visitor = await site.visitor();
		const { page } = visitor;
		const asked: string[] = [];
		page.on('request', (request) => asked.push(new URL(request.url()).pathname));
		// Live charts are read again after two seconds: that is not yet.
		await openWithoutTime(visitor, path(), shown);
		await page.clock.runFor(50);
		const twice = came.filter((call) => asked.some((asks) => asks.startsWith(`/api/v1${call}`)));
		expect(twice).toEqual([]);
		expect(visitor.complaints).toEqual([]);
	});

	it('has its scripts asked for by the page itself after the first paint', async () => {
		const { page, open } = await site.visitor();
		await open('/leader-board');
		await page.getByRole('heading', { name: 'Solo Chart' }).waitFor();
		expect(await page.locator('link[rel=modulepreload][href*="leaderboard"]').count()).toBe(1);
		expect(await page.locator('link[rel=stylesheet]').count()).toBe(1);
		const [painted, asked] = await page.evaluate(() => [
			performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
			performance.getEntriesByType('resource').find(({ name }) => name.includes('framework'))?.startTime ?? 0,
		]);
		expect(asked).toBeGreaterThan(painted ?? Infinity);
	});
});
