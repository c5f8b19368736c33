/** The home page, header, footer and pop-up, word by word. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '@playwright/test';
import { BLOCKED_WORDS } from '../../../build/blocked-words.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { ownBrowserSite, type Visitor } from '../../fixtures/browser/browser.ts';
import { openWithoutTime, stopClock, tickUntil } from '../../fixtures/browser/page-clock.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { ARTISTS, aPopUp, aWholeSite } from '../../fixtures/site/whole-site.ts';

const site = ownBrowserSite();

beforeAll(() => aWholeSite(site));

const atHome = async (width: number) => {
	const visitor = await site.visitor({ width, at: '/' });
	return visitor;
};
const desk = beforeTests(() => atHome(1440));
const phone = beforeTests(() => atHome(390));

const banners = (page: Page) => page.getByRole('region', { name: 'Highlights' });
const entries = (page: Page) => page.getByRole('region', { name: 'Charts to vote in' });
const dot = (page: Page, slide: number) => page.getByRole('button', { name: new RegExp(`^Slide ${slide} of`) });

describe('the home page', () => {
	// Its pictures drift as long as it is open: later tests would share the processor with it.
	afterAll(() => Promise.all([desk, phone].map(({ page }) => page.goto('about:blank'))));

	it('the row of top artists drifts, and rests when told to', async () => {
		const { page } = phone;
		await page.evaluate(() => scrollTo(0, 0));
		const state = () => page.locator('.marquee-track').evaluate((track) => track.getAnimations()[0]?.playState);
		await expect.poll(state).toBe('running');
		await page.getByRole('button', { name: 'Pause motion' }).click();
		await expect.poll(state).toBe('paused');
		await page.getByRole('button', { name: 'Pause motion' }).click();
		await page.mouse.move(0, 0);
		await expect.poll(state).toBe('running');
	});

	it('[S2-13, S9-14] lets the twenty top artists of the month drift by, reached by Tab and moved by hand', async () => {
		const { page } = desk;
		const links = page.getByRole('list', { name: 'Top artists' }).getByRole('link');
		await expect.poll(() => page.getByRole('list', { name: 'Top artists' }).getByRole('listitem').count()).toBe(20);
		expect(ARTISTS).toBeGreaterThan(20);
		const row = page.locator('.marquee');
		await expect.poll(() => row.getAttribute('data-moving')).toBe('true');
		await links.first().focus();
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
	});

	it.each([
		['a desk', () => desk, 2],
		['a phone', () => phone, 1],
	] as const)(
		'[S2-17, S2-18, S9-13] on %s has ten news and ten videos, some of them seen',
		async (_, visitor, large) => {
			const { page } = visitor();
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
		},
	);

	it('[S2-19] offers the way up after more than one screen height', async () => {
		const { page } = phone;
		await page.getByRole('heading', { name: 'Videos' }).waitFor();
		const up = page.getByRole('button', { name: 'Scroll to top' });
		await page.evaluate(() => scrollTo(0, innerHeight));
		expect(await up.isVisible()).toBe(false);
		await page.evaluate(() => scrollTo(0, innerHeight + 40));
		await up.click();
		await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
	});
});

it('[S2-15] the home page has one entry card for each chart, and says of when its numbers are while the device is offline', async () => {
	const { page, context } = await site.visitor({ at: '/' });
	await entries(page).getByRole('link').first().waitFor();
	const links = await entries(page)
		.getByRole('link')
		.evaluateAll((found) => found.map((link) => link.getAttribute('href')));
	expect(links).toEqual(['solo', 'birthday', 'music'].map((tab) => `/leader-board?main_tab=${tab}`));
	await page.getByText(/votes? a minute| leads by /).waitFor();
	await context.setOffline(true);
	const offline = page.getByRole('status').getByText(/^Offline, numbers from \d\d:\d\d KST$/);
	await offline.waitFor();
	await context.setOffline(false);
	await page.getByText(/votes? a minute| leads by /).waitFor();
});

describe('a carousel', () => {
	it.each([
		['[S2-11, S9-07] of banners', 1440, banners],
		['[S2-16] of entry cards on a phone', 390, entries],
	])('%s moves on every five seconds', async (_, width, place) => {
		const visitor = await site.visitor({ width });
		const { page } = visitor;
		const shown = await openWithoutTime(visitor, '/', 'The hall right now');
		// React takes over what is below the first screen after the rest.
		const isTaken = (part: Element) => Object.keys(part).some((key) => key.startsWith('__reactProps'));
		const gone = shown + (await tickUntil(page, () => place(page).evaluate(isTaken)));
		await place(page).scrollIntoViewIfNeeded();
		const [first, second] = [1, 2].map((slide) =>
			place(page).getByRole('button', { name: new RegExp(`^Slide ${slide} of`) }),
		);
		await page.clock.runFor(5_000 - gone - 10);
		await expect.poll(() => first?.getAttribute('aria-current')).toBe('true');
		await page.clock.runFor(gone + 20);
		await expect.poll(() => second?.getAttribute('aria-current')).toBe('true');
	});

	it('[S2-12, S2-116] of banners has arrows on desktop only, pauses at one press, and opens a banner where its link_target says', async () => {
		const { page } = await site.visitor({ width: 1440, at: '/' });
		await banners(page).getByRole('button', { name: 'Next slide' }).click();
		await expect.poll(() => dot(page, 2).first().getAttribute('aria-current')).toBe('true');
		await banners(page).getByRole('button', { name: 'Pause motion' }).click();
		await banners(page).getByRole('button', { name: 'Pause motion', pressed: true }).waitFor();
		await page.setViewportSize({ width: 390, height: 844 });
		await dot(page, 1).first().click();
		expect(await banners(page).getByRole('button', { name: 'Next slide' }).isVisible()).toBe(false);
		const [here, blank] = ['The first banner', 'The second banner'].map((name) => page.getByRole('link', { name }));
		await expect.poll(() => blank?.getAttribute('target')).toBe('_blank');
		await expect.poll(() => blank?.getAttribute('rel')).toContain('noopener');
		await here?.click();
		await page.waitForURL('**/news');
	});
});

