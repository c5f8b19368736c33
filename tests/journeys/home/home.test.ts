/** The home page, header and footer, word by word. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator, Page } from '@playwright/test';
import { openBrowserSite, type BrowserSite, type Visitor } from '../../fixtures/browser/browser.ts';
import { openWithoutTime, tickUntil } from '../../fixtures/browser/page-clock.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { ARTISTS, aWholeSite } from '../../fixtures/site/whole-site.ts';

let site: BrowserSite;

beforeAll(async () => {
	site = await openBrowserSite();
	await aWholeSite(site);
});
afterAll(() => site.close());

const banners = (page: Page) => page.getByRole('region', { name: 'Highlights' });
const entries = (page: Page) => page.getByRole('region', { name: 'Charts to vote in' });
const dot = (page: Page, slide: number) => page.getByRole('button', { name: new RegExp(`^Slide ${slide} of`) });

describe('a carousel', () => {
	it.each([
		['[S2-11, S9-07] of banners', 1440, banners],
		['[S2-16] of entry cards on a phone', 390, entries],
	])('%s moves on every five seconds', async (_, width, place) => {
		const visitor = await site.visitor({ width });
		const { page } = visitor;
		const shown = await openWithoutTime(visitor, '/', 'The hall right now');
		const gone = shown + (await tickUntil(page, () => place(page).isVisible()));
		await place(page).scrollIntoViewIfNeeded();
		const [first, second] = [1, 2].map((slide) =>
			place(page).getByRole('button', { name: new RegExp(`^Slide ${slide} of`) }),
		);
		await page.clock.runFor(5_000 - gone - 10);
		await expect.poll(() => first?.getAttribute('aria-current')).toBe('true');
		await page.clock.runFor(gone + 20);
		await expect.poll(() => second?.getAttribute('aria-current')).toBe('true');
		await visitor.leave();
	});

	it('[S2-12] of banners has arrows on desktop and none on a phone; one press pauses it', async () => {
		const desktop = await site.visitor({ width: 1440 });
		await desktop.open('/');
		await banners(desktop.page).getByRole('button', { name: 'Next slide' }).click();
		await expect.poll(() => dot(banners(desktop.page).page(), 2).first().getAttribute('aria-current')).toBe('true');
		await banners(desktop.page).getByRole('button', { name: 'Pause slides' }).click();
		await banners(desktop.page).getByRole('button', { name: 'Play slides' }).waitFor();
		await desktop.leave();
		const phone = await site.visitor({ width: 390 });
		await phone.open('/');
		await dot(phone.page, 1).first().waitFor();
		expect(await banners(phone.page).getByRole('button', { name: 'Next slide' }).isVisible()).toBe(false);
		await phone.leave();
	});
});

describe('the home page', () => {
	it('[S2-13, S9-14] lets the twenty top artists of the month drift by', async () => {
		const visitor = await site.visitor();
		const { page } = visitor;
		await visitor.open('/');
		const list = page.getByRole('list', { name: 'Top artists' });
		await list.waitFor();
		await expect.poll(() => list.getByRole('listitem').count()).toBe(20);
		expect(ARTISTS).toBeGreaterThan(20);
		await expect.poll(() => page.locator('.marquee').getAttribute('data-moving')).toBe('true');
		await visitor.leave();
	});

	it('has top artists that one can reach by Tab and move by hand', async () => {
		const visitor = await site.visitor();
		const { page } = visitor;
		await visitor.open('/');
		const links = page.getByRole('list', { name: 'Top artists' }).getByRole('link');
		await links.first().focus();
		const row = page.locator('.marquee');
		for (let tabs = 1; tabs < 20; tabs += 1) {
			await page.keyboard.press('Tab');
			await expect.poll(() => links.nth(tabs).evaluate((link) => link === document.activeElement)).toBe(true);
			const seen = await links.nth(tabs).evaluate((link) => {
				const { left, right } = link.getBoundingClientRect();
				return left >= 0 && right <= innerWidth;
			});
			expect(seen).toBe(true);
		}
		await row.hover();
		const before = await row.evaluate((element) => element.scrollLeft);
		await page.mouse.wheel(-200, 0);
		await expect.poll(() => row.evaluate((element) => element.scrollLeft)).not.toBe(before);
		await visitor.leave();
	});

	it('says of when its numbers are while the device is offline', async () => {
		const visitor = await site.visitor();
		const { page } = visitor;
		await visitor.open('/');
		await page.getByText(/votes a minute|#1 leads by/).waitFor();
		await visitor.context.setOffline(true);
		await page
			.getByRole('status')
			.getByText(/^Offline, numbers from \d\d:\d\d KST$/)
			.waitFor();
		await visitor.context.setOffline(false);
		await page.getByText(/votes a minute|#1 leads by/).waitFor();
		await visitor.leave();
	});

	it('[S2-15] has one entry card for each configured rank entry, which leads to its chart', async () => {
		const visitor = await site.visitor();
		const { page } = visitor;
		await visitor.open('/');
		await entries(page).getByRole('link').first().waitFor();
		const links = await entries(page)
			.getByRole('link')
			.evaluateAll((found) => found.map((link) => link.getAttribute('href')));
		expect(links).toEqual(['solo', 'birthday', 'music'].map((tab) => `/leader-board?main_tab=${tab}`));
		await visitor.leave();
	});

	it.each([
		[1440, 2],
		[390, 1],
	])('[S2-17, S2-18, S9-13] at %i pixels has ten news, and ten videos of which it shows %i', async (width, large) => {
		const visitor = await site.visitor({ width });
		const { page } = visitor;
		await visitor.open('/');
		const news = page.getByRole('region', { name: 'Latest articles' });
		const videos = page.getByRole('region', { name: 'Latest videos' });
		await news.getByRole('link').first().waitFor();
		expect(await news.getByRole('button', { name: 'Previous slide' }).count()).toBe(0);
		await videos.getByRole('link').first().waitFor();
		await expect.poll(() => news.getByRole('link').count()).toBe(10);
		await expect.poll(() => videos.getByRole('link').count()).toBe(10);
		const seen = await videos.evaluate((row) => {
			const slide = row.querySelector('li')?.getBoundingClientRect().width ?? 1;
			return Math.floor((row.querySelector('ul')?.clientWidth ?? 0) / slide);
		});
		expect(seen).toBe(large);
		await visitor.leave();
	});

	it('[S2-19] offers the way up after more than one screen height', async () => {
		const visitor = await site.visitor({ width: 390 });
		const { page } = visitor;
		await visitor.open('/');
		await page.getByRole('heading', { name: 'Videos' }).waitFor();
		const up = page.getByRole('button', { name: 'Scroll to top' });
		await page.evaluate(() => scrollTo(0, innerHeight));
		expect(await up.isVisible()).toBe(false);
		await page.evaluate(() => scrollTo(0, innerHeight + 40));
		await up.click();
		await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
		await visitor.leave();
	});

	it('[S2-116] opens a banner in place or in a blank window, as its link_target says', async () => {
		const visitor = await site.visitor();
		const { page } = visitor;
		await visitor.open('/');
		const [here, blank] = ['The first banner', 'The second banner'].map((name) => page.getByRole('link', { name }));
		await expect.poll(() => blank?.getAttribute('target')).toBe('_blank');
		await expect.poll(() => blank?.getAttribute('rel')).toContain('noopener');
		await here?.click();
		await page.waitForURL('**/news');
		await visitor.leave();
	});
});

