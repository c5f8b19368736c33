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
