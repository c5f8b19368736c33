/** News, articles and picture pages, word by word. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowserSite, type BrowserSite } from '../../fixtures/browser/browser.ts';
import { callsOf, failing } from '../../fixtures/browser/network.ts';
import { ARTICLES, aWholeSite, VIDEOS, type WholeSite } from '../../fixtures/site/whole-site.ts';

let site: BrowserSite;
let content: WholeSite;

beforeAll(async () => {
	site = await openBrowserSite();
	content = await aWholeSite(site);
});
afterAll(() => site.close());

describe('the news', () => {
	it('[S2-60, S2-61] have a tab for each category after All, whose value is 0', async () => {
		const { page, open } = await site.visitor();
		const calls = callsOf(page);
		await open('/news');
		const tabs = page.getByRole('tab');
		await tabs.first().waitFor();
		expect(await tabs.allInnerTexts()).toEqual(['All', 'Article', 'Video']);
		await expect.poll(() => calls.some((call) => call.includes('category_id=0'))).toBe(true);
		await tabs.getByText('Video').click();
		await page.getByRole('link', { name: /Video 01/ }).waitFor();
		await expect.poll(() => new URL(page.url()).searchParams.get('category')).toBe('video');
		await page.reload();
		await page.getByRole('tab', { name: 'Video', selected: true }).waitFor();
		await page.getByRole('link', { name: /Video 01/ }).waitFor();
		expect(await page.getByRole('link', { name: /Article 01/ }).count()).toBe(0);
	});

	it("[S2-65] say 'Loading categories...' while these load, which is not 'No Data'", async () => {
		const { page, open } = await site.visitor();
		let answer = () => {};
		const held = new Promise<void>((resolve) => (answer = resolve));
		await page.route('**/news/categories', async (route) => {
			await held;
			await route.continue();
		});
		await open('/news');
		await page.getByText('Loading categories...', { exact: true }).waitFor();
		expect(await page.getByText('No Data').count()).toBe(0);
		answer();
		await page.getByRole('tab', { name: 'All' }).waitFor();
		expect(await page.getByText('Loading categories...').count()).toBe(0);
	});

	it("[S2-62, S2-64, S5-22] are searched by a part of the title in any case, and 'No Data' is said when empty", async () => {
		const { page, open } = await site.visitor();
		await open('/news');
		const search = page.getByPlaceholder('Search for news titles');
		await search.fill('CLE 07');
		await expect.poll(() => page.getByRole('main').getByRole('link').count()).toBe(1);
		await page.getByRole('link', { name: /Article 07/ }).click();
		await page.getByRole('heading', { name: 'Article 07', level: 1 }).waitFor();
		await page.getByRole('main').getByRole('link', { name: 'News', exact: true }).click();
		await page.getByRole('link', { name: /Article 07/ }).waitFor();
		expect(await search.inputValue()).toBe('CLE 07');
		await search.fill('nothing of that name');
		await page.getByText('No Data', { exact: true }).waitFor();
		await page.getByRole('status').filter({ hasText: '0 results' }).waitFor({ state: 'attached' });
		await page.getByRole('main').getByRole('button', { name: 'Clear search' }).last().click();
		await page.getByRole('link', { name: /Article 01/ }).waitFor();
	});

	it('[S2-63, S9-11, S9-12, S7-11] come twenty at a time, the next ones 100 pixels before the end is reached', async () => {
		const { page, open } = await site.visitor();
		const calls = callsOf(page);
		await open('/news');
		const cards = page.getByRole('tabpanel').getByRole('link');
		await expect.poll(() => cards.count()).toBe(20);
		expect(calls.filter((call) => call.includes('page=2'))).toEqual([]);
		const end = await page.getByRole('tabpanel').evaluate((list) => list.getBoundingClientRect().bottom + scrollY);
		await page.evaluate((bottom) => scrollTo(0, bottom - innerHeight - 130), end);
		await page.evaluate(() => new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame))));
		expect(calls.filter((call) => call.includes('page=2'))).toEqual([]);
		await page.evaluate((bottom) => scrollTo(0, bottom - innerHeight - 90), end);
		await expect.poll(() => cards.count()).toBe(ARTICLES + VIDEOS);
		expect(calls.filter((call) => call.includes('page=2&limit=20'))).toHaveLength(1);
	});
});

describe('an article', () => {
	it('[S2-66, S2-67, S2-68] opens from its card, says all of itself, and leads back', async () => {
		const { page, open } = await site.visitor();
		await open('/news');
		await page.getByRole('link', { name: /Article 01/ }).click();
		await page.waitForURL(`**/news/${content.articles[0]}`);
		await page.getByRole('heading', { name: 'Article 01', level: 1 }).waitFor();
		await page.getByText(/^Updated \w{3} \d+, \d{4}, \d\d:\d\d KST$/).waitFor();
		await page.getByRole('img', { name: 'A stage' }).waitFor();
		await expect.poll(() => page.locator('.prose p').innerText()).toBe('For one night only');
		await page.getByRole('main').getByRole('link', { name: 'News', exact: true }).click();
		await page.waitForURL('**/news');
	});

	it('[S2-69] offers the way up after more than one screen height', async () => {
		const { page, open } = await site.visitor({ width: 390 });
		await open(`/news/${content.articles[0]}`);
		await page.getByRole('heading', { name: 'More news' }).waitFor();
		await page.setViewportSize({ width: 390, height: 400 });
		await page.evaluate(() => scrollTo(0, innerHeight + 40));
		await page.getByRole('button', { name: 'Scroll to top' }).click();
		await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
	});
});

describe('a picture page', () => {
	it.each([
		['[S2-100] of a view', '/views/hall', 'The hall'],
		['[S2-99] of the rewards', '/rank_rewards', 'What the first ranks win'],
	])('%s has one picture for phones and another for wide screens', async (_, path, alt) => {
		const sources = [];
		for (const width of [390, 1440]) {
			const { page, open } = await site.visitor({ width });
			await open(path);
			const picture = page.getByRole('img', { name: alt });
			await picture.waitFor();
			sources.push(await picture.evaluate((image) => (image instanceof HTMLImageElement ? image.currentSrc : '')));
		}
		expect(new Set(sources).size).toBe(2);
	});

	it("[S2-101, S8-13] that fails or does not exist says 'PAGE NOT FOUND' and leads home", async () => {
		const { page, open } = await site.visitor();
		await open('/views/none');
		await page.getByRole('heading', { name: 'PAGE NOT FOUND' }).waitFor();
		await failing(page, '/configurations/view-detail');
		await open('/views/hall');
		await page.getByRole('heading', { name: 'PAGE NOT FOUND' }).waitFor();
		await page.getByRole('link', { name: 'Go to Home' }).click();
		await page.waitForURL(`${site.url}/`);
	});
});