describe('the header', () => {
	it('[S2-10, S2-110, S2-112] leads to {product}, LeaderBoard, News and Store, and to Log in', async () => {
		const visitor = await site.visitor();
		const { page } = visitor;
		await visitor.open('/');
		const header = page.getByRole('banner');
		for (const [name, path] of [
			['Lightstick', '/'],
			['LeaderBoard', '/leader-board'],
			['News', '/news'],
			['Store', '/store'],
			['Log in', '/login'],
		]) {
			await expect.poll(() => header.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(path);
		}
		expect(await page.getByRole('button', { name: 'Account menu' }).count()).toBe(0);
		await visitor.leave();
	});

	it('[S2-111] has an avatar menu that toggles, with Profile and Log Out', async () => {
		const fan = await aPerson(site.owner, 'menu fan');
		const visitor = await site.visitor({ as: fan });
		const { page } = visitor;
		await visitor.open('/');
		const button = page.getByRole('button', { name: 'Account menu' });
		const profile = page.getByRole('link', { name: 'Profile' });
		await button.click();
		await profile.waitFor();
		await page.getByRole('button', { name: 'Log Out' }).waitFor();
		await button.click();
		await profile.waitFor({ state: 'hidden' });
		expect(await page.getByRole('link', { name: 'Log in' }).count()).toBe(0);
		await visitor.leave();
	});
});

describe('the menu of a phone', () => {
	let visitor: Visitor;
	let page: Page;
	let drawer: Locator;
	beforeAll(async () => {
		visitor = await site.visitor({ width: 390 });
		({ page } = visitor);
		drawer = page.getByRole('dialog', { name: 'Menu' });
		await visitor.open('/');
	});
	afterAll(() => visitor.leave());

	it('[S2-113] is a drawer with the links of the header', async () => {
		await page.getByRole('button', { name: 'Open menu' }).click();
		for (const name of ['Lightstick', 'LeaderBoard', 'News', 'Store', 'Log in']) {
			await drawer.getByRole('link', { name, exact: true }).waitFor();
		}
	});

	it('[S1-12, S9-08] is there up to 768 pixels', async () => {
		await page.clock.install();
		await page.clock.pauseAt(Date.now() + 60_000);
		await page.setViewportSize({ width: 768, height: 844 });
		await page.clock.runFor(100);
		await expect.poll(() => drawer.isVisible()).toBe(true);
	});

	it('[S1-13, S9-09] goes 100 ms after the window was made wider', async () => {
		const resized = page.evaluate(() => new Promise((done) => addEventListener('resize', done, { once: true })));
		await page.setViewportSize({ width: 769, height: 844 });
		await resized;
		await page.clock.runFor(99);
		await expect.poll(() => drawer.isVisible()).toBe(true);
		await page.clock.runFor(1);
		await drawer.waitFor({ state: 'hidden' });
	});

	it('[S1-12, S9-08] is not there above 768 pixels', async () => {
		await expect.poll(() => page.getByRole('button', { name: 'Open menu' }).isVisible()).toBe(false);
	});
});

describe('every page', () => {
	it('[S2-114] ends with home, terms, privacy, a mail link and social links', async () => {
		const visitor = await site.visitor();
		const { page } = visitor;
		await visitor.open('/news');
		const footer = page.getByRole('contentinfo');
		for (const [name, href] of [
			['Home', '/'],
			['Terms of Service', '/terms-of-service'],
			['Privacy Policy', '/privacy-policy'],
			['support@lightstick.example', 'mailto:support@lightstick.example'],
			['Instagram, opens in a new window', 'https://social.example/lightstick'],
		]) {
			await expect.poll(() => footer.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(href);
		}
		await visitor.leave();
	});

	it.each([
		[300, 12.8],
		[375, 16],
		[1440, 16],
	])('[S1-11] at %i pixels has a root font of %f pixels', async (width, size) => {
		const visitor = await site.visitor({ width });
		await visitor.open('/terms-of-service');
		const font = await visitor.page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
		expect(Number.parseFloat(font)).toBeCloseTo(size, 2);
		await visitor.leave();
	});
});