describe('the frame of every page', () => {
	it('[S1-11, S2-10, S2-110, S2-112, S2-114] leads on from header and footer, in a font that narrow screens make smaller', async () => {
		const { page } = await site.visitor({ at: '/news' });
		for (const [name, path] of [
			['Lightstick', '/'],
			['LeaderBoard', '/leader-board'],
			['News', '/news'],
			['Store', '/store'],
			['Log in', '/login'],
		]) {
			const link = page.getByRole('banner').getByRole('link', { name, exact: true });
			await expect.poll(() => link.getAttribute('href')).toBe(path);
		}
		expect(await page.getByRole('button', { name: 'Account menu' }).count()).toBe(0);
		for (const [name, href] of [
			['Home', '/'],
			['Terms of Service', '/terms-of-service'],
			['Privacy Policy', '/privacy-policy'],
			['support@lightstick.example', 'mailto:support@lightstick.example'],
			['Instagram, opens in a new window', 'https://social.example/lightstick'],
		]) {
			const link = page.getByRole('contentinfo').getByRole('link', { name, exact: true });
			await expect.poll(() => link.getAttribute('href')).toBe(href);
		}
		for (const [width, size] of [
			[300, 12.8],
			[375, 16],
			[1440, 16],
		] as const) {
			await page.setViewportSize({ width, height: 900 });
			const font = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
			expect(Number.parseFloat(font), `at ${width} pixels`).toBeCloseTo(size, 2);
		}
	});

	it('[S1-12, S1-13, S2-113, S9-08, S9-09] has a menu up to 768 pixels, which goes 100 ms after the window was made wider', async () => {
		const { page, open } = await site.visitor({ width: 390 });
		const drawer = page.getByRole('dialog', { name: 'Menu' });
		await open('/news');
		await page.getByRole('button', { name: 'Open menu' }).click();
		for (const name of ['Lightstick', 'LeaderBoard', 'News', 'Store', 'Log in']) {
			await drawer.getByRole('link', { name, exact: true }).waitFor();
		}
		await stopClock(page);
		await page.setViewportSize({ width: 768, height: 844 });
		await page.clock.runFor(100);
		await expect.poll(() => drawer.isVisible()).toBe(true);
		const resized = page.evaluate(() => new Promise((done) => addEventListener('resize', done, { once: true })));
		await page.setViewportSize({ width: 769, height: 844 });
		await resized;
		await page.clock.runFor(99);
		await expect.poll(() => drawer.isVisible()).toBe(true);
		await page.clock.runFor(1);
		await drawer.waitFor({ state: 'hidden' });
		await expect.poll(() => page.getByRole('button', { name: 'Open menu' }).isVisible()).toBe(false);
	});
});

// The last ones: from here on it covers every page.
describe('the pop-up', () => {
	let uuid: string;
	beforeAll(async () => {
		uuid = await aPopUp(site.owner, '/rank_rewards');
	});

	const popUp = (page: Page) => page.getByRole('dialog', { name: 'A night for two fandoms' });
	const remembered = (page: Page) => page.evaluate(() => localStorage.getItem('popup_dismissed'));

	/** Comes with what an earlier visit left in storage. */
	async function aVisit(earlier?: string): Promise<Visitor> {
		const { page, open } = phone;
		// Its own entry of the history is left first: that would end this visit as it begins.
		await page.waitForFunction(() => !history.state?.sheets);
		await open('/theme.js');
		await page.evaluate((text) => localStorage.setItem('popup_dismissed', text), earlier ?? '{}');
		await open('/news');
		await page.getByRole('heading', { name: 'News', level: 1 }).waitFor();
		return phone;
	}

	it('[S2-115, S3-11, S3-24, S4-05, S4-07] stills the page behind it, and once closed is remembered by uuid and day and stays away', async () => {
		await phone.page.clock.install();
		const { page, expectAccessible } = await aVisit();
		await popUp(page).getByRole('img', { name: 'A night for two fandoms' }).waitFor();
		await popUp(page).getByRole('button', { name: 'View' }).waitFor();
		// A layout of all that lies behind would paint its picture again, as a largest paint that comes seconds late.
		await page.clock.runFor(5_000);
		expect(await page.evaluate(() => 'rested' in document.documentElement.dataset)).toBe(false);
		await expectAccessible();
		const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflow);
		await expect.poll(overflow).toBe('hidden');
		await popUp(page).getByRole('button', { name: 'Close' }).click();
		await popUp(page).waitFor({ state: 'hidden' });
		await expect.poll(overflow).not.toBe('hidden');
		const dayOfMonth = await page.evaluate(() => new Date().getDate());
		expect(JSON.parse((await remembered(page)) ?? '')).toEqual({ [uuid]: dayOfMonth });
		await page.reload();
		await page.getByRole('heading', { name: 'News', level: 1 }).waitFor();
		await page.getByRole('link', { name: /Article 01/ }).waitFor();
		expect(await popUp(page).isVisible()).toBe(false);
	});

	it('[S4-06] comes again on another day of the month, after a memory that is none, and beside another one that was dismissed', async () => {
		const other = new Date().getDate() === 1 ? 2 : 1;
		const beside = JSON.stringify({ another: new Date().getDate() });
		// Of what is no memory: a text that does not parse, and one that parses to something else.
		for (const earlier of [JSON.stringify({ [uuid]: other }), 'nonsense', '[]', beside]) {
			const { page } = await aVisit(earlier);
			await popUp(page).getByRole('button', { name: 'Close' }).click();
			const kept = earlier === beside ? ['another', uuid] : [uuid];
			await expect.poll(async () => Object.keys(JSON.parse((await remembered(page)) ?? '') as object)).toEqual(kept);
		}
	});

	it.each(['/rank_rewards', null])(
		'[S4-08] is hidden and remembered by View, which leads to its link: %s',
		async (link) => {
			await site.owner.query({ text: 'update pop_up set link_url = $1', values: [link] });
			const { page } = await aVisit();
			await popUp(page).getByRole('button', { name: 'View' }).click();
			await page.waitForURL(`**${link ?? '/news'}`);
			await popUp(page).waitFor({ state: 'hidden' });
			await expect.poll(() => remembered(page)).toContain(uuid);
		},
	);

	it('a fan votes and shares while an extension refuses all addresses with words of advertising, and hides the operators’ picture page', async () => {
		const fan = await aPerson(site.owner, 'careful', { earned: 1_000 });
		const { page, context, open } = await site.visitor({ as: fan });
		const refused: string[] = [];
		await context.route(
			({ pathname }) => BLOCKED_WORDS.test(pathname),
			(route) => {
				refused.push(new URL(route.request().url()).pathname);
				return route.abort('blockedbyclient');
			},
		);
		await context.addInitScript(() => {
			const sheet = new CSSStyleSheet();
			sheet.replaceSync('.picture-page { display: none !important }');
			document.adoptedStyleSheets.push(sheet);
		});
		await open('/');
		await page.locator('dialog.picture-page').waitFor({ state: 'attached' });
		await page.getByRole('banner').getByRole('link', { name: 'LeaderBoard' }).click();
		await page
			.getByRole('button', { name: /^Vote for Solo/ })
			.first()
			.click();
		const dialog = page.getByRole('dialog', { name: /Solo/ });
		await dialog.getByLabel('Votes').fill('3');
		await dialog.getByRole('button', { name: 'Vote 3' }).click();
		const success = page.getByRole('dialog', { name: 'Vote Successful' });
		await success.waitFor();
		await success.getByRole('button', { name: 'Share your vote' }).click();
		await page.getByText(/Link copied|could not be copied/).waitFor();
		// The specification names a call of banners. Their list comes with the page.
		expect(refused).toEqual([]);
	});
});
